package main

import (
	"fmt"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/fsmgen/fsmgen/internal/golden"
)

// TestAPI compares the exported names of the packages that others may import with
// docs/api.txt, and reports internal types among them.
func TestAPI(t *testing.T) {
	list, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedExportFile, Dir: "../.."}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	var api []string
	for _, p := range list {
		name := strings.TrimPrefix(p.PkgPath, module)
		top, _, _ := strings.Cut(name, "/")
		if strings.Contains("/"+name+"/", "/internal/") || slices.Contains([]string{"cmd", "machines", "examples", "templates"}, top) {
			continue
		}
		api = append(api, exported(name, p.Types)...)
	}
	for i, line := range api {
		api[i] = results.ReplaceAllString(line, "")
	}
	slices.Sort(api)
	for _, line := range api {
		if strings.Contains(line, "internal/") {
			t.Errorf("an internal type is part of the API: %s", line)
		}
	}
	// A change of the page belongs in CHANGELOG.md, too.
	golden.File(t, "../../docs/api.txt", []byte(strings.Join(api, "\n")+"\n"))
}

// results are the names that the compiler's export data gives to results without a name.
var results = regexp.MustCompile(`#rv\d+ `)

// exported lists the exported names of a package, one on each line: of types, the
// fields and methods too.
func exported(name string, p *types.Package) (lines []string) {
	qualifier := func(other *types.Package) string {
		if other == p {
			return ""
		}
		return strings.TrimPrefix(other.Path(), module)
	}
	add := func(format string, args ...any) {
		lines = append(lines, "pkg "+name+", "+fmt.Sprintf(format, args...))
	}
	for _, n := range p.Scope().Names() {
		o := p.Scope().Lookup(n)
		if !o.Exported() {
			continue
		}
		switch o := o.(type) {
		case *types.Const:
			add("const %s %s", n, types.TypeString(o.Type(), qualifier))
		case *types.Var:
			add("var %s %s", n, types.TypeString(o.Type(), qualifier))
		case *types.Func:
			add("func %s%s", n, strings.TrimPrefix(types.TypeString(o.Type(), qualifier), "func"))
		case *types.TypeName:
			parameters := ""
			if named, ok := o.Type().(*types.Named); ok && named.TypeParams().Len() > 0 {
				parameters = strings.TrimPrefix(types.TypeString(named, qualifier), n)
			}
			switch under := o.Type().Underlying().(type) {
			case *types.Struct:
				add("type %s%s struct", n, parameters)
				for f := range under.Fields() {
					if f.Exported() {
						add("type %s struct, %s %s", n, f.Name(), types.TypeString(f.Type(), qualifier))
					}
				}
			default:
				add("type %s%s %s", n, parameters, types.TypeString(under, qualifier))
			}
			methods := types.NewMethodSet(types.NewPointer(o.Type()))
			if types.IsInterface(o.Type()) {
				continue
			}
			for m := range methods.Methods() {
				if m.Obj().Exported() {
					add("method %s.%s%s", n, m.Obj().Name(), strings.TrimPrefix(types.TypeString(m.Type(), qualifier), "func"))
				}
			}
		}
	}
	return lines
}
