package proptest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
)

// mutator collects the faults that can be made in a machine. Each fault is a
// change of the syntax tree and its undoing.
type mutator struct {
	core   *core.Machine
	names  *ident.Names
	set    *token.FileSet
	faults []fault
	// in is the function that the walk is in.
	in *ast.FuncDecl
	// overflow is set within a check that something fits in an int.
	overflow bool
	// dead are statements with a condition that was decided before.
	dead map[ast.Node]bool
	// groups has the constants of a type by each of their names.
	groups map[string]*group
	// fields are the variables and parameters by what they are reached through.
	fields map[string][]variable
	// params are the types of the parameters of the host's methods, and of the
	// methods through which the machine asks.
	params map[string][]string
	// enums are the types whose constants count from 0.
	enums map[string]bool
	// labels are the names in case clauses, where another name would only
	// repeat one, those before a colon, and those after a dot.
	labels map[ast.Node]bool
	// said are the texts that are only in messages.
	said map[ast.Node]bool
	// after are the typed states by the interface of those after an event, or in
	// general.
	after map[string][]string
	// before has the statement before a condition.
	before map[ast.Node]string
	// tagless are the cases of a switch over conditions.
	tagless map[ast.Node]bool
	// types are the cases of a switch over types.
	types map[ast.Node]bool
	// lowest are the numbers that cannot be one less, or it would not compile.
	lowest map[ast.Node]bool
	// outer has the call of which a call is an argument.
	outer map[*ast.CallExpr]*ast.CallExpr
	// at is the node that the walk is at, and stack are those around it.
	at    ast.Node
	stack []ast.Node
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
	// number is that of the mutant, from 1.
	number int
}

func (m *mutator) add(what string, mk, fix func()) {
	m.addWhy(m.agreed(mk, fix), what, mk, fix)
}

// addWhy adds a fault with the reason why no test need tell it from the machine, or "".
func (m *mutator) addWhy(why, what string, mk, fix func()) {
	f := fault{in: m.in, what: m.in.Name.Name + ": " + what, make: mk, fix: fix, why: why}
	part := func(p ident.Part) bool { return p.Type == receiver(m.in) }
	if r := receiver(m.in); r != "" && (slices.ContainsFunc(m.names.Run.Parts.Of, func(of []ident.Part) bool { return slices.ContainsFunc(of, part) }) || r == m.names.Typed.Base || r == m.names.Run.Own || r == m.names.Run.Error || slices.Contains(m.names.Typed.In, r)) {
		f.what = r + "." + f.what
	}
	if m.times[f.what]++; m.times[f.what] > 1 {
		f.what += fmt.Sprintf(" (%d)", m.times[f.what])
	}
	// What refuses too much near the greatest int is right; what accepts more is not.
	if refuses := !strings.HasPrefix(what, "false for") && !strings.HasPrefix(what, "negate") && !strings.HasSuffix(what, " never comes"); refuses && m.overflow && m.in.Name.Name == "Validate" {
		f.why = "may refuse more than it must near the greatest int"
	}
	m.faults = append(m.faults, f)
}

// mutate returns files that hold mutants of the sources: a copy of a function for
// each chosen fault in it, and the environment variable FSMGEN_MUTANT to choose the
// one that is called. Fault i of all is mutant i+1, and 0 has none. Only functions
// that are tested have faults.
func mutate(t *testing.T, c *core.Machine, n *ident.Names, sources [][]byte, tested func(f *ast.FuncDecl) bool, choose func(all []fault) []int) (files [][]byte, faults []fault) {
	t.Helper()
	m := &mutator{
		core: c, outer: map[*ast.CallExpr]*ast.CallExpr{}, names: n, set: token.NewFileSet(), labels: map[ast.Node]bool{}, dead: map[ast.Node]bool{}, said: map[ast.Node]bool{}, times: map[string]int{},
		groups: map[string]*group{}, fields: map[string][]variable{}, params: map[string][]string{}, enums: map[string]bool{}, after: map[string][]string{}, before: map[ast.Node]string{}, tagless: map[ast.Node]bool{}, types: map[ast.Node]bool{}, lowest: map[ast.Node]bool{},
	}
	var parsed []*ast.File
	for _, source := range sources {
		file, err := parser.ParseFile(m.set, "machine.go", source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, file)
		m.declare(file)
		m.host(file)
		m.typed(file)
		m.unsigned(file)
	}
	ends := make([]int, len(parsed))
	for i, file := range parsed {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && tested(f) {
				if f.Recv != nil {
					name(f)
				}
				m.in = f
				m.walk(f)
			}
		}
		ends[i] = len(m.faults)
	}
	faults = m.faults
	for i := range faults {
		faults[i].number = i + 1
	}
	chosen := choose(faults)
	for i, file := range parsed {
		m.faults = nil
		for len(chosen) > 0 && chosen[0] < ends[i] {
			m.faults, chosen = append(m.faults, faults[chosen[0]]), chosen[1:]
		}
		files = append(files, m.write(file))
	}
	return files, faults
}

// write writes a file with the mutants of its faults.
func (m *mutator) write(file *ast.File) []byte {
	var copies, choice strings.Builder
	for i, f := range m.faults {
		if i == 0 || m.faults[i-1].in != f.in {
			fmt.Fprintf(&choice, "%s {\nswitch mutantChosen {\n", m.text(&ast.FuncDecl{Recv: f.in.Recv, Name: f.in.Name, Type: f.in.Type}))
		}
		name := f.in.Name.Name
		fmt.Fprintf(&choice, "case %d:\n%s\n", f.number, call(f.in, f.number))
		f.in.Name.Name = fmt.Sprintf("%s_%d", name, f.number)
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
	return []byte(m.text(file) + "\n" + copies.String() + choice.String())
}

// name names the receiver and the parameters of a function that has no use for
// them.
func name(f *ast.FuncDecl) {
	if len(f.Recv.List[0].Names) == 0 {
		f.Recv.List[0].Names = []*ast.Ident{ast.NewIdent("receiver")}
	}
	for i, p := range f.Type.Params.List {
		if len(p.Names) == 0 {
			p.Names = []*ast.Ident{ast.NewIdent(fmt.Sprintf("unused%d", i))}
		}
		for _, n := range p.Names {
			if n.Name == "_" {
				n.Name = fmt.Sprintf("unused%d", i)
			}
		}
	}
}

// call writes the call of a copy of a function by its dispatcher.
func call(f *ast.FuncDecl, copy int) string {
	var args []string
	for _, p := range f.Type.Params.List {
		for _, name := range p.Names {
			arg := name.Name
			if _, variadic := p.Type.(*ast.Ellipsis); variadic {
				arg += "..."
			}
			args = append(args, arg)
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
