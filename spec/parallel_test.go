package spec_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

// part is a state of a random machine with regions, for an interpreter that knows nothing of how
// the loader works: it keeps a set of active states, and follows appendix D of SCXML.
type part struct {
	name            string
	parent          *part
	states          []*part
	parallel, final bool
	on              map[string][]*choice
	number          int // document order
}

// choice is an alternative.
type choice struct {
	source *part
	less   int    // the condition that the variable of the region is below, or 0
	in     string // the condition that a state is active, or ""
	to     *part
	add    bool
	region int
	raise  string // an event, or ""
}

// parallelSpec is a random machine: a state P with regions between a first and a last state.
type parallelSpec struct {
	random *rand.Rand
	root   *part
	all    []*part
	owner  *part
	raises bool
}

func (s *parallelSpec) add(parent *part, name string) *part {
	p := &part{name: name, parent: parent, on: map[string][]*choice{}, number: len(s.all)}
	s.all = append(s.all, p)
	if parent != nil {
		parent.states = append(parent.states, p)
	}
	return p
}

func newParallelSpec(random *rand.Rand) *parallelSpec {
	s := &parallelSpec{random: random, raises: random.IntN(2) == 0}
	s.root = s.add(nil, "machine")
	off := s.add(s.root, "Off")
	s.owner = s.add(s.root, "P")
	s.owner.parallel = true
	for r := range 2 + random.IntN(2) {
		region := s.add(s.owner, fmt.Sprintf("R%d", r))
		for i := range 1 + random.IntN(3) {
			leaf := s.add(region, fmt.Sprintf("R%dS%d", r, i))
			switch {
			case i > 0 && random.IntN(3) == 0:
				leaf.final = true
			case random.IntN(4) == 0:
				for k := range 2 {
					s.add(leaf, fmt.Sprintf("R%dS%dC%d", r, i, k)).final = k == 1 && random.IntN(2) == 0
				}
			}
		}
	}
	end := s.add(s.root, "End")
	off.on["A"] = []*choice{{source: off, to: s.owner, region: -1}}
	off.on["B"] = []*choice{{source: off, to: s.all[4+random.IntN(len(s.all)-5)], region: -1}}
	if s.owner.on["X"] = []*choice{{source: s.owner, to: []*part{off, end, s.owner}[random.IntN(3)], region: -1}}; random.IntN(2) == 0 {
		s.owner.on["A"] = []*choice{{source: s.owner, to: []*part{off, end}[random.IntN(2)], region: -1}}
	}
	for _, p := range s.all {
		if r := regionOf(p); r != nil && !p.final && p != r {
			for _, event := range []string{"A", "B", "C", "E", "F", "always"} {
				s.fill(p, event, slices.Index(s.owner.states, r))
			}
		}
	}
	for range 3 { // what nothing raises, nothing can handle
		raised := s.raised()
		for _, p := range s.all {
			for _, e := range []string{"E", "F"} {
				if !slices.Contains(raised, e) {
					delete(p.on, e)
				}
			}
		}
	}
	// Each state inside a region can be reached, at least from Off.
	for _, p := range s.all {
		if p != regionOf(p) && regionOf(p) != nil && len(p.states) == 0 {
			off.on["C"] = append(off.on["C"], &choice{source: off, less: 1 + len(off.on["C"]), to: p, region: 0})
		}
	}
	return s
}

// raised lists the events that the machine raises.
func (s *parallelSpec) raised() (out []string) {
	for _, p := range s.all {
		for _, list := range p.on {
			for _, c := range list {
				if c.raise != "" && !slices.Contains(out, c.raise) {
					out = append(out, c.raise)
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

func regionOf(p *part) *part {
	for ; p != nil; p = p.parent {
		if p.parent != nil && p.parent.parallel {
			return p
		}
	}
	return nil
}

// fill gives a state alternatives for an event.
func (s *parallelSpec) fill(p *part, event string, region int) {
	if s.random.IntN(2) == 0 || event == "always" && s.random.IntN(3) > 0 {
		return
	}
	for n := 1 + s.random.IntN(2); n > 0; n-- {
		c := &choice{source: p, region: region, add: s.random.IntN(2) == 0}
		if n > 1 || event == "always" || s.random.IntN(3) == 0 {
			c.less = 1 + s.random.IntN(4)
		}
		if n > 1 && s.random.IntN(4) == 0 && event != "always" {
			c.in = s.all[4+s.random.IntN(len(s.all)-5)].name
		}
		switch s.random.IntN(8) {
		case 0:
			c.add = true // stays
		case 1:
			c.to = []*part{s.all[1], s.all[len(s.all)-1], s.owner, s.owner.states[s.random.IntN(len(s.owner.states))]}[s.random.IntN(4)]
		default:
			same := regionOf(p)
			for c.to == nil || regionOf(c.to) != same {
				c.to = s.all[s.random.IntN(len(s.all))]
			}
		}
		if event == "always" {
			c.add = true
		}
		if s.raises && s.random.IntN(3) == 0 {
			c.raise = []string{"E", "F"}[s.random.IntN(2)]
		}
		p.on[event] = append(p.on[event], c)
	}
}

// text returns the spec.
func (s *parallelSpec) text() string {
	var b strings.Builder
	b.WriteString("machine: M\nvars:\n")
	for r := range s.owner.states {
		fmt.Fprintf(&b, "  n%d: {type: int, min: 0, max: 5}\n", r)
	}
	b.WriteString("events: {A: {}, B: {}, C: {}, X: {}")
	for _, e := range s.raised() {
		b.WriteString(", " + e + ": {internal: true}")
	}
	b.WriteString("}\ninitial: Off\nterminal: {done: [End]}\nstates:\n")
	for _, p := range s.root.states {
		s.write(&b, p, "  ")
	}
	return b.String()
}

func (s *parallelSpec) write(b *strings.Builder, p *part, indent string) {
	fmt.Fprintf(b, "%s%s:\n", indent, p.name)
	inner := indent + "  "
	if p.final {
		b.WriteString(inner + "final: true\n")
	}
	if p.parallel {
		b.WriteString(inner + "parallel:\n")
	} else if len(p.states) > 0 {
		fmt.Fprintf(b, "%sinitial: %s\n%sstates:\n", inner, p.states[0].name, inner)
	}
	for _, q := range p.states {
		s.write(b, q, inner+"  ")
	}
	events := slices.Sorted(maps.Keys(p.on))
	if i := slices.Index(events, "always"); i >= 0 {
		fmt.Fprintf(b, "%salways:\n%s", inner, choices(p.on["always"], inner+"  "))
		events = slices.Delete(events, i, i+1)
	}
	if len(events) > 0 {
		b.WriteString(inner + "on:\n")
	}
	for _, e := range events {
		fmt.Fprintf(b, "%s  %s:\n%s", inner, e, choices(p.on[e], inner+"    "))
	}
	if raised := s.raised(); p.name == "Off" && len(raised) > 0 {
		b.WriteString(inner + "ignore: [" + strings.Join(raised, ", ") + "]\n")
	}
	if p.parallel && s.random.IntN(3) == 0 {
		// What no state inside handles is dropped in any case.
		if rest := slices.DeleteFunc(s.raised(), func(e string) bool { return p.on[e] != nil }); len(rest) > 0 {
			b.WriteString(inner + "ignore: [" + strings.Join(rest, ", ") + "]\n")
		}
	}
	if len(p.on)+len(p.states) == 0 && !p.final {
		b.WriteString(inner + "doc: Nothing.\n")
	}
}

func choices(list []*choice, indent string) string {
	var b strings.Builder
	for _, c := range list {
		var keys, conditions []string
		if c.less > 0 {
			conditions = append(conditions, fmt.Sprintf("n%d < %d", c.region, c.less))
		}
		if c.in != "" {
			conditions = append(conditions, "in("+c.in+")")
		}
		if len(conditions) > 0 {
			keys = append(keys, "if: "+strings.Join(conditions, " && "))
		}
		if c.to != nil {
			keys = append(keys, "to: "+c.to.name)
		}
		if c.add {
			keys = append(keys, fmt.Sprintf("set: {n%d: \"min(n%d + 1, 5)\"}", c.region, c.region))
		}
		if c.raise != "" {
			keys = append(keys, "raise: "+c.raise)
		}
		fmt.Fprintf(&b, "%s- {%s}\n", indent, strings.Join(keys, ", "))
	}
	return b.String()
}

// active is a configuration of the interpreter: the active states, and the variables.
type active struct {
	spec   *parallelSpec
	states map[*part]bool
	n      []int
	steps  int
	queue  []string
}

func (a *active) leaves() (out []*part) {
	for _, p := range a.spec.all {
		if a.states[p] && len(p.states) == 0 {
			out = append(out, p)
		}
	}
	return out
}

func (c *choice) holds(a *active) bool {
	if c.less > 0 && a.n[c.region] >= c.less {
		return false
	}
	return c.in == "" || slices.ContainsFunc(a.spec.all, func(p *part) bool { return p.name == c.in && a.states[p] })
}

func below(p, around *part) bool {
	for p = p.parent; p != nil; p = p.parent {
		if p == around {
			return true
		}
	}
	return false
}

// domain returns the state that a transition does not leave: the least compound state around its
// source and its target.
func (c *choice) domain() *part {
	for d := c.source.parent; d != nil; d = d.parent {
		if !d.parallel && below(c.to, d) {
			return d
		}
	}
	return nil
}

func (a *active) exits(c *choice) map[*part]bool {
	out := map[*part]bool{}
	if c.to != nil {
		d, again := c.domain(), c.to == regionOf(c.source) // a region alone begins again, other than in SCXML
		for p := range a.states {
			if !again && below(p, d) || again && (p == c.to || below(p, c.to)) {
				out[p] = true
			}
		}
	}
	return out
}

// selected returns the transitions for an event: SCXML's selectTransitions and
// removeConflictingTransitions. Differently, one that leaves P ends the step, and those of P apply only
// if no region has one.
func (a *active) selected(event string) (out []*choice) {
	var enabled []*choice
	for _, leaf := range a.leaves() {
	walk:
		for p := leaf; p != nil; p = p.parent {
			for _, c := range p.on[event] {
				if c.holds(a) {
					if !slices.Contains(enabled, c) {
						enabled = append(enabled, c)
					}
					break walk
				}
			}
		}
	}
	for _, c := range enabled {
		preempted := false
		var kept []*choice
		for _, d := range out {
			if overlap(a.exits(c), a.exits(d)) && !below(c.source, d.source) {
				preempted = true
			} else if overlap(a.exits(c), a.exits(d)) {
				continue
			}
			kept = append(kept, d)
		}
		if !preempted {
			out = append(kept, c)
		}
	}
	if slices.ContainsFunc(out, func(c *choice) bool { return regionOf(c.source) != nil }) {
		out = slices.DeleteFunc(out, func(c *choice) bool { return regionOf(c.source) == nil })
	}
	for i, c := range out {
		if a.exits(c)[a.spec.owner] {
			return out[:i+1]
		}
	}
	return out
}

func overlap(x, y map[*part]bool) bool {
	for p := range x {
		if y[p] {
			return true
		}
	}
	return false
}

// take takes a transition.
func (a *active) take(c *choice) {
	a.steps++
	if c.raise != "" && !(c.to != nil && c.to.name == "End") {
		a.queue = append(a.queue, c.raise)
	}
	if c.add {
		a.n[c.region] = min(a.n[c.region]+1, 5)
	}
	if c.to == nil {
		return
	}
	for p := range a.exits(c) {
		delete(a.states, p)
	}
	for p := c.to; p != nil; p = p.parent {
		a.states[p] = true
		if p.parallel {
			for _, r := range p.states {
				if !a.states[r] {
					a.begin(r)
				}
			}
		}
	}
	a.begin(c.to)
}

// begin enters a state and its initial states.
func (a *active) begin(p *part) {
	a.states[p] = true
	for i, q := range p.states {
		if p.parallel && !a.states[q] || !p.parallel && i == 0 && !slices.ContainsFunc(p.states, func(q *part) bool { return a.states[q] }) {
			a.begin(q)
		}
	}
}

// react handles an event and all that follows. It reports whether some transition was taken.
func (a *active) react(event string) (taken bool) {
	list := a.selected(event)
	for _, c := range list {
		a.take(c)
	}
	for a.steps < 100 {
		always := a.selected("always")
		if len(always) > 0 {
			a.take(always[0]) // one after the other
			continue
		}
		if len(a.queue) == 0 {
			break
		}
		next := a.queue[0]
		a.queue = a.queue[1:]
		for _, c := range a.selected(next) {
			a.take(c)
		}
	}
	return len(list) > 0
}

func (a *active) String() string {
	var out []string
	for _, p := range a.leaves() {
		out = append(out, p.name)
	}
	return fmt.Sprint(out, a.n)
}

// configuration writes what the machine of the loader says in the form of the interpreter.
func configuration(m *core.Machine, c interp.Config) string {
	var out []string
	for _, r := range m.States[c.State].Regions {
		out = append(out, r.Leaves[c.Vars[r.Var]].Name)
	}
	if len(out) == 0 {
		out = append(out, m.States[c.State].Name)
	}
	var n []int64
	for i, v := range m.Vars {
		if v.Name[0] == 'n' {
			n = append(n, c.Vars[i])
		}
	}
	return fmt.Sprint(out, n)
}

// TestRegions compares random machines with regions, as loaded, with an interpreter of sets of
// active states: after each event, the same states are active, and as many transitions were taken.
func TestRegions(t *testing.T) {
	random := sample.Rand(t)
	compared, shared := 0, 0
	for range sample.Size(150, 400, 6000) {
		s := newParallelSpec(random)
		text := s.text()
		loaded, diags := spec.Load("p.fsm.yaml", []byte(text))
		if loaded.Machine == nil {
			for _, d := range diags {
				if d.Code != "FSM317" && d.Severity == 0 && !strings.Contains(d.Message, "does nothing") && !strings.Contains(d.Message, "never") && d.Code != "FSM302" && d.Code != "FSM303" {
					t.Fatalf("%s: %s\n%s", d.Code, d.Message, text)
				}
			}
			continue
		}
		compared++
		for range 3 {
			shared += driveRegions(t, random, s, loaded.Machine, text)
		}
	}
	t.Logf("%d machines, %d steps of several regions", compared, shared)
	if compared < 20 || shared < 20 {
		t.Errorf("only %d machines, %d steps of several regions", compared, shared)
	}
}

func driveRegions(t *testing.T, random *rand.Rand, s *parallelSpec, m *core.Machine, text string) (shared int) {
	t.Helper()
	machine := &interp.Machine{Core: m}
	now, err := machine.Initial()
	if err != nil {
		t.Fatal(err)
	}
	a := &active{spec: s, states: map[*part]bool{s.root: true, s.all[1]: true}, n: make([]int, len(s.owner.states))}
	history := ""
	for range 14 {
		event := []string{"A", "A", "B", "B", "C", "C", "X"}[random.IntN(7)]
		history += " " + event
		a.steps, a.queue = 0, nil
		before := a.String()
		taken := a.react(event)
		steps := 0
		in := interp.Input{Event: slices.IndexFunc(m.Events, func(e core.Event) bool { return e.Name == event })}
		took := false
		for steps < 100 {
			if m.Terminal(now.State) {
				break
			}
			next, err := machine.Step(now, in)
			if err != nil || next.Transition < 0 || m.Transitions[next.Transition].Effect != core.Take {
				break
			}
			took = true
			steps++
			now = next.Next
			if in.Event = m.Eventless(); in.Event < 0 {
				break
			}
		}
		if a.steps >= 100 && steps >= 100 {
			return shared
		}
		if want, got := a.String(), configuration(m, now); want != got || taken != took || steps != a.steps {
			t.Fatalf("after%s from %s: %s (%d steps, %t), want %s (%d steps, %t)\n%s", history, before, got, steps, took, want, a.steps, taken, text)
		}
		if steps > 1 {
			shared++
		}
	}
	return shared
}
