package proptest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// host reads what the machine says of its host: the methods of the interfaces,
// those through which it asks, and the types whose values can be changed.
func (m *mutator) host(file *ast.File) {
	types := func(f *ast.FuncType) []string {
		var out []string
		for _, p := range f.Params.List {
			for range p.Names {
				out = append(out, m.text(p.Type))
			}
		}
		return out
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if strings.HasPrefix(d.Name.Name, "ask") {
				m.params["m."+d.Name.Name] = types(d.Type)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				t, ok := s.(*ast.TypeSpec)
				if !ok {
					continue
				}
				if name := m.text(t.Type); strings.HasPrefix(name, "uint") {
					m.enums[t.Name.Name] = true
				}
				methods, ok := t.Type.(*ast.InterfaceType)
				if !ok {
					continue
				}
				for _, f := range methods.Methods.List {
					if sig, ok := f.Type.(*ast.FuncType); ok {
						m.params["m.host."+f.Names[0].Name] = types(sig)
						m.params["host."+f.Names[0].Name] = types(sig)
						switch name := f.Names[0].Name; name { // the machine notes these calls
						case "StartTimer":
							m.params["m.startTimer"] = types(sig)
						case "StopTimer":
							m.params["m.stopTimer"] = types(sig)
						}
					}
				}
			}
		}
	}
}

// hosted reports whether a statement calls the host.
func (m *mutator) hosted(s ast.Stmt) bool {
	e, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := e.X.(*ast.CallExpr)
	return ok && (m.params[m.text(call.Fun)] != nil || strings.Contains(m.text(call.Fun), "host."))
}

// calls leaves out each call of the host, makes it twice, and swaps it with the
// next one. It also leaves out what is deferred.
func (m *mutator) calls(list []ast.Stmt) {
	hosted := func(i int) bool { return i < len(list) && m.hosted(list[i]) }
	for i, s := range list {
		_, deferred := s.(*ast.DeferStmt)
		if !deferred && !hosted(i) {
			continue
		}
		// What is never made still uses its variables.
		never := &ast.IfStmt{If: s.Pos(), Cond: ast.NewIdent("false"), Body: &ast.BlockStmt{List: []ast.Stmt{s}}}
		m.add("drop "+m.text(s), func() { list[i] = never }, func() { list[i] = s })
		if deferred {
			continue
		}
		m.add("twice "+m.text(s), func() { list[i] = &ast.BlockStmt{List: []ast.Stmt{s, s}} }, func() { list[i] = s })
		if hosted(i+1) && m.text(s) != m.text(list[i+1]) {
			swap := func() { list[i], list[i+1] = list[i+1], list[i] }
			m.add("swap "+m.text(s)+" and "+m.text(list[i+1]), swap, swap)
		}
	}
}

// arguments changes each argument of a call of the host, and swaps neighbours of
// one type.
func (m *mutator) arguments(n *ast.CallExpr) {
	name := m.text(n.Fun)
	types := m.params[name]
	for i, arg := range n.Args {
		if i >= len(types) {
			break
		}
		if other := m.other(arg, types[i]); other != nil {
			m.add(name+": "+m.text(other)+" for "+m.text(arg), func() { n.Args[i] = other }, func() { n.Args[i] = arg })
		}
		if i+1 < len(n.Args) && types[i] == types[i+1] && m.text(arg) != m.text(n.Args[i+1]) {
			swap := func() { n.Args[i], n.Args[i+1] = n.Args[i+1], n.Args[i] }
			m.add(name+": swap "+m.text(arg)+" and "+m.text(n.Args[i+1]), swap, swap)
		}
	}
}

// other is another value of the type of an argument, or nil.
func (m *mutator) other(arg ast.Expr, typ string) ast.Expr {
	more := func(op token.Token, y ast.Expr) ast.Expr {
		return &ast.BinaryExpr{X: &ast.ParenExpr{X: arg}, Op: op, Y: y}
	}
	_, constant := arg.(*ast.BasicLit)
	switch {
	case typ == "int" || typ == "time.Duration":
		return more(token.ADD, &ast.BasicLit{Kind: token.INT, Value: "1"})
	case typ == "string":
		return more(token.ADD, &ast.BasicLit{Kind: token.STRING, Value: `"more"`})
	case typ == "bool":
		return &ast.UnaryExpr{Op: token.NOT, X: &ast.ParenExpr{X: arg}}
	case m.enums[typ] && !constant && typ != "Timer":
		return &ast.CallExpr{Fun: ast.NewIdent(typ), Args: []ast.Expr{more(token.XOR, &ast.BasicLit{Kind: token.INT, Value: "1"})}}
	case strings.HasPrefix(typ, "*") || strings.HasPrefix(typ, "[]") || typ == "error":
		none, err := parser.ParseExpr("func() " + typ + " { _ = " + m.text(arg) + "; return nil }()")
		if err != nil {
			return nil
		}
		return none
	}
	return nil
}

// question turns the answer to a question around.
func (m *mutator) question(list []ast.Expr) {
	for i, e := range list {
		call, ok := e.(*ast.CallExpr)
		if !ok {
			continue
		}
		name := m.text(call.Fun)
		if r := m.in.Type.Results; strings.HasPrefix(name, "m.host.") && r != nil && len(r.List) == 1 && m.text(r.List[0].Type) == "error" {
			m.add("no reason of "+m.text(e), func() { list[i] = ast.NewIdent("nil") }, func() { list[i] = e })
			continue
		}
		if strings.HasSuffix(name, ".Holds") || strings.HasPrefix(name, "m.ask") || strings.HasPrefix(name, "m.host.") && name != "m.host.Now" {
			m.add("negate "+m.text(e), func() { list[i] = &ast.UnaryExpr{Op: token.NOT, X: e} }, func() { list[i] = e })
		}
	}
}
