package proptest

import (
	"go/ast"
	"strings"
)

// unsigned marks the zeros of a file that belong to fields and parameters without a sign.
func (m *mutator) unsigned(file *ast.File) {
	fields, params := map[string]bool{}, map[string][]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType:
			for _, f := range n.Fields.List {
				for _, name := range f.Names {
					fields[name.Name] = strings.HasPrefix(m.text(f.Type), "uint")
				}
			}
		case *ast.FuncDecl:
			for _, p := range n.Type.Params.List {
				for range max(1, len(p.Names)) {
					params[n.Name.Name] = append(params[n.Name.Name], strings.HasPrefix(m.text(p.Type), "uint"))
				}
			}
		}
		return true
	})
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			m.lowest[n.Value] = m.lowest[n.Value] || fields[m.text(n.Key)]
		case *ast.BinaryExpr:
			if x, ok := n.X.(*ast.SelectorExpr); ok && fields[x.Sel.Name] {
				m.lowest[n.Y] = true
			}
		case *ast.CallExpr:
			name := m.text(n.Fun)
			for i, without := range params[name[strings.LastIndexByte(name, '.')+1:]] {
				if without && i < len(n.Args) {
					m.lowest[n.Args[i]] = true
				}
			}
		}
		return true
	})
}
