package proptest

import (
	"go/ast"
	"go/parser"
	"slices"
)

// contexts hands on another context than that of the call, or one that has ended.
func (m *mutator) contexts(n *ast.CallExpr) {
	if m.names.Context == "" {
		return
	}
	if m.text(n.Fun) == "fsmdrive.Live" {
		m.add(m.text(n)+": also if it has ended", func() { n.Fun = ast.NewIdent("context.Context") }, func() { n.Fun = live() })
	}
	for i, arg := range n.Args {
		if name := m.text(arg); slices.Contains([]string{m.names.Context, "ctx", "r.ctx"}, name) {
			m.add(m.text(n)+": another context", func() { n.Args[i] = ast.NewIdent("context.TODO()") }, func() { n.Args[i] = arg })
		}
	}
}

// live is the function that keeps a context alive.
func live() ast.Expr {
	e, _ := parser.ParseExpr("fsmdrive.Live")
	return e
}
