package goapi

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"strconv"
)

// API is what a package exports.
type API struct {
	pkg *types.Package
	// marked are the exported types by their unexported methods.
	marked map[string][]*types.TypeName
}

// Read type-checks some files of one package. Names that the files do not declare stand for types that
// other files do. An error is a syntax error.
func Read(files ...[]byte) (*API, error) {
	set := token.NewFileSet()
	var trees []*ast.File
	for i, data := range files {
		tree, err := parser.ParseFile(set, "file"+strconv.Itoa(i)+".go", data, 0)
		if err != nil {
			return nil, err
		}
		trees = append(trees, tree)
	}
	trees = append(trees, others(trees))
	config := types.Config{
		IgnoreFuncBodies: true,
		Importer:         importsOf(trees),
		// What is wrong concerns initial values, which call functions that stand-ins lack.
		Error: func(error) {},
	}
	pkg, _ := config.Check("p", set, trees, nil)
	return &API{pkg, marks(pkg)}, nil
}

// others returns a file that declares the types that the files lack.
func others(files []*ast.File) *ast.File {
	known := map[string]bool{}
	for _, f := range files {
		for name := range f.Scope.Objects {
			known[name] = true
		}
		for _, spec := range f.Imports {
			known[importName(spec)] = true
		}
	}
	rest := &ast.File{Name: ast.NewIdent("p")}
	for _, f := range files {
		for _, id := range f.Unresolved {
			if known[id.Name] || types.Universe.Lookup(id.Name) != nil {
				continue
			}
			known[id.Name] = true
			rest.Decls = append(rest.Decls, &ast.GenDecl{Tok: token.TYPE, Specs: []ast.Spec{
				&ast.TypeSpec{Name: ast.NewIdent(id.Name), Type: &ast.StructType{Fields: &ast.FieldList{}}},
			}})
		}
	}
	return rest
}

// importName returns the name of an imported package in its file.
func importName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	from, _ := strconv.Unquote(spec.Path.Value) // the parser has checked it
	return path.Base(from)
}

// standIns are packages that have exactly the types that the files mention.
type standIns map[string]*types.Package

// Import implements [types.Importer].
func (s standIns) Import(path string) (*types.Package, error) { return s[path], nil }

// importsOf makes a stand-in for each imported package. All names in it are types.
func importsOf(files []*ast.File) standIns {
	packages := standIns{}
	for _, f := range files {
		local := map[string]*types.Package{}
		for _, spec := range f.Imports {
			from, _ := strconv.Unquote(spec.Path.Value) // the parser has checked it
			if packages[from] == nil {
				packages[from] = types.NewPackage(from, path.Base(from))
				packages[from].MarkComplete()
			}
			local[importName(spec)] = packages[from]
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := sel.X.(*ast.Ident); ok && local[x.Name] != nil {
					declare(local[x.Name], sel.Sel.Name)
				}
			}
			return true
		})
	}
	return packages
}

// declare adds a type to a stand-in, unless it is there.
func declare(pkg *types.Package, name string) {
	if pkg.Scope().Lookup(name) == nil {
		object := types.NewTypeName(token.NoPos, pkg, name, nil)
		types.NewNamed(object, types.NewStruct(nil, nil), nil)
		pkg.Scope().Insert(object)
	}
}
