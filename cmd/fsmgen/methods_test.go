package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// most is the number of methods that a type may have. A type with more is several types.
const most = 40

// methods are what a type has besides fields, and what it embeds.
type methods struct {
	names  []string
	embeds []string
}

// TestMethods counts the methods of each type that is written by hand, in all modules. Methods of what a struct embeds count as its
// own: a chain of embedded structs is one large type.
func TestMethods(t *testing.T) {
	types := map[string]*methods{}
	err := filepath.WalkDir("../..", func(file string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && (name == "testdata" || strings.HasPrefix(name, ".") && len(name) > 2 || strings.HasPrefix(name, "_")):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		return addTypes(types, file)
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(types) < 500 {
		t.Errorf("only %d types were looked at", len(types))
	}
	for name := range types {
		all := map[string]bool{}
		collect(types, name, all, map[string]bool{})
		if len(all) > most {
			t.Errorf("%s has %d methods, more than %d: divide it", name, len(all), most)
		}
	}
}

// addTypes adds the types of a file, by the folder of their package and their name.
func addTypes(types map[string]*methods, file string) error {
	src, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	f, err := parser.ParseFile(token.NewFileSet(), file, src, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil || ast.IsGenerated(f) {
		return err
	}
	folder := strings.TrimPrefix(path.Dir(filepath.ToSlash(file)), "../../")
	imports := map[string]string{}
	for _, i := range f.Imports {
		from, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return err
		}
		name := path.Base(from)
		if i.Name != nil {
			name = i.Name.Name
		}
		imports[name] = strings.TrimPrefix(from, module)
	}
	at := func(name string) *methods {
		if types[name] == nil {
			types[name] = &methods{}
		}
		return types[name]
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil {
				m := at(typeName(d.Recv.List[0].Type, folder, imports))
				m.names = append(m.names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				s, ok := s.(*ast.TypeSpec)
				if !ok {
					continue
				}
				m := at(folder + "." + s.Name.Name)
				for _, field := range fieldsOf(s.Type) {
					if _, method := field.Type.(*ast.FuncType); method && len(field.Names) > 0 {
						if _, is := s.Type.(*ast.InterfaceType); is {
							m.names = append(m.names, field.Names[0].Name)
						}
					} else if len(field.Names) == 0 {
						m.embeds = append(m.embeds, typeName(field.Type, folder, imports))
					}
				}
			}
		}
	}
	return nil
}

// fieldsOf returns the fields of a struct, or the methods of an interface.
func fieldsOf(typ ast.Expr) []*ast.Field {
	switch typ := typ.(type) {
	case *ast.StructType:
		return typ.Fields.List
	case *ast.InterfaceType:
		return typ.Methods.List
	}
	return nil
}

// typeName returns the name of a type, or of that to which a pointer points, with the folder of its package.
func typeName(typ ast.Expr, folder string, imports map[string]string) string {
	switch typ := typ.(type) {
	case *ast.StarExpr:
		return typeName(typ.X, folder, imports)
	case *ast.IndexExpr:
		return typeName(typ.X, folder, imports)
	case *ast.IndexListExpr:
		return typeName(typ.X, folder, imports)
	case *ast.SelectorExpr:
		if p, ok := typ.X.(*ast.Ident); ok {
			return imports[p.Name] + "." + typ.Sel.Name
		}
	case *ast.Ident:
		return folder + "." + typ.Name
	}
	return ""
}

// collect adds the names of the methods of a type and of what it embeds.
func collect(types map[string]*methods, name string, all, seen map[string]bool) {
	m := types[name]
	if m == nil || seen[name] {
		return
	}
	seen[name] = true
	for _, n := range m.names {
		all[n] = true
	}
	for _, e := range m.embeds {
		collect(types, e, all, seen)
	}
}
