package spec_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// layer is a type of the loader.
type layer struct {
	file string
	// holds are the other layers that it has in its fields, in their order.
	holds string
}

// TestLayers compares the types of the loader with the table in docs/architecture.md. None may have so
// many methods that nobody sees what depends on what.
func TestLayers(t *testing.T) {
	const most = 40
	page, err := os.ReadFile("../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]layer{}
	for _, row := range regexp.MustCompile("(?m)^\\| .+ \\| `(\\w+)` \\| (.*?) ?\\| `(\\w+\\.go)` \\|$").FindAllStringSubmatch(string(page), -1) {
		want[row[1]] = layer{row[3], strings.ReplaceAll(row[2], "`", "")}
	}
	got, methods := map[string]layer{}, map[string]int{}
	for name, file := range sources(t) {
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv != nil {
					methods[named(d.Recv.List[0].Type)]++
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok {
						if holds, is := held(s.Type, want); is {
							got[s.Name.Name] = layer{name, holds}
						}
					}
				}
			}
		}
	}
	// The lowest layer holds none.
	got["naming"] = layer{"names.go", ""}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(layer{})); diff != "" {
		t.Errorf("the page differs from the code (-page +code):\n%s", diff)
	}
	for name, n := range methods {
		if n > most {
			t.Errorf("%s has %d methods, more than %d: divide it", name, n, most)
		}
	}
	if methods["flow"] == 0 {
		t.Error("no methods were counted")
	}
}

// sources are the files of the package without tests, by name.
func sources(t *testing.T) map[string]*ast.File {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*ast.File{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if out[name], err = parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// held lists the layers in the fields of a struct. It reports whether one of them is embedded.
func held(typ ast.Expr, layers map[string]layer) (holds string, embedded bool) {
	s, ok := typ.(*ast.StructType)
	if !ok {
		return "", false
	}
	var list []string
	for _, f := range s.Fields.List {
		if name := named(f.Type); layers[name].file != "" {
			list = append(list, name)
			embedded = embedded || len(f.Names) == 0
		}
	}
	return strings.Join(list, ", "), embedded
}

// named returns the name of a type, or of that to which a pointer points.
func named(typ ast.Expr) string {
	if p, ok := typ.(*ast.StarExpr); ok {
		typ = p.X
	}
	id, _ := typ.(*ast.Ident)
	if id == nil {
		return ""
	}
	return id.Name
}
