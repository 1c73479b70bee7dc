package proptest

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// walk adds the faults of one function.
func (m *mutator) walk(f *ast.FuncDecl) {
	m.stack = nil
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if n == nil {
			m.stack = m.stack[:len(m.stack)-1]
			return true
		}
		m.at = n
		deeper := !m.dead[n] && m.visit(n)
		if deeper {
			m.stack = append(m.stack, n)
		}
		return deeper
	})
}

// visit adds the faults of a node, and reports whether those of the nodes in it are wanted.
func (m *mutator) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BlockStmt:
		m.decided(n.List)
		m.drop(n.List)
		m.calls(n.List)
		m.order(n.List)
	case *ast.CaseClause:
		m.decided(n.Body)
		m.drop(n.Body)
		m.calls(n.Body)
		m.order(n.Body)
		m.neverCase(n)
	case *ast.TypeSwitchStmt:
		m.neverTypes(n)
	case *ast.SwitchStmt:
		for _, c := range n.Body.List {
			m.tagless[c] = n.Tag == nil
		}
	case *ast.IfStmt:
		m.condition(n)
	case *ast.IncDecStmt:
		if m.text(n.X) == "m.steps" {
			break // what is asked of it is whether it changes
		}
		old := n.Tok
		m.add("swap ++ and --", func() { n.Tok = token.INC + token.DEC - old }, func() { n.Tok = old })
	case *ast.ArrayType:
		return false
	case *ast.IndexExpr:
		m.lowest[n.Index] = m.lowest[n.Index] || m.text(n.Index) == "0"
	case *ast.CallExpr:
		m.arguments(n)
		m.contexts(n)
		if name := m.text(n.Fun); name == "fsmdrive.Arg" || name == "fsmdrive.Given" {
			m.said[n.Args[0]] = true
		}
		return m.text(n.Fun) != "fmt.Errorf" && m.text(n.Fun) != "errors.New" // the text of messages is not tested
	case *ast.AssignStmt:
		m.question(n.Rhs)
	case *ast.CompositeLit:
		for _, e := range n.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok && slices.Contains([]string{"Package", "Of"}, m.text(kv.Key)) {
				m.said[kv.Value] = true // only in messages
			}
		}
		m.reasons(n)
	case *ast.ReturnStmt:
		m.question(n.Results)
		m.claim(n)
		m.leads(n)
	case *ast.BinaryExpr:
		if strings.HasPrefix(m.text(n.X), "m.mode") { // which has no sign
			m.lowest[n.Y] = true
		}
		m.operator(n)
	case *ast.BasicLit:
		m.literal(n)
	case *ast.SelectorExpr:
		m.confuse(n.Sel, m.text(n.X)+".", m.fields[m.text(n.X)])
		m.labels[n.Sel] = true
	case *ast.KeyValueExpr:
		m.labels[n.Key] = true
	case *ast.Ident:
		m.name(n)
	}
	return true
}

// reasons leaves out what an error says of conditions.
func (m *mutator) reasons(n *ast.CompositeLit) {
	for i, e := range n.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok && (slices.Contains([]string{"Guards", "If", "Reasons"}, m.text(kv.Key))) {
			old := n.Elts
			m.add("leave out "+m.text(kv), func() { n.Elts = slices.Delete(slices.Clone(old), i, i+1) }, func() { n.Elts = old })
		}
	}
}

// decided finds conditions that cannot hold because they were asked before, and
// the machine was done if they held. A spec can have such alternatives.
func (m *mutator) decided(list []ast.Stmt) {
	seen := map[string]bool{}
	for i, s := range list {
		if s, ok := s.(*ast.IfStmt); ok {
			if i > 0 {
				m.before[s] = m.text(list[i-1])
			}
			cond := m.text(s.Cond)
			m.dead[s] = seen[cond]
			_, ends := s.Body.List[len(s.Body.List)-1].(*ast.ReturnStmt)
			seen[cond] = seen[cond] || ends
			seen[weaker[cond]] = seen[weaker[cond]] || ends
		}
	}
}

// weaker has conditions that cannot hold where another one, by which they are
// listed, does not: a dialog is stalled one turn before its limit.
var weaker = map[string]string{
	"m.stalls >= max(1, m.params.MaxNoProgress-1)": "m.stalls+1 >= m.params.MaxNoProgress",
}

// drop leaves out each assignment and each count.
func (m *mutator) drop(list []ast.Stmt) {
	for i, s := range list {
		switch s := s.(type) {
		case *ast.AssignStmt:
			_, through := s.Lhs[0].(*ast.StarExpr) // the pointer may have no other use
			if s.Tok != token.ASSIGN || through {
				continue
			}
		case *ast.IncDecStmt:
		case *ast.ExprStmt:
			if m.hosted(s) {
				continue // what the host is told has faults of its own
			}
			if m.panics(s) {
				continue // a function may have no other end
			}
		default:
			continue
		}
		// What is never done still uses its variables.
		never := &ast.IfStmt{If: s.Pos(), Cond: ast.NewIdent("false"), Body: &ast.BlockStmt{List: []ast.Stmt{s}}}
		m.add("drop "+m.text(s), func() { list[i] = never }, func() { list[i] = s })
	}
}

// panics reports whether a statement is a panic.
func (m *mutator) panics(s *ast.ExprStmt) bool {
	call, ok := s.X.(*ast.CallExpr)
	return ok && m.text(call.Fun) == "panic"
}

// neverCase makes a case of a switch one that never comes.
func (m *mutator) neverCase(c *ast.CaseClause) {
	if m.types[c] {
		return
	}
	for i, e := range c.List {
		m.labels[e] = true
		if m.tagless[c] {
			m.overflow = strings.Contains(m.text(e), "math.MaxInt")
			never := &ast.BinaryExpr{X: &ast.ParenExpr{X: e}, Op: token.LAND, Y: ast.NewIdent("false")}
			m.add("case "+m.text(e)+" never comes", func() { c.List[i] = never }, func() { c.List[i] = e })
			continue
		}
		never := &ast.BasicLit{Kind: token.INT, Value: "201", ValuePos: e.Pos()}
		if l, ok := e.(*ast.BasicLit); ok && l.Kind == token.STRING {
			never = &ast.BasicLit{Kind: token.STRING, Value: `"never"`, ValuePos: e.Pos()}
		}
		m.add("case "+m.text(e)+" never comes", func() { c.List[i] = never }, func() { c.List[i] = e })
	}
}

// neverTypes makes a case of a switch over types one that never comes: it does what the default does.
func (m *mutator) neverTypes(n *ast.TypeSwitchStmt) {
	last := n.Body.List[len(n.Body.List)-1].(*ast.CaseClause)
	for _, s := range n.Body.List {
		c := s.(*ast.CaseClause)
		m.types[c] = true
		if body := c.Body; c != last {
			never := last.Body
			if a, ok := n.Assign.(*ast.AssignStmt); ok { // whose variable may have no other use
				never = append([]ast.Stmt{&ast.AssignStmt{Lhs: []ast.Expr{ast.NewIdent("_")}, Tok: token.ASSIGN, Rhs: a.Lhs}}, never...)
			}
			m.add("case "+m.text(c.List[0])+" never comes", func() { c.Body = never }, func() { c.Body = body })
		}
	}
}

func (m *mutator) condition(n *ast.IfStmt) {
	cond := n.Cond
	source := ""
	if from := m.text(cond); from == "err != nil" {
		source = " of " + m.text(n.Init)
		if n.Init == nil {
			source = " of " + m.before[n]
		}
	}
	m.overflow = strings.Contains(m.text(cond), "math.MaxInt")
	m.add("negate "+m.text(cond), func() {
		n.Cond = &ast.UnaryExpr{OpPos: cond.Pos(), Op: token.NOT, X: &ast.ParenExpr{Lparen: cond.Pos(), X: cond, Rparen: cond.End()}}
	}, func() { n.Cond = cond })
	for _, value := range []string{"false", "true"} {
		// A variable that is only used in the condition must stay in use.
		op := token.LAND
		if value == "true" {
			op = token.LOR
		}
		constant := &ast.BinaryExpr{X: &ast.ParenExpr{X: cond}, Op: op, Y: ast.NewIdent(value)}
		m.add(value+" for "+m.text(cond)+source, func() { n.Cond = constant }, func() { n.Cond = cond })
	}
}

func (m *mutator) operator(n *ast.BinaryExpr) {
	old := n.Op
	swaps := map[token.Token][]token.Token{
		token.LSS: {token.LEQ}, token.LEQ: {token.LSS}, token.GTR: {token.GEQ}, token.GEQ: {token.GTR},
		token.EQL: {token.NEQ}, token.NEQ: {token.EQL}, token.LAND: {token.LOR}, token.LOR: {token.LAND},
		token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.ADD}, token.QUO: {token.REM}, token.REM: {token.QUO},
	}
	for _, op := range swaps[old] {
		if op == token.ADD && strings.Contains(m.text(n), "math.MaxInt") {
			continue // the compiler would find it
		}
		if op == token.SUB && strings.ContainsAny(m.text(n.X)+m.text(n.Y), "\"") {
			continue // so it would of texts
		}
		m.add("make "+m.text(n)+" "+op.String(), func() { n.Op = op }, func() { n.Op = old })
	}
}

func (m *mutator) literal(n *ast.BasicLit) {
	old := n.Value
	switch n.Kind {
	case token.INT:
		v, _ := strconv.ParseInt(old, 0, 64)
		m.add(old+" is one more", func() { n.Value = strconv.FormatInt(v+1, 10) }, func() { n.Value = old })
		if !m.lowest[n] || v > 0 {
			m.add(old+" is one less", func() { n.Value = strconv.FormatInt(v-1, 10) }, func() { n.Value = old })
		}
	case token.STRING:
		if m.said[n] {
			break
		}
		if !strings.ContainsAny(old, " %") {
			m.add(old+" is another text", func() { n.Value = `"other"` }, func() { n.Value = old })
		}
	}
}

// opposite has what is the other way round.
var opposite = map[string]string{"true": "false", "false": "true", "min": "max", "max": "min"}

// name puts false for true, the least for the greatest, and other constants and
// arguments in the place of one.
func (m *mutator) name(n *ast.Ident) {
	if m.labels[n] {
		return
	}
	old := n.Name
	if other := opposite[old]; other != "" {
		m.add(other+" for "+old, func() { n.Name = other }, func() { n.Name = old })
	}
	m.constant(n)
	m.confuse(n, "", m.named(m.in.Type.Params))
}

func (m *mutator) text(n ast.Node) string {
	var b bytes.Buffer
	if err := format.Node(&b, m.set, n); err != nil {
		return err.Error()
	}
	return b.String()
}
