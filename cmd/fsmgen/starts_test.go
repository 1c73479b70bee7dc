package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// started is the folder of the starts. On their pages, the files are in the module of a user.
const started = "../../examples/start"

// TestStarts checks that each page of docs/start has the files of a folder of examples/start, whose tests run them, and
// can be read in a few minutes. The pages leave out tests and comments of packages.
func TestStarts(t *testing.T) {
	pages, err := filepath.Glob("../../docs/start/*.md")
	if err != nil || len(pages) < 4 {
		t.Fatalf("pages %q, %v", pages, err)
	}
	folders, err := os.ReadDir(started)
	if err != nil || len(folders) != len(pages) {
		t.Errorf("%d folders for the pages %q, %v", len(folders), pages, err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(text, []byte("\n")); n > 150 {
			t.Errorf("%s has %d lines, more than 150", page, n)
		}
		want := written(t, strings.TrimSuffix(filepath.Base(page), ".md"))
		if len(want) < 2 {
			t.Errorf("the folder of %s has the files %v", page, want)
		}
		for path, shown := range shownFiles(t, page) {
			if shown != want[path] {
				t.Errorf("%s is another file than in %s:\n%s", path, page, shown)
			}
			delete(want, path)
		}
		for path := range want {
			t.Errorf("%s does not have %s", page, path)
		}
	}
}

// TestFromNothing generates, vets, and tests the files of the pages that need no other module, in a new one.
func TestFromNothing(t *testing.T) {
	sample.Turn(t)
	dir := t.TempDir()
	sum, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.mod"), userModule(t))
	write(t, filepath.Join(dir, "go.sum"), string(sum))
	for _, name := range []string{"retry", "agent"} {
		for path, text := range shownFiles(t, "../../docs/start/"+name+".md") {
			write(t, filepath.Join(dir, path), text)
		}
	}
	var out bytes.Buffer
	if code := run(t.Context(), []string{"generate", dir + "/..."}, stdio{nil, &out, &out}); code != 0 {
		t.Fatalf("generate ends with %d:\n%s", code, out.String())
	}
	for _, args := range [][]string{{"vet", "./..."}, {"test", "./..."}, {"run", "./agent"}} {
		c := exec.Command("go", args...)
		c.Dir = dir
		c.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=mod", "GONOSUMDB=*")
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

// shownFiles returns the files of a page by their paths, which are in the first lines of its blocks.
func shownFiles(t *testing.T, page string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, b := range blocks(t, page) {
		mark, shows := map[string]string{"yaml": "# ", "go": "// "}[b.language]
		if !shows {
			continue
		}
		line, text, _ := strings.Cut(b.text, "\n")
		path, named := strings.CutPrefix(line, mark)
		if !named || strings.Contains(path, " ") {
			t.Errorf("%s has a block without a path: %s", page, line)
		}
		files[path] = text
	}
	return files
}

// written returns the specs and the programs of a start, with the paths and the imports of a user.
func written(t *testing.T, name string) map[string]string {
	t.Helper()
	files := map[string]string{}
	root := os.DirFS(started)
	if err := fs.WalkDir(root, name, func(path string, _ fs.DirEntry, err error) error {
		program := strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") && !strings.Contains(path, "_fsm") && filepath.Base(path) != "doc.go"
		if err != nil || !program && !strings.HasSuffix(path, suffix) {
			return err
		}
		text, err := fs.ReadFile(root, path)
		files[path] = strings.ReplaceAll(string(text), module+"examples/start/", "example.com/app/")
		return err
	}); err != nil {
		t.Error(err)
	}
	return files
}
