package proptest

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var every = flag.Int("mutants", 0, "test one in so many mutants; 0 for about eight of each machine")

// mutator collects the faults that can be made in a machine. Each fault is a
// change of the syntax tree and its undoing.
type mutator struct {
	set    *token.FileSet
	faults []fault
	// in is the function that the walk is in.
	in *ast.FuncDecl
	// overflow is set within a check that something fits in an int.
	overflow bool
	// states are the constants of type State.
	states []string
	// labels are the names in case clauses, where another name would only
	// repeat one.
	labels map[ast.Node]bool
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
func mutate(t *testing.T, source []byte, skip *regexp.Regexp) (all []byte, faults []fault) {
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
		if f, ok := d.(*ast.FuncDecl); ok && !skip.MatchString(f.Name.Name) {
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
		fmt.Fprintf(&choice, "case %d:\nreturn %s\n", i+1, call(f.in, i+1))
		f.in.Name.Name = fmt.Sprintf("%s_%d", name, i+1)
		f.make()
		copies.WriteString(m.text(&ast.FuncDecl{Recv: f.in.Recv, Name: f.in.Name, Type: f.in.Type, Body: f.in.Body}) + "\n\n")
		f.fix()
		f.in.Name.Name = name
		if i+1 == len(m.faults) || m.faults[i+1].in != f.in {
			fmt.Fprintf(&choice, "}\nreturn %s\n}\n\n", call(f.in, 0))
		}
	}
	for i, f := range m.faults {
		if i == 0 || m.faults[i-1].in != f.in {
			f.in.Name.Name += "_0"
		}
	}
	return []byte(m.text(file) + "\n" + copies.String() + choice.String()), m.faults
}

// chosen reads which mutant to be.
const chosen = `
import (
	"os"
	"strconv"
)

var mutantChosen, _ = strconv.Atoi(os.Getenv("FSMGEN_MUTANT"))
`

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
		return f.Recv.List[0].Names[0].Name + "." + text
	}
	return text
}

// walk adds the faults of one function.
func (m *mutator) walk(f *ast.FuncDecl) {
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
			m.add("swap ++ and --", func() { n.Tok = token.INC + token.DEC - old }, func() { n.Tok = old })
		case *ast.ArrayType:
			return false
		case *ast.CallExpr:
			return m.text(n.Fun) != "fmt.Errorf" // the text of messages is not tested
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
		m.add("drop "+m.text(s), func() { list[i] = &ast.EmptyStmt{Semicolon: s.Pos()} }, func() { list[i] = s })
	}
}

// neverCase makes a case of a switch one that never comes.
func (m *mutator) neverCase(c *ast.CaseClause) {
	for i, e := range c.List {
		m.labels[e] = true
		never := &ast.BasicLit{Kind: token.INT, Value: "201", ValuePos: e.Pos()}
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
	for i, s := range m.states {
		if s == old {
			other = m.states[(i+1)%len(m.states)]
		}
	}
	if other != "" && !m.labels[n] {
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

// equivalent lists mutants that change nothing, with the reason.
var equivalent = map[string]string{
	"haggle: Offer: drop m.turn = by": "the guard of the transition says that turn is by already",
}

// TestMutants breaks machines on purpose, one fault at a time, and wants their
// tests to fail. What String and Error say of a machine is not tested.
func TestMutants(t *testing.T) {
	skip := regexp.MustCompile(`^(String|Error)$`)
	for _, name := range []string{"fallback", "haggle", "parcel", "quota", "toggle"} {
		s := newSandbox(t)
		source, _ := generate(t, name, "", name)
		source, faults := mutate(t, source, skip)
		s.add(t, name, name, source)
		s.write(t, name+"/chosen.go", []byte("package "+name+"\n"+chosen))
		if out, ok := s.run("", "test", "-c", "-vet=off", "-o", "mutants.test", "./"+name); !ok {
			t.Fatalf("the mutants of %s do not compile:\n%s", name, out)
		}
		dies := func(mutant int) bool {
			cmd := exec.Command(filepath.Join(s.dir, "mutants.test"), "-test.failfast", "-test.timeout=60s")
			cmd.Env = append(os.Environ(), fmt.Sprintf("FSMGEN_MUTANT=%d", mutant))
			return cmd.Run() != nil
		}
		if dies(0) {
			t.Fatalf("%s fails without a fault", name)
		}
		step := *every
		if step == 0 {
			step = max(1, len(faults)/8)
		}
		tried, killed, spared := 0, 0, 0
		for i := 0; i < len(faults); i += step {
			tried++
			switch {
			case dies(i + 1):
				killed++
			case faults[i].why != "", equivalent[name+": "+faults[i].what] != "":
				spared++
			default:
				t.Errorf("%s survives: %s", name, faults[i].what)
			}
		}
		t.Logf("%s: %d of %d mutants killed, %d need not be; there are %d", name, killed, tried, spared, len(faults))
	}
}
