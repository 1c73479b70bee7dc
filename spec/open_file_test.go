package spec_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// usingSource is a machine that uses another one twice.
func usingSource(a, b string) string {
	return "machine: Using\nuse: {A: \"" + a + "\", B: \"" + b + "\"}\nevents: {Go: {}}\ninitial: S\nterminal: {done: [Z]}\nstates: {S: {on: {Go: Z}}, Z: {}}\nprogress: {S: 1}\nbound: 1\n"
}

// uses loads a spec in a file, and returns the messages about child machines, without the folder.
func uses(t *testing.T, dir, file string) (text string) {
	t.Helper()
	path := filepath.Join(dir, file)
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, diags := spec.LoadWith(filepath.ToSlash(path), src, spec.OpenFile)
	for _, d := range diags {
		if d.Code == diag.CodeChild {
			text += strings.ReplaceAll(d.Message, filepath.ToSlash(dir)+"/", "") + "\n"
		}
	}
	return text
}

// TestOpenFile names children that are no files, or have no usable name.
func TestOpenFile(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.fsm.yaml"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ path, want string }{
		{"folder.fsm.yaml", "machine `A` cannot be used: folder.fsm.yaml is not a file"},
		{"../../none.fsm.yaml", "machine `A` cannot be used: there is no file"},
		{"self.fsm.yaml", "machine `A` cannot be used: it leads back to this machine: self.fsm.yaml uses self.fsm.yaml"},
		{"./sub/../self.fsm.yaml", "self.fsm.yaml uses self.fsm.yaml"},
		{"a\\n\\eb.fsm.yaml", "machine `A` cannot be used: there is no file a\ufffd\ufffdb.fsm.yaml"},
		{strings.Repeat("x", 9999) + ".fsm.yaml", "..."},
	} {
		if err := os.WriteFile(filepath.Join(dir, "self.fsm.yaml"), []byte(usingSource(test.path, test.path)), 0o666); err != nil {
			t.Fatal(err)
		}
		got := uses(t, dir, "self.fsm.yaml")
		if !strings.Contains(got, test.want) || len(got) > 1000 || strings.Count(got, "\n") != 2 {
			t.Errorf("%.40q: %q, want %q", test.path, got, test.want)
		}
	}
}

// TestOpenFileLinks uses a machine inside itself through links, by two paths each time: without the
// true names, there would be a machine for each of 2^n paths.
func TestOpenFileLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege on Windows")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range []string{"a", "b"} {
		if err := os.Symlink(".", filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "self.fsm.yaml"), []byte(usingSource("a/self.fsm.yaml", "b/self.fsm.yaml")), 0o666); err != nil {
		t.Fatal(err)
	}
	if got, want := uses(t, dir, "self.fsm.yaml"), "machine `A` cannot be used: it leads back to this machine: self.fsm.yaml uses self.fsm.yaml"; !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestNoChildren loads a spec from a text without a file, which cannot use others.
func TestNoChildren(t *testing.T) {
	s, diags := spec.Load("<stdin>", []byte(usingSource("a.fsm.yaml", "b.fsm.yaml")))
	if s.Machine != nil || len(diags) != 2 || diags[0].Message != "machine `A` cannot be used: only specs in files can use other machines" {
		t.Errorf("%v", diags)
	}
}
