package spec_test

import (
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPasses compares the packages of the loader with the table in docs/internals/architecture.md: which there are, and whose results each of
// them takes. None may come before one that it imports.
func TestPasses(t *testing.T) {
	page, err := os.ReadFile("../docs/internals/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(page), "## The passes of the loader")
	if !ok {
		t.Fatal("the page has no section on the passes of the loader")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	var order []string
	want := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `spec/internal/(\\w+)` \\| .+ \\| (.*?) ?\\|$").FindAllStringSubmatch(section, -1) {
		order = append(order, row[1])
		want[row[1]] = strings.ReplaceAll(row[2], "`", "")
	}
	got := map[string]string{}
	for name, imports := range passes(t) {
		if i := slices.IndexFunc(imports, func(other string) bool { return slices.Index(order, other) >= slices.Index(order, name) }); i >= 0 {
			t.Errorf("%s imports %s, which does not come before it", name, imports[i])
		}
		slices.SortFunc(imports, func(a, b string) int { return slices.Index(order, a) - slices.Index(order, b) })
		imports = slices.DeleteFunc(imports, func(name string) bool { return name == "names" || name == "walk" || name == "pass" }) // which all can use
		got[name] = strings.Join(imports, ", ")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the page differs from the code (-page +code):\n%s", diff)
	}
}

// passes lists for each package of the loader which of the others it imports.
func passes(t *testing.T) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("internal/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		pass := path.Base(path.Dir(filepath.ToSlash(name)))
		imports := out[pass]
		for _, i := range file.Imports {
			other, inside := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), "github.com/fsmgen/fsmgen/spec/internal/")
			if inside && !slices.Contains(imports, other) {
				imports = append(imports, other)
			}
		}
		out[pass] = imports
	}
	return out
}
