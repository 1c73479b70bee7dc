package gotype

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// resolve asks go/types for the type, or else for the reason why Go refuses it.
func resolve(t *expr.GoType) (typ types.Type, reason string) {
	packages, text := qualify(t)
	x, err := parser.ParseExpr(text)
	if err != nil {
		return nil, "it does not parse"
	}
	var src strings.Builder
	src.WriteString("package p\n")
	for _, p := range packages {
		if p.known {
			fmt.Fprintf(&src, "import %s %q\n", p.alias, p.path)
		}
	}
	arity := unknown(x)
	for _, name := range slices.Sorted(maps.Keys(arity)) {
		src.WriteString("type " + name + parameters(arity[name]) + " struct{}\n")
	}
	src.WriteString("var _ " + text)
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src.String(), parser.SkipObjectResolution)
	if err != nil {
		return nil, "it does not parse"
	}
	config := types.Config{Importer: library{}, Error: func(err error) {
		var e types.Error
		if reason == "" && errors.As(err, &e) {
			reason = strings.TrimPrefix(e.Msg, "invalid operation: ")
		}
	}}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	_, _ = config.Check("p", fset, []*ast.File{file}, info) // Error has received the errors
	for _, p := range packages {
		reason = strings.ReplaceAll(reason, p.prefix(), path.Base(p.path)+".")
	}
	decl := file.Decls[len(file.Decls)-1].(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
	return info.Types[decl.Type].Type, reason
}

// qualifier stands for a package in the type that go/types sees.
type qualifier struct {
	path, alias string
	// known: the package is one of the standard library, which can be imported.
	known bool
}

// prefix returns what is written before the names of the package.
func (q qualifier) prefix() string {
	if q.known {
		return q.alias + "."
	}
	return q.alias + "_"
}

// qualify returns a type as Go, with the packages that it mentions.
func qualify(t *expr.GoType) (packages []qualifier, text string) {
	alias := "std"
	for strings.Contains(t.Text, alias) {
		alias += "_" // so that no name in the type begins like an alias
	}
	var b strings.Builder
	for _, p := range t.Parts {
		if p.Path != "" {
			i := slices.IndexFunc(packages, func(q qualifier) bool { return q.path == p.Path })
			if i < 0 {
				i = len(packages)
				_, known := std(p.Path)
				packages = append(packages, qualifier{p.Path, fmt.Sprint(alias, i), known})
			}
			b.WriteString(packages[i].prefix())
		}
		b.WriteString(p.Token + p.Name)
	}
	return packages, b.String()
}

// unknown returns the names of types that nothing is known about, each with the number of
// its type arguments.
func unknown(x ast.Expr) map[string]int {
	arity := map[string]int{}
	add := func(x ast.Expr, arguments int) {
		if id, ok := x.(*ast.Ident); ok && types.Universe.Lookup(id.Name) == nil {
			arity[id.Name] = max(arity[id.Name], arguments)
		}
	}
	var visit func(ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field: // its names are those of parameters
			ast.Inspect(n.Type, visit)
			return false
		case *ast.SelectorExpr:
			return false
		case *ast.IndexExpr:
			add(n.X, 1)
		case *ast.IndexListExpr:
			add(n.X, len(n.Indices))
		case *ast.Ident:
			add(n, 0)
		}
		return true
	}
	ast.Inspect(x, visit)
	return arity
}

// parameters returns a list of type parameters.
func parameters(n int) string {
	if n == 0 {
		return ""
	}
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint("T", i)
	}
	return "[" + strings.Join(list, ", ") + " any]"
}
