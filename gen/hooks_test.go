package gen_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/fsmgen/fsmgen/gen"
)

// TestHooks compares the files for which pre-commit runs its hooks with the table of outputs: each generated file and each spec, and no
// other Go file.
func TestHooks(t *testing.T) {
	hooks, err := os.ReadFile("../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, m := range regexp.MustCompile(`(?m)^  entry: fsmgen generate .*\n  language: .*\n  files: (.*)$`).FindAllSubmatch(hooks, -1) {
		found++
		files := regexp.MustCompile(string(m[1]))
		for name, want := range map[string]bool{"dir/door.fsm.yaml": true, "door.go": false, "door_test.go": false, "README.md": false} {
			if files.MatchString(name) != want {
				t.Errorf("%s matches %s: %t", m[1], name, !want)
			}
		}
		for _, o := range gen.Outputs() {
			if name := o.FileName("dir/door.fsm.yaml"); o.Kind == gen.Beside && !files.MatchString(name) {
				t.Errorf("%s does not match %s", m[1], name)
			}
		}
	}
	if found != 2 {
		t.Errorf("%d hooks generate", found)
	}
}
