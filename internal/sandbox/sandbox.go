// Package sandbox is for tests that compile generated code as a user does, in a module of its own. It guarantees that the
// code is compiled with the packages of this working copy.
package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const path = "github.com/fsmgen/fsmgen"

// Mod returns the text of a go.mod for a module with a name, which requires this one, and what more says, as in
// "example.com/m v1.2.3".
func Mod(t testing.TB, name string, more ...string) []byte {
	t.Helper()
	require := strings.Join(append([]string{path + " v0.0.0"}, more...), "\n\t")
	return []byte("module " + name + "\n\ngo 1.26.0\n\nrequire (\n\t" + require + "\n)\n\nreplace " + path + " => " + Root(t) + "\n")
}

// Root returns the folder of this module, above the current one.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		text, _ := os.ReadFile(filepath.Join(dir, "go.mod")) // which the folder may not have
		if strings.HasPrefix(string(text), "module "+path+"\n") {
			return dir
		}
		above := filepath.Dir(dir)
		if above == dir {
			t.Fatalf("no folder above has the module %s", path)
		}
		dir = above
	}
}
