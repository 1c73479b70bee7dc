package proptest

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mutator collects the faults that can be made in a machine. Each fault is a
// change of the syntax tree and its undoing.
type mutator struct {
	set    *token.FileSet
	faults []fault
	// in is the function that the walk is in.
	in *ast.FuncDecl
	// overflow is set within a check that something fits in an int.
	overflow bool
	// dead are statements with a condition that was decided before.
	dead map[ast.Node]bool
	// states and timers are the constants of type State and Timer.
	states, timers []string
	// params are the types of the parameters of the host's methods, and of the
	// methods through which the machine asks.
	params map[string][]string
	// enums are the types whose constants count from 0.
	enums map[string]bool
	// labels are the names in case clauses, where another name would only
	// repeat one.
	labels map[ast.Node]bool
	// times counts the faults of one description.
	times map[string]int
}

type fault struct {
	in        *ast.FuncDecl
	what      string
	make, fix func()
	// why says that no test need tell the fault from the machine; "" if one
	// must.
	why string
}

func (m *mutator) add(what string, mk, fix func()) {
	f := fault{in: m.in, what: m.in.Name.Name + ": " + what, make: mk, fix: fix}
	if m.times[f.what]++; m.times[f.what] > 1 {
		f.what += fmt.Sprintf(" (%d)", m.times[f.what])
	}
	switch {
	case m.overflow && m.in.Name.Name == "Validate":
		f.why = "may refuse more than it must near the greatest int"
	case f.what == "Swap: drop m.level = 0":
		f.why = "the guards before leave only 0"
	}
	m.faults = append(m.faults, f)
}

// mutate returns a machine that holds every mutant of source: a copy of a
// function for each fault in it, and the environment variable FSMGEN_MUTANT to
// choose the one that is called. Fault i is mutant i+1, and 0 has none.
// Only functions that are tested have faults.
func mutate(t *testing.T, source []byte, tested map[string]bool) (all []byte, faults []fault) {
	t.Helper()
	m := &mutator{set: token.NewFileSet(), labels: map[ast.Node]bool{}, dead: map[ast.Node]bool{}, times: map[string]int{}}
	file, err := parser.ParseFile(m.set, "machine.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	state := regexp.MustCompile(`(?m)^\t((?:[A-Z]\w*)?State[A-Z]\w*)(?: \w+ = iota)?$`)
	for _, match := range state.FindAllSubmatch(source, -1) {
		m.states = append(m.states, string(match[1]))
	}
	for _, match := range regexp.MustCompile(`(?m)^\t((?:[A-Z]\w*)?Timer[A-Z]\w*)(?: \w+ = iota)?$`).FindAllSubmatch(source, -1) {
		m.timers = append(m.timers, string(match[1]))
	}
	m.host(file)
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && tested[fullName(f)] {
			m.in = f
			m.walk(f)
		}
	}
	var copies, choice strings.Builder
	for i, f := range m.faults {
		if i == 0 || m.faults[i-1].in != f.in {
			fmt.Fprintf(&choice, "%s {\nswitch mutantChosen {\n", m.text(&ast.FuncDecl{Recv: f.in.Recv, Name: f.in.Name, Type: f.in.Type}))
		}
		name := f.in.Name.Name
		fmt.Fprintf(&choice, "case %d:\n%s\n", i+1, call(f.in, i+1))
		f.in.Name.Name = fmt.Sprintf("%s_%d", name, i+1)
		f.make()
		copies.WriteString(m.text(&ast.FuncDecl{Recv: f.in.Recv, Name: f.in.Name, Type: f.in.Type, Body: f.in.Body}) + "\n\n")
		f.fix()
		f.in.Name.Name = name
		if i+1 == len(m.faults) || m.faults[i+1].in != f.in {
			fmt.Fprintf(&choice, "default:\n%s\n}\n", call(f.in, 0))
			if f.in.Type.Results != nil {
				choice.WriteString("panic(\"unreachable\")\n")
			}
			choice.WriteString("}\n\n")
		}
	}
	for i, f := range m.faults {
		if i == 0 || m.faults[i-1].in != f.in {
			f.in.Name.Name += "_0"
		}
	}
	return []byte(m.text(file) + "\n" + copies.String() + choice.String()), m.faults
}

// call writes the call of a copy of a function by its dispatcher.
func call(f *ast.FuncDecl, copy int) string {
	var args []string
	for _, p := range f.Type.Params.List {
		for _, name := range p.Names {
			args = append(args, name.Name)
		}
	}
	text := fmt.Sprintf("%s_%d(%s)", f.Name.Name, copy, strings.Join(args, ", "))
	if f.Recv != nil {
		text = f.Recv.List[0].Names[0].Name + "." + text
	}
	if f.Type.Results != nil {
		return "return " + text
	}
	return text
}

// walk adds the faults of one function.
func (m *mutator) walk(f *ast.FuncDecl) {
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if m.dead[n] {
			return false
		}
		switch n := n.(type) {
		case *ast.BlockStmt:
			m.decided(n.List)
			m.drop(n.List)
			m.calls(n.List)
		case *ast.CaseClause:
			m.decided(n.Body)
			m.drop(n.Body)
			m.calls(n.Body)
			m.neverCase(n)
		case *ast.IfStmt:
			m.condition(n)
		case *ast.IncDecStmt:
			if elsewhere[m.text(n.X)] {
				return false
			}
			old := n.Tok
			m.add("swap ++ and --", func() { n.Tok = token.INC + token.DEC - old }, func() { n.Tok = old })
		case *ast.ArrayType:
			return false
		case *ast.CallExpr:
			m.arguments(n)
			return m.text(n.Fun) != "fmt.Errorf" && m.text(n.Fun) != "errors.New" // the text of messages is not tested
		case *ast.AssignStmt:
			if elsewhere[m.text(n.Lhs[0])] {
				return false
			}
			m.question(n.Rhs)
		case *ast.ReturnStmt:
			m.question(n.Results)
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

// elsewhere are the fields that typed states and observers look at, and they
// alone, which are not tested here.
var elsewhere = map[string]bool{"m.steps": true, "m.ignored": true}

// decided finds conditions that cannot hold because they were asked before, and
// the machine was done if they held. A spec can have such alternatives.
func (m *mutator) decided(list []ast.Stmt) {
	seen := map[string]bool{}
	for _, s := range list {
		if s, ok := s.(*ast.IfStmt); ok {
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
			if s.Tok != token.ASSIGN || elsewhere[m.text(s.Lhs[0])] {
				continue
			}
		case *ast.IncDecStmt:
			if elsewhere[m.text(s.X)] {
				continue
			}
		default:
			continue
		}
		m.add("drop "+m.text(s), func() { list[i] = &ast.EmptyStmt{Semicolon: s.Pos()} }, func() { list[i] = s })
	}
}

// neverCase makes a case of a switch one that never comes.
func (m *mutator) neverCase(c *ast.CaseClause) {
	for i, e := range c.List {
		m.labels[e] = true
		never := &ast.BasicLit{Kind: token.INT, Value: "201", ValuePos: e.Pos()}
		if l, ok := e.(*ast.BasicLit); ok && l.Kind == token.STRING {
			never = &ast.BasicLit{Kind: token.STRING, Value: `"never"`, ValuePos: e.Pos()}
		}
		m.add("case "+m.text(e)+" never comes", func() { c.List[i] = never }, func() { c.List[i] = e })
	}
}

func (m *mutator) condition(n *ast.IfStmt) {
	if n.Init != nil {
		return
	}
	cond := n.Cond
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
		m.add(value+" for "+m.text(cond), func() { n.Cond = constant }, func() { n.Cond = cond })
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
		if op == token.ADD && strings.Contains(m.text(n), "math.MaxInt") {
			continue // the compiler would find it
		}
		m.add("make "+m.text(n)+" "+op.String(), func() { n.Op = op }, func() { n.Op = old })
	}
}

func (m *mutator) literal(n *ast.BasicLit) {
	old := n.Value
	switch n.Kind {
	case token.INT:
		v, _ := strconv.ParseInt(old, 0, 64)
		m.add(old+" is off by one", func() { n.Value = strconv.FormatInt(v+1, 10) }, func() { n.Value = old })
	case token.STRING:
		if !strings.ContainsAny(old, " %") {
			m.add(old+" is another text", func() { n.Value = `"other"` }, func() { n.Value = old })
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
	for _, all := range [][]string{m.states, m.timers} {
		if i := slices.Index(all, old); i >= 0 {
			other = all[(i+1)%len(all)]
		}
	}
	if other != "" && other != old && !m.labels[n] {
		m.add(other+" for "+old, func() { n.Name = other }, func() { n.Name = old })
	}
}

func (m *mutator) text(n ast.Node) string {
	var b bytes.Buffer
	if err := format.Node(&b, m.set, n); err != nil {
		return err.Error()
	}
	return b.String()
}
