package spec

import (
	"go/token"
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Spec is a loaded spec: the machine and what the spec asks of its Go code.
type Spec struct {
	// Machine is nil when the diagnostics hold an error.
	Machine *core.Machine
	// Name is the machine's, also of one that is wrong; "" if it has none.
	Name string
	// Package is the Go package that the spec asks for, or "".
	Package string
	// Prefix goes before each package-level name in Go; it may be empty.
	Prefix string
}

// Load reads the spec in src. The file name is used in positions only. The
// diagnostics are sorted; if they hold an error, the machine is nil.
func Load(file string, src []byte) (*Spec, diag.List) {
	root, diags := syntax.Read(file, src)
	if root == nil {
		return &Spec{}, diags
	}
	f, more := syntax.Decode(root)
	diags = append(diags, more...)

	l := &lowerer{
		file: f, machine: &core.Machine{File: file}, names: map[string]named{}, used: map[diag.Span]bool{}, lowered: map[diag.Span]bool{}, asks: map[string]int{},
		data: map[int][]int{}, entered: map[*node][]core.Emission{}, left: map[*node][]core.Emission{},
	}
	l.lower()
	diags = append(diags, l.diags...)
	if !diags.HasErrors() {
		l.checkStructure()
		if !l.diags.HasErrors() {
			l.checkUnused()
		}
		diags = append(diags, l.diags...)
	}
	diags.Sort()

	s := &Spec{Name: f.Machine.Value, Package: f.Package.Value, Prefix: f.Prefix.Value}
	if !diags.HasErrors() {
		s.Machine = l.machine
	}
	return s, diags
}

// lowerer builds the core machine from the syntax tree, part by part. The
// parts come in an order in which each refers only to earlier ones.
type lowerer struct {
	file    *syntax.File
	machine *core.Machine
	diags   diag.List
	// names are the names that expressions can use in every state.
	names map[string]named
	order []string
	// nodes are the states of all kinds by name, and in the order of the spec.
	nodes map[string]*node
	plain []*node
	// unsureOfTransitions is set when an alternative was reported as wrong, and
	// unsureOfTerminals when a terminal state could not be resolved.
	unsureOfTransitions bool
	unsureOfTerminals   bool
	// used holds the places of the guards, delays and outputs that something
	// uses.
	used map[diag.Span]bool
	// lowered are the alternatives that some state has.
	lowered map[diag.Span]bool
	// asks finds the calls of external guards that are in the machine already.
	asks map[string]int
	// events finds the events by name.
	events map[string]int
	// data lists the variables that are data of each plain state.
	data map[int][]int
	// timersOf lists the timers of each state.
	timersOf map[*node][]int
	// entered and left are the outputs of entering and leaving each state.
	entered, left map[*node][]core.Emission
	// limit and stall are the rules that end a machine, or nil.
	limit, stall *counter
}

// named is a name of an expression and its place.
type named struct {
	value expr.Expr
	what  string
	span  diag.Span
}

func (l *lowerer) lower() {
	m, f := l.machine, l.file
	m.Span = f.Span
	if f.Machine.Given() {
		l.checkName(f.Machine, "machine")
		m.Name, m.Span = f.Machine.Value, f.Machine.Span
	}
	m.Doc = f.Doc.Value
	l.goSection()
	l.tests()
	l.faces()
	l.enums()
	l.params()
	l.vars()
	l.rules()
	l.guards()
	l.declareEvents()
	l.outputs()
	l.delays()
	l.collectStates()
	l.outcomes()
	l.states()
	l.timers()
	l.transitions()
	l.checkHidden()
	l.start()
	l.checkUnlisted()
	l.invariants()
	l.countTransitions()
	l.settleEntries()
	l.progress()
	if f.Bound.Given() {
		m.Bound = l.parse(f.Bound, expr.Type{Kind: expr.Int}, paramScope{l})
		m.BoundSpan = f.Bound.Span
	}
	m.Sort()
	l.checkTimers()
}

// tests takes the kinds of tests to generate. Without a word on them, they are
// the two that look for faults by themselves.
func (l *lowerer) tests() {
	l.machine.Tests = core.Tests{Property: true, Fuzz: true}
	if len(l.file.Tests) == 0 {
		return
	}
	wants := func(kind string) bool {
		return slices.ContainsFunc(l.file.Tests, func(t syntax.Text) bool { return t.Value == kind })
	}
	l.machine.Tests = core.Tests{Table: wants("table"), Property: wants("property"), Fuzz: wants("fuzz")}
}

// faces takes the faces of the generated code. Without a word on them, they are
// all.
func (l *lowerer) faces() {
	l.machine.Faces = core.AllFaces()
	if l.file.Faces == nil {
		return
	}
	find := func(face string) int {
		return slices.IndexFunc(l.file.Faces, func(t syntax.Text) bool { return t.Value == face })
	}
	wants := func(face string) bool { return find(face) >= 0 }
	l.machine.Faces = core.Faces{Typed: wants("typed"), Run: wants("run"), Snapshot: wants("snapshot"), Observe: wants("observe")}
	if wants("run") && !wants("typed") {
		l.diags.Errorf(diag.CodeMissing, l.file.Faces[find("run")].Span, "the face `run` needs the face `typed`").
			Helpf("add `typed`, because the handler of Run works with typed states, or leave out `run`")
	}
}

func (l *lowerer) goSection() {
	if p := l.file.Package; p.Given() {
		if !isName(p.Value) || token.IsKeyword(p.Value) {
			l.diags.Errorf(diag.CodeName, p.Span, "`%s` cannot be the name of a Go package", diag.Clip(p.Value))
		}
	}
	if p := l.file.Prefix; p.Given() {
		l.checkName(p, "prefix")
		if !token.IsExported(p.Value) {
			l.diags.Errorf(diag.CodeName, p.Span, "prefix `%s` must begin with a capital letter, because it begins exported names", diag.Clip(p.Value))
		}
	}
}
