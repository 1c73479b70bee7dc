package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/format"
	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/internal/sample"
)

const cookbook = "../../docs/cookbook/"

// recipes returns the specs of the cookbook by the names of their pages.
func recipes(t *testing.T) map[string]string {
	t.Helper()
	pages, err := filepath.Glob(cookbook + "*.md")
	if err != nil || len(pages) < 11 {
		t.Fatalf("pages %q, %v", pages, err)
	}
	specs := map[string]string{}
	for _, page := range pages {
		name := strings.TrimSuffix(filepath.Base(page), ".md")
		for _, b := range blocks(t, page) {
			if b.language == "yaml" {
				specs[name] = b.text
			}
		}
		if specs[name] == "" && name != "README" {
			t.Errorf("%s has no spec", page)
		}
	}
	return specs
}

// TestCookbook holds the pages to have the picture of their machine, a line in the index, and a spec as `fsmgen fmt` writes it. TestDocs
// verifies the specs. -update draws the pictures again.
func TestCookbook(t *testing.T) {
	index, err := os.ReadFile(cookbook + "README.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range recipes(t) {
		path := name + "/" + name + suffix
		if named(text) != path {
			t.Errorf("the spec of %s.md is not %s", name, path)
		}
		if tidy, _, err := format.Source(path, []byte(text)); err != nil || string(tidy) != text {
			t.Errorf("the spec of %s.md is not as fsmgen fmt writes it (%v):\n%s", name, err, tidy)
		}
		var out, errs bytes.Buffer
		if code := run(t.Context(), []string{"diagram", "--format", "svg", "-"}, stdio{strings.NewReader(text), &out, &errs}); code != 0 {
			t.Errorf("%s: %s", name, errs.String())
		}
		golden.File(t, "../../docs/pictures/cookbook/"+name+".svg", out.Bytes())
		page, err := os.ReadFile(cookbook + name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(page, []byte("](../pictures/cookbook/"+name+".svg)")) || !bytes.Contains(index, []byte("]("+name+".md)")) {
			t.Errorf("%s.md has no picture, or is not in the index", name)
		}
	}
}

// TestCookbookGo generates the machines of the cookbook as a user does, and runs the tests that come with them.
func TestCookbookGo(t *testing.T) {
	sample.Turn(t)
	dir := t.TempDir()
	sum, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.mod"), userModule(t))
	write(t, filepath.Join(dir, "go.sum"), string(sum))
	for _, text := range recipes(t) {
		write(t, filepath.Join(dir, named(text)), text)
	}
	var out bytes.Buffer
	if code := run(t.Context(), []string{"generate", filepath.Join(dir, "...")}, stdio{nil, &out, &out}); code != 0 {
		t.Fatalf("generate ends with %d:\n%s", code, out.String())
	}
	for _, args := range [][]string{{"vet", "./..."}, {"test", "-short", "./..."}} {
		c := exec.Command("go", args...)
		c.Dir = dir
		c.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GONOSUMDB=*")
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}
