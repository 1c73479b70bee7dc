package proptest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
)

// fact is a condition of which it is known whether it holds.
type fact struct {
	condition ast.Expr
	holds     bool
}

// way returns what is known where the walk is: the conditions around it, and those before it that ended the step if they held.
func (m *mutator) way() (list []fact) {
	for i, n := range m.stack {
		var next ast.Node = m.at
		if i+1 < len(m.stack) {
			next = m.stack[i+1]
		}
		switch n := n.(type) {
		case *ast.IfStmt:
			if next == ast.Node(n.Body) {
				list = append(list, fact{n.Cond, true})
			}
		case *ast.ForStmt:
			if n.Cond != nil && next == ast.Node(n.Body) {
				list = append(list, fact{n.Cond, true})
			}
		case *ast.CaseClause:
			if i < 2 || len(n.List) != 1 {
				break
			}
			if s, ok := m.stack[i-2].(*ast.SwitchStmt); ok && s.Tag != nil {
				list = append(list, fact{&ast.BinaryExpr{X: s.Tag, Op: token.EQL, Y: n.List[0]}, true})
			}
			list = m.passed(list, n.Body, next)
		case *ast.BlockStmt:
			list = m.passed(list, n.List, next)
		}
	}
	return list
}

// passed adds the conditions of a list of statements that did not hold, as otherwise the walk would not have come to one of them. A statement that
// may change the machine ends what was known before.
func (m *mutator) passed(list []fact, statements []ast.Stmt, to ast.Node) []fact {
	for _, s := range statements {
		if ast.Node(s) == to {
			break
		}
		switch s := s.(type) {
		case *ast.CaseClause, *ast.DeclStmt:
		case *ast.IfStmt:
			if s.Init != nil || s.Else != nil || !ends(s.Body.List) {
				list = nil
				break
			}
			list = append(list, fact{s.Cond, false})
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE {
				list = nil
			}
		default:
			list = nil
		}
	}
	return list
}

// ends reports whether nothing after some statements is reached.
func ends(list []ast.Stmt) bool {
	switch s := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.CONTINUE || s.Tok == token.BREAK
	}
	return false
}

// agreed returns the reason why a fault of a condition changes nothing, or "": the walk is in the condition.
func (m *mutator) agreed(mk, fix func()) string {
	in, ok := m.at.(*ast.IfStmt)
	for i := len(m.stack) - 1; i >= 0 && !ok; i-- {
		if s, is := m.stack[i].(*ast.IfStmt); is {
			var next ast.Node = m.at
			if i+1 < len(m.stack) {
				next = m.stack[i+1]
			}
			if next != ast.Node(s.Cond) {
				return ""
			}
			in, ok = s, true
		}
	}
	if !ok || in.Init != nil {
		return ""
	}
	before, err := parser.ParseExpr(m.text(in.Cond))
	mk()
	after, fault := parser.ParseExpr(m.text(in.Cond))
	fix()
	if err != nil || fault != nil {
		return ""
	}
	depth, at := len(m.stack), m.at
	if i := slices.Index(m.stack, ast.Node(in)); i >= 0 {
		m.stack, m.at = m.stack[:i], in
	}
	defer func() { m.stack, m.at = m.stack[:depth], at }()
	if m.agreement().same(m.way(), before, after) {
		return conditionsAgree
	}
	return ""
}
