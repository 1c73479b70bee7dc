package checkertest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/tla"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

const root = "../../../.."

var yaml = regexp.MustCompile("(?ms)^ *```yaml\n(.*?)^ *```$|^-- \\S+\\.fsm\\.yaml --\n(.*?)(?:^-- |\\z)")

// machines returns all machines of the repository: of specs, and of those that
// stand in documents and in the scripts of tests.
func machines(t *testing.T) map[string]*core.Machine {
	t.Helper()
	found := map[string]*core.Machine{}
	load := func(name string, text []byte) {
		if s, _ := spec.Load(name, text); s.Machine != nil {
			found[name+" "+s.Machine.Name] = s.Machine
		}
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && path != root) {
			return fs.SkipDir
		}
		name := strings.TrimPrefix(filepath.ToSlash(path), root+"/")
		text := func() []byte {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
		switch {
		case strings.HasSuffix(path, ".fsm.yaml"):
			load(name, text())
		case strings.HasSuffix(path, ".md"), strings.HasSuffix(path, ".txtar"):
			for _, m := range yaml.FindAllSubmatch(text(), -1) {
				load(name, append(m[1], m[2]...))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < 150 {
		t.Fatalf("only %d machines were found", len(found))
	}
	return found
}

var (
	declared = regexp.MustCompile(`(?m)^(\w+)(?:\(.*?\))? ==|^  (\w+),?$`)
	binders  = regexp.MustCompile(`\\[EA] ([^:]*) :`)
	bound    = regexp.MustCompile(`(\w+) \\in`)
	comments = regexp.MustCompile(`(?m)\\\*.*$`)
	quoted   = regexp.MustCompile(`"[^"]*"`)
)

// TestGrammar parses the modules of all machines. It also checks what the grammar does not:
// nothing is defined twice, and no comment or string ends early.
func TestGrammar(t *testing.T) {
	r := open(t)
	for name, m := range machines(t) {
		text := string(tla.Module(m))
		var answer struct {
			Faults  []string
			Modules int
		}
		r.ask(t, map[string]any{"parse": text}, &answer)
		if len(answer.Faults) > 0 || answer.Modules != 1 {
			t.Errorf("%s: %d modules, not TLA+ at %q\n%s", name, answer.Modules, answer.Faults, text)
		}
		for _, bad := range []string{"(*", "*)", "--algorithm", "BEGIN TRANSLATION"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s: the module has %s", name, bad)
			}
		}
		if n := strings.Count(text, "===="); n != 19 || !strings.HasSuffix(text, "\n"+strings.Repeat("=", 78)+"\n") {
			t.Errorf("%s: the module has another end", name)
		}
		code := quoted.ReplaceAllString(comments.ReplaceAllString(text, ""), `""`)
		names := map[string]int{}
		for _, d := range declared.FindAllStringSubmatch(code, -1) {
			names[d[1]+d[2]]++
		}
		for n, times := range names {
			if times > 1 {
				t.Errorf("%s: %s is declared %d times", name, n, times)
			}
		}
		for _, b := range binders.FindAllStringSubmatch(code, -1) {
			for _, n := range bound.FindAllStringSubmatch(b[1], -1) {
				if names[n[1]] > 0 {
					t.Errorf("%s: %s is bound and declared", name, n[1])
				}
			}
		}
	}
}
