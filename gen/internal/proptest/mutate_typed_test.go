package proptest

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// receiver is the type that a method is of, or "".
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	t := f.Recv.List[0].Type
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	return t.(*ast.Ident).Name
}

// typed reads which typed states there are after an event.
func (m *mutator) typed(file *ast.File) {
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && slices.Contains(m.names.Typed.In, receiver(f)) {
			if name, marks := strings.CutPrefix(f.Name.Name, "is"); marks {
				m.after[name] = append(m.after[name], receiver(f))
			}
			if f.Name.Name == "State" {
				m.after[m.names.Typed.Any] = append(m.after[m.names.Typed.Any], receiver(f))
			}
		}
	}
}

// leads has a method return another typed state, where its type allows one.
func (m *mutator) leads(n *ast.ReturnStmt) {
	if len(n.Results) == 0 {
		return
	}
	result, ok := n.Results[0].(*ast.CompositeLit)
	if !ok {
		return
	}
	t, ok := result.Type.(*ast.Ident)
	if !ok {
		return
	}
	all := m.after[m.text(m.in.Type.Results.List[0].Type)]
	if !slices.Contains(all, t.Name) {
		return
	}
	old := t.Name
	for _, other := range all {
		if other != old {
			m.add(other+" for "+old, func() { t.Name = other }, func() { t.Name = old })
		}
	}
}

// order swaps neighbouring alternatives: conditions that end the step.
func (m *mutator) order(list []ast.Stmt) {
	stops := func(i int) bool {
		if i >= len(list) {
			return false
		}
		s, ok := list[i].(*ast.IfStmt)
		if !ok || s.Init != nil || s.Else != nil {
			return false
		}
		_, ok = s.Body.List[len(s.Body.List)-1].(*ast.ReturnStmt)
		return ok
	}
	for i := range list {
		if stops(i) && stops(i+1) {
			swap := func() { list[i], list[i+1] = list[i+1], list[i] }
			why, at := "", m.at
			m.stack, m.at = append(m.stack, at), list[i]
			if x, y := list[i].(*ast.IfStmt).Cond, list[i+1].(*ast.IfStmt).Cond; m.agreement().apart(m.way(), x, y) {
				why = exclude
			}
			m.stack, m.at = m.stack[:len(m.stack)-1], at
			m.addWhy(why, "swap if "+m.text(list[i].(*ast.IfStmt).Cond)+" and if "+m.text(list[i+1].(*ast.IfStmt).Cond), swap, swap)
		}
	}
}

// claim puts the progress and the bound off by one, each way.
func (m *mutator) claim(n *ast.ReturnStmt) {
	name := m.in.Name.Name
	if name != "Progress" && name != "MaxTransitions" || len(n.Results) != 1 {
		return
	}
	old := n.Results[0]
	if _, array := old.(*ast.CompositeLit); array {
		return // its parts have faults of their own
	}
	for _, op := range []token.Token{token.ADD, token.SUB} {
		off := &ast.BinaryExpr{X: &ast.ParenExpr{X: old}, Op: op, Y: &ast.BasicLit{Kind: token.INT, Value: "1"}}
		m.add("return "+m.text(old)+" "+op.String()+" 1", func() { n.Results[0] = off }, func() { n.Results[0] = old })
	}
}
