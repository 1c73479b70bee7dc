package spec

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// hierarchy is the tree of states, and what is said of each: its outcome, its data,
// its invariants and its progress.
type hierarchy struct {
	*declarations
	// nodes are the states of all kinds by name, and plain those without states
	// inside, in the order of the spec.
	nodes map[string]*node
	plain []*node
	// data lists the variables that are data of each plain state.
	data map[int][]int
	// asks finds the calls of external guards that are in the machine already.
	asks map[string]int
	// oldComposites are the old names of the composite states.
	oldComposites map[string][]string
	// unsureOfTerminals is set when a terminal state could not be resolved, and unsureOfTransitions
	// when an alternative was reported as wrong: what seems to be missing then is not reported.
	unsureOfTerminals, unsureOfTransitions bool
	// first is the initial state: a plain one, or one inside a region.
	first *node
}

func newHierarchy(d *declarations) *hierarchy {
	return &hierarchy{declarations: d, nodes: map[string]*node{}, data: map[int][]int{}, asks: map[string]int{}}
}

// resolve adds the states to the machine, with what is said of each.
func (l *hierarchy) resolve() {
	l.collectStates()
	l.outcomes()
	l.states()
	l.declareRegions()
	l.oldStates()
	l.invariants()
	l.progress()
}

// collectStates numbers the plain states in the order of the spec. States at all
// levels share one namespace.
func (l *hierarchy) collectStates() {
	seen := map[string]diag.Span{}
	var walk func(states []*syntax.State, parent *node)
	walk = func(states []*syntax.State, parent *node) {
		for _, s := range states {
			l.checkName(s.Name, "state")
			if !l.unique(seen, s.Name, "state") {
				continue
			}
			n := &node{decl: s, parent: parent, index: -1}
			l.nodes[s.Name.Value] = n
			if parent != nil && parent.decl.Parallel.Given() {
				n.region = &region{root: n, owner: parent, outer: parent.region}
				parent.regions = append(parent.regions, n.region)
			} else if parent != nil {
				n.region = parent.region
			}
			if n.composite() {
				if len(s.Data) > 0 {
					l.diags.Errorf(diag.CodeComposite, s.Data[0].Name.Span, "the composite state `%s` cannot have data", diag.Clip(s.Name.Value)).
						Helpf("declare the data in the states inside it, or declare variables")
				}
				walk(s.States, n)
				l.checkInitial(s)
				l.nameComposite(s)
				continue
			}
			if s.Initial.Given() {
				l.diags.Errorf(diag.CodeComposite, s.Initial.Span, "state `%s` has an `initial:` but no states inside it", diag.Clip(s.Name.Value)).
					Helpf("remove `initial:`, or declare states inside it")
			}
			if n.region != nil {
				l.checkInRegion(n)
				n.region.leaves = append(n.region.leaves, n)
				walk(s.States, n) // its regions, if it has some
				continue
			}
			n.index = len(l.plain)
			l.plain = append(l.plain, n)
			walk(s.States, n)
		}
	}
	walk(l.file.States, nil)
	for _, n := range l.plain {
		l.machine.States = append(l.machine.States, core.State{
			Name: n.decl.Name.Value, Doc: n.decl.Doc.Value, Composites: n.path(), Outcome: -1, Span: n.decl.Name.Span,
			Requirements: n.requirements(), Go: l.goName(n.decl.Go),
		})
	}
}

// nameComposite takes over the Go name of a composite state.
func (l *hierarchy) nameComposite(s *syntax.State) {
	if name := l.goName(s.Go); name != "" {
		if l.machine.CompositeGo == nil {
			l.machine.CompositeGo = map[string]string{}
		}
		l.machine.CompositeGo[s.Name.Value] = name
	}
}

// checkInitial reports a composite state whose `initial:` is not directly inside it,
// whether or not a transition leads there.
func (l *hierarchy) checkInitial(s *syntax.State) {
	var known []string
	for _, inner := range s.States {
		known = append(known, inner.Name.Value)
	}
	if s.Initial.Given() && !slices.Contains(known, s.Initial.Value) {
		l.unknown(s.Initial, "state inside `"+diag.Clip(s.Name.Value)+"`", known)
	}
}

// stateNames lists all states that have a node: a second state with the name of another, which is an
// error, has none, and neither have the states inside it.
func (l *hierarchy) stateNames() []string {
	var out []string
	var walk func([]*syntax.State)
	walk = func(states []*syntax.State) {
		for _, s := range states {
			if n := l.nodes[s.Name.Value]; n == nil || n.decl != s {
				continue
			}
			out = append(out, s.Name.Value)
			walk(s.States)
		}
	}
	walk(l.file.States)
	return out
}

// target resolves the name of a target to a plain state: for a composite state, its
// initial state. The result is nil if there is none, which has been reported.
func (l *hierarchy) target(name syntax.Text) *node {
	n := l.nodes[name.Value]
	if n == nil {
		l.unknown(name, "state", l.stateNames())
		return nil
	}
	for n.composite() {
		initial := n.decl.Initial
		if !initial.Given() {
			l.diags.Errorf(diag.CodeComposite, name.Span, "the composite state `%s` has no `initial:`, so it cannot be a target", diag.Clip(n.decl.Name.Value)).
				Note(n.decl.Name.Span, "declared here").
				Helpf("go to a state inside it, or add an `initial:` to it")
			return nil
		}
		inner := l.nodes[initial.Value]
		if inner == nil || inner.parent != n {
			return nil // reported by checkInitial
		}
		n = inner
	}
	return n
}

// outcomes resolves the sets of terminal states.
func (l *hierarchy) outcomes() {
	m := l.machine
	seen := map[string]diag.Span{}
	first := map[int]diag.Span{}
	for _, o := range l.file.Terminal {
		l.checkName(o.Name, "outcome")
		if !l.unique(seen, o.Name, "outcome") {
			continue
		}
		outcome := core.Outcome{Name: o.Name.Value, Kind: core.OutcomeKind(o.Kind), Span: o.Name.Span}
		for _, name := range o.States {
			n := l.nodes[name.Value]
			if n == nil {
				l.unknown(name, "state", l.stateNames())
				l.unsureOfTerminals = true
				continue
			}
			if n.composite() {
				l.diags.Errorf(diag.CodeComposite, name.Span, "the composite state `%s` cannot be terminal", diag.Clip(name.Value)).
					Helpf("list the states inside it instead")
				continue
			}
			if n.region != nil || n.regions != nil {
				l.diags.Errorf(diag.CodeParallel, name.Span, "state `%s` cannot be terminal, because it is in a region or has regions", diag.Clip(name.Value)).
					Helpf("end with a state outside of the regions, to which a `done:` leads")
				continue
			}
			if before, ok := first[n.index]; ok {
				l.diags.Errorf(diag.CodeDuplicate, name.Span, "the terminal state `%s` is listed twice", diag.Clip(name.Value)).
					Note(before, "first listed here").Helpf("each terminal state has exactly one outcome")
				continue
			}
			first[n.index] = name.Span
			m.States[n.index].Outcome = len(m.Outcomes)
			outcome.States = append(outcome.States, n.index)
		}
		m.Outcomes = append(m.Outcomes, outcome)
	}
}

// states declares the data of each state and finds the initial one.
func (l *hierarchy) states() {
	m := l.machine
	for _, n := range l.plain {
		seen := map[string]diag.Span{}
		for _, d := range n.decl.Data {
			l.checkName(d.Name, "datum")
			if !l.unique(seen, d.Name, "datum") {
				continue
			}
			if other, ok := l.names[d.Name.Value]; ok {
				l.diags.Errorf(diag.CodeDuplicate, d.Name.Span, "datum `%s` of state `%s` has the same name as %s", diag.Clip(d.Name.Value), diag.Clip(n.decl.Name.Value), other.what).
					Note(other.span, "first declared here").Helpf("rename one of them")
				continue
			}
			l.data[n.index] = append(l.data[n.index], len(m.Vars))
			m.Vars = append(m.Vars, l.variable(d, n.index))
		}
	}
	if !l.file.Initial.Given() {
		return
	}
	initial := l.target(l.file.Initial)
	if initial == nil {
		return
	}
	l.first = initial
	m.Initial = initial.place().index
	for _, i := range l.data[m.Initial] {
		v := m.Vars[i]
		l.diags.Errorf(diag.CodeUnset, l.file.Initial.Span, "the machine cannot start in state `%s`, because nothing sets its datum `%s`", m.States[m.Initial].Name, v.Name).
			Note(v.Span, "declared here").Helpf("make `%s` a variable with an `init:`, or start in a state without data", v.Name)
	}
}
