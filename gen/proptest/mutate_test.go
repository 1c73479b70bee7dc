package proptest

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var every = flag.Int("mutants", 0, "test one in so many mutants; 0 for about eight of each machine")

// mutant is a machine with one fault.
type mutant struct {
	what   string
	source []byte
}

// mutator collects the faults that can be made in a machine. Each fault is a
// change of the syntax tree and its undoing.
type mutator struct {
	set    *token.FileSet
	faults []fault
	// where is the function that the walk is in.
	where string
	// states are the constants of type State.
	states []string
	// labels are the names in case clauses, where another name would only
	// repeat one.
	labels map[ast.Node]bool
}

type fault struct {
	what      string
	make, fix func()
}

func (m *mutator) add(n ast.Node, what string, mk, fix func()) {
	m.faults = append(m.faults, fault{fmt.Sprintf("%s, line %d: %s", m.where, m.set.Position(n.Pos()).Line, what), mk, fix})
}

// mutants returns every machine with one fault in a function that is not
// listed in skip.
func mutants(t *testing.T, source []byte, skip *regexp.Regexp) []mutant {
	t.Helper()
	m := &mutator{set: token.NewFileSet(), labels: map[ast.Node]bool{}}
	file, err := parser.ParseFile(m.set, "machine.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	state := regexp.MustCompile(`(?m)^\t((?:[A-Z]\w*)?State[A-Z]\w*)(?: \w+ = iota)?$`)
	for _, match := range state.FindAllSubmatch(source, -1) {
		m.states = append(m.states, string(match[1]))
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			m.where = f.Name.Name
			if !skip.MatchString(m.where) {
				m.function(f)
			}
		}
	}
	var out []mutant
	for _, f := range m.faults {
		f.make()
		var b bytes.Buffer
		if err := format.Node(&b, m.set, file); err != nil {
			t.Fatalf("%s: %v", f.what, err)
		}
		f.fix()
		out = append(out, mutant{f.what, b.Bytes()})
	}
	return out
}

func (m *mutator) function(f *ast.FuncDecl) {
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			m.drop(n.List)
		case *ast.CaseClause:
			m.drop(n.Body)
			m.neverCase(n)
		case *ast.IfStmt:
			m.condition(n)
		case *ast.IncDecStmt:
			old := n.Tok
			m.add(n, "swap ++ and --", func() { n.Tok = token.INC + token.DEC - old }, func() { n.Tok = old })
		case *ast.ArrayType:
			return false
		case *ast.BinaryExpr:
			m.operator(n)
		case *ast.BasicLit:
			m.literal(n)
		case *ast.Ident:
			m.name(n)
		}
		return true
	})
}

// drop leaves out each assignment and each count.
func (m *mutator) drop(list []ast.Stmt) {
	for i, s := range list {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok != token.ASSIGN {
				continue
			}
		case *ast.IncDecStmt:
		default:
			continue
		}
		m.add(s, "drop "+m.text(s), func() { list[i] = &ast.EmptyStmt{Semicolon: s.Pos()} }, func() { list[i] = s })
	}
}

// neverCase makes a case of a switch one that never comes.
func (m *mutator) neverCase(c *ast.CaseClause) {
	for i, e := range c.List {
		m.labels[e] = true
		never := &ast.BasicLit{Kind: token.INT, Value: "201", ValuePos: e.Pos()}
		m.add(c, "case "+m.text(e)+" never comes", func() { c.List[i] = never }, func() { c.List[i] = e })
	}
}

func (m *mutator) condition(n *ast.IfStmt) {
	if n.Init != nil {
		return
	}
	cond := n.Cond
	m.add(n, "negate "+m.text(cond), func() {
		n.Cond = &ast.UnaryExpr{OpPos: cond.Pos(), Op: token.NOT, X: &ast.ParenExpr{Lparen: cond.Pos(), X: cond, Rparen: cond.End()}}
	}, func() { n.Cond = cond })
	for _, value := range []string{"false", "true"} {
		// A variable that is only used in the condition must stay in use.
		op := token.LAND
		if value == "true" {
			op = token.LOR
		}
		constant := &ast.BinaryExpr{X: &ast.ParenExpr{X: cond}, Op: op, Y: ast.NewIdent(value)}
		m.add(n, value+" for "+m.text(cond), func() { n.Cond = constant }, func() { n.Cond = cond })
	}
}

func (m *mutator) operator(n *ast.BinaryExpr) {
	old := n.Op
	swaps := map[token.Token][]token.Token{
		token.LSS: {token.LEQ}, token.LEQ: {token.LSS}, token.GTR: {token.GEQ}, token.GEQ: {token.GTR},
		token.EQL: {token.NEQ}, token.NEQ: {token.EQL}, token.LAND: {token.LOR}, token.LOR: {token.LAND},
		token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.ADD},
	}
	for _, op := range swaps[old] {
		m.add(n, "make "+m.text(n)+" "+op.String(), func() { n.Op = op }, func() { n.Op = old })
	}
}

func (m *mutator) literal(n *ast.BasicLit) {
	old := n.Value
	switch n.Kind {
	case token.INT:
		v, _ := strconv.ParseInt(old, 0, 64)
		m.add(n, old+" is off by one", func() { n.Value = strconv.FormatInt(v+1, 10) }, func() { n.Value = old })
	case token.STRING:
		if !strings.ContainsAny(old, " %") {
			m.add(n, old+" is another text", func() { n.Value = `"other"` }, func() { n.Value = old })
		}
	}
}

// name puts another state in the place of a state, and false for true.
func (m *mutator) name(n *ast.Ident) {
	old := n.Name
	other := ""
	switch old {
	case "true":
		other = "false"
	case "false":
		other = "true"
	}
	for i, s := range m.states {
		if s == old {
			other = m.states[(i+1)%len(m.states)]
		}
	}
	if other != "" && !m.labels[n] {
		m.add(n, other+" for "+old, func() { n.Name = other }, func() { n.Name = old })
	}
}

func (m *mutator) text(n ast.Node) string {
	var b bytes.Buffer
	if err := format.Node(&b, m.set, n); err != nil {
		return err.Error()
	}
	return b.String()
}

// TestMutants breaks machines on purpose, one fault at a time, and wants their
// tests to fail. The text of messages and of logs is not tested, nor whether
// Validate refuses more than it must near the greatest int.
func TestMutants(t *testing.T) {
	skip := regexp.MustCompile(`^(String|Error)$`)
	s := newSandbox(t)
	var all []mutant
	total := 0
	for _, name := range []string{"fallback", "haggle"} {
		source, _ := generate(t, name, "", name)
		found := mutants(t, source, skip)
		total += len(found)
		step := *every
		if step == 0 {
			step = max(1, len(found)/8)
		}
		for i := 0; i < len(found); i += step {
			s.add(t, fmt.Sprintf("m%03d", len(all)), name, found[i].source)
			all = append(all, mutant{name + " " + found[i].what, found[i].source})
		}
	}
	out, _ := s.run("", "test", "-vet=off", "-ldflags=-s -w", "./...")
	result := regexp.MustCompile(`(?m)^(ok|FAIL)\s+sandbox/m(\d+)\s+(.*)$`)
	killed, seen := 0, 0
	for _, match := range result.FindAllStringSubmatch(out, -1) {
		seen++
		n, _ := strconv.Atoi(match[2])
		switch {
		case strings.Contains(match[3], "build failed"):
			t.Errorf("does not compile: %s", all[n].what)
		case match[1] == "ok":
			t.Errorf("survives: %s", all[n].what)
		default:
			killed++
		}
	}
	if seen != len(all) {
		t.Errorf("saw the results of %d mutants, want %d:\n%s", seen, len(all), out)
	}
	t.Logf("%d of %d mutants killed (there are %d)", killed, len(all), total)
}
