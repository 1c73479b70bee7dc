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
	"github.com/fsmgen/fsmgen/spec/diag"
)

// part is a state of a random machine with regions, for an interpreter that knows nothing of how
// the loader works: it keeps a set of active states, and follows appendix D of SCXML.
type part struct {
	name            string
	parent          *part
	states          []*part
	parallel, final bool
	on              map[string][]*choice
	ignore          []string
	tells           bool // emits an output on entry
	number          int  // document order
}

// choice is an alternative.
type choice struct {
	source *part
	less   int    // the condition that the variable of the region is below, or 0
	in     string // the condition that a state is active, or ""
	least  int    // the condition that the number of the payload is at least this, or 0
	most   int    // the condition that the other number is at most this, or 0
	mark   string // the condition that the payload is marked, "event.mark" or "!event.mark", or ""
	to     *part
	add    bool
	store  bool // stores the number of the payload
	tell   bool // emits it
	region int
	raise  string // an event, or ""
}

// payload is that of the events A, B, and C.
type payload struct {
	number int
	mark   bool
	more   int
}

// parallelSpec is a random machine: a state P with regions between a first and a last state.
type parallelSpec struct {
	random *rand.Rand
	root   *part
	all    []*part
	owner  *part
	// regions are those of P, and those inside of them, in document order.
	regions []*part
	raises  bool
	nested  bool
}

func (s *parallelSpec) add(parent *part, name string) *part {
	p := &part{name: name, parent: parent, on: map[string][]*choice{}, number: len(s.all), tells: parent != nil && s.random.IntN(3) == 0}
	s.all = append(s.all, p)
	if parent != nil {
		parent.states = append(parent.states, p)
	}
	return p
}

func newParallelSpec(random *rand.Rand) *parallelSpec {
	s := &parallelSpec{random: random, raises: random.IntN(2) == 0, nested: random.IntN(3) > 0}
	s.root = s.add(nil, "machine")
	off := s.add(s.root, "Off")
	s.owner = s.add(s.root, "P")
	s.owner.parallel = true
	s.split(s.owner, "R", 2+random.IntN(2), 0)
	end := s.add(s.root, "End")
	off.on["A"] = []*choice{{source: off, to: s.owner, region: -1}}
	off.on["B"] = []*choice{{source: off, to: s.all[4+random.IntN(len(s.all)-5)], region: -1}}
	if s.owner.on["X"] = []*choice{{source: s.owner, to: []*part{off, end, s.owner}[random.IntN(3)], region: -1}}; random.IntN(2) == 0 {
		s.owner.on["A"] = []*choice{{source: s.owner, to: []*part{off, end}[random.IntN(2)], region: -1}}
	}
	for _, p := range s.all {
		if r := regionOf(p); r != nil && !p.final && (p != r || s.nested && random.IntN(4) == 0) {
			for _, event := range []string{"A", "B", "C", "E", "F", "always", "done"} {
				s.fill(p, event, slices.Index(s.regions, r))
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
	for _, p := range s.all {
		if inside := regionOf(p) != nil && !p.final; inside && random.IntN(4) == 0 || p.parallel && random.IntN(3) == 0 {
			for _, e := range append([]string{"A", "B", "C"}, s.raised()...) {
				if p.on[e] == nil && random.IntN(2) == 0 {
					p.ignore = append(p.ignore, e)
				}
			}
		}
	}
	off.ignore = s.raised()
	// Each state inside a region can be reached, at least from Off.
	for _, p := range s.all {
		if p != regionOf(p) && regionOf(p) != nil && len(p.states) == 0 {
			off.on["C"] = append(off.on["C"], &choice{source: off, less: 1 + len(off.on["C"]), to: p, region: 0})
		}
	}
	return s
}

// split gives a state regions.
func (s *parallelSpec) split(owner *part, prefix string, count, depth int) {
	owner.parallel = true
	random := s.random
	for r := range count {
		region := s.add(owner, fmt.Sprintf("%s%d", prefix, r))
		s.regions = append(s.regions, region)
		if s.nested && depth < 2 && random.IntN(8) == 0 {
			s.split(region, region.name+"Q", 1+random.IntN(2), depth+1)
			continue
		}
		for i := range 1 + random.IntN(3-min(depth, 1)) {
			leaf := s.add(region, fmt.Sprintf("%sS%d", region.name, i))
			switch {
			case i > 0 && random.IntN(3) == 0:
				leaf.final = true
			case s.nested && depth < 2 && random.IntN(2+depth*2) == 0:
				if random.IntN(4) == 0 {
					leaf = s.add(leaf, leaf.name+"K") // a composite state around it
				}
				s.split(leaf, leaf.name+"R", 1+random.IntN(2), depth+1)
			case random.IntN(4) == 0:
				for k := range 2 {
					s.add(leaf, fmt.Sprintf("%sC%d", leaf.name, k)).final = k == 1 && random.IntN(2) == 0
				}
			}
		}
	}
}

// ends reports whether a state is done at some time.
func ends(p *part) bool {
	final := func(q *part) bool { return slices.ContainsFunc(q.states, func(q *part) bool { return q.final }) }
	if p.parallel {
		return !slices.ContainsFunc(p.states, func(q *part) bool { return !final(q) })
	}
	return final(p)
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
	if s.random.IntN(2) == 0 || event == "always" && s.random.IntN(3) > 0 || event == "done" && !ends(p) {
		return
	}
	alone := event == "always" || event == "done"
	for n := 1 + s.random.IntN(2); n > 0; n-- {
		c := &choice{source: p, region: region, add: s.random.IntN(2) == 0}
		if n > 1 || alone || s.random.IntN(3) == 0 {
			c.less = 1 + s.random.IntN(4)
		}
		if n > 1 && s.random.IntN(3+len(s.regions)) == 0 && !alone {
			c.in = s.all[4+s.random.IntN(len(s.all)-5)].name
		}
		switch s.random.IntN(8) {
		case 0:
			c.add = true // stays
		case 2:
			for top := s.top(p); c.to == nil || s.top(c.to) != top; {
				c.to = s.all[s.random.IntN(len(s.all))]
			}
		case 1:
			c.to = []*part{s.all[1], s.all[len(s.all)-1], s.owner, s.owner.states[s.random.IntN(len(s.owner.states))]}[s.random.IntN(4)]
		default:
			same := regionOf(p)
			for c.to == nil || regionOf(c.to) != same {
				c.to = s.all[s.random.IntN(len(s.all))]
			}
		}
		if alone {
			c.add = true
		}
		if slices.Contains([]string{"A", "B", "C"}, event) && s.random.IntN(3) == 0 {
			s.payload(c, n > 1 || s.random.IntN(4) == 0)
		}
		if s.raises && s.random.IntN(3) == 0 {
			c.raise = []string{"E", "F"}[s.random.IntN(2)]
		}
		p.on[event] = append(p.on[event], c)
	}
}

// payload lets an alternative read the payload, also in its condition if it may have one.
func (s *parallelSpec) payload(c *choice, condition bool) {
	if condition && s.random.IntN(3) > 0 {
		c.least = 1 + s.random.IntN(4)
	}
	if condition && s.random.IntN(3) == 0 {
		c.most = 1 + s.random.IntN(4)
	}
	if condition && s.random.IntN(3) == 0 {
		c.mark = []string{"event.mark", "!event.mark"}[s.random.IntN(2)]
	}
	if s.random.IntN(2) == 0 {
		c.add, c.store = false, true
	}
	c.tell = s.random.IntN(3) == 0
}

// top returns the region of P around a state, or nil.
func (s *parallelSpec) top(p *part) *part {
	for ; p != nil; p = p.parent {
		if p.parent == s.owner {
			return p
		}
	}
	return nil
}

// text returns the spec.
func (s *parallelSpec) text() string {
	var b strings.Builder
	b.WriteString("machine: M\nvars:\n")
	for r := range s.regions {
		fmt.Fprintf(&b, "  n%d: {type: int, min: 0, max: 5}\n", r)
	}
	b.WriteString("events: {A: {number: int, mark: bool, more: int}, B: {number: int, mark: bool, more: int}, C: {number: int, mark: bool, more: int}, X: {}")
	for _, e := range s.raised() {
		b.WriteString(", " + e + ": {internal: true}")
	}
	b.WriteString("}\noutputs: {Told: {number: int}, ")
	for _, p := range s.all {
		if p.tells {
			b.WriteString("In" + p.name + ": {}, ")
		}
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
	if p.tells {
		b.WriteString(inner + "entry: In" + p.name + "\n")
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
	if i := slices.Index(events, "done"); i >= 0 {
		fmt.Fprintf(b, "%sdone:\n%s", inner, choices(p.on["done"], inner+"  "))
		events = slices.Delete(events, i, i+1)
	}
	if len(events) > 0 {
		b.WriteString(inner + "on:\n")
	}
	for _, e := range events {
		fmt.Fprintf(b, "%s  %s:\n%s", inner, e, choices(p.on[e], inner+"    "))
	}
	if len(p.ignore) > 0 {
		b.WriteString(inner + "ignore: [" + strings.Join(p.ignore, ", ") + "]\n")
	}
	if len(p.on)+len(p.ignore)+len(p.states) == 0 && !p.final && !p.tells {
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
		if c.least > 0 {
			conditions = append(conditions, fmt.Sprintf("event.number >= %d", c.least))
		}
		if c.most > 0 {
			conditions = append(conditions, fmt.Sprintf("event.more <= %d", c.most))
		}
		if c.mark != "" {
			conditions = append(conditions, c.mark)
		}
		if len(conditions) > 0 {
			keys = append(keys, fmt.Sprintf("if: %q", strings.Join(conditions, " && ")))
		}
		if c.to != nil {
			keys = append(keys, "to: "+c.to.name)
		}
		if c.add {
			keys = append(keys, fmt.Sprintf("set: {n%d: \"min(n%d + 1, 5)\"}", c.region, c.region))
		}
		if c.store {
			keys = append(keys, fmt.Sprintf("set: {n%d: \"max(0, min(event.number, 5))\"}", c.region))
		}
		if c.tell {
			keys = append(keys, "emit: {Told: {number: event.number}}")
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
	told   []string // the outputs
	event  payload
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
	if c.less > 0 && a.n[c.region] >= c.less || c.least > 0 && a.event.number < c.least || c.most > 0 && a.event.more > c.most || c.mark != "" && a.event.mark != (c.mark == "event.mark") {
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

// exits returns the states that a transition leaves: those inside the least compound state around its source and its target. Other
// than in SCXML, the source is the active state inside the one that lists the transition, and a region that the transition need not
// leave begins again alone, if it is the target, or if it is a parallel state around both.
func (a *active) exits(c *choice) map[*part]bool {
	out := map[*part]bool{}
	if c.to == nil {
		return out
	}
	from := c.source
	for !from.parallel && len(from.states) > 0 {
		from = from.states[slices.IndexFunc(from.states, func(q *part) bool { return a.states[q] })]
	}
	for d := from; d != nil; d = d.parent {
		again := regionOf(d) == d && (c.to == d || d.parallel && below(c.to, d))
		if again || d != from && !d.parallel && below(c.to, d) {
			for p := range a.states {
				if below(p, d) || again && p == d {
					out[p] = true
				}
			}
			break
		}
	}
	return out
}

// candidates are the alternatives of a state for an event. Its end comes before what it does in any case.
func (a *active) candidates(p, leaf *part, event string) []*choice {
	final := func(r *part) bool {
		return slices.ContainsFunc(r.states, func(q *part) bool { return q.final && a.states[q] })
	}
	if event == "always" && (p.parallel && !slices.ContainsFunc(p.states, func(r *part) bool { return !final(r) }) || leaf.final && leaf.parent == p) {
		return slices.Concat(p.on["done"], p.on[event])
	}
	return p.on[event]
}

// selected returns the transitions for an event: SCXML's selectTransitions and
// removeConflictingTransitions. Differently, those of a state apply only if no state inside it has one, and one that
// leaves a state with regions ends the step of all that is inside.
func (a *active) selected(event string) (out []*choice) {
	var enabled []*choice
	for _, leaf := range a.leaves() {
	walk:
		for p := leaf; p != nil; p = p.parent {
			for _, c := range a.candidates(p, leaf, event) {
				if c.holds(a) {
					if !slices.Contains(enabled, c) {
						enabled = append(enabled, c)
					}
					break walk
				}
			}
			if slices.Contains(p.ignore, event) {
				break
			}
		}
	}
	for _, c := range enabled {
		inner := func(d *choice) bool { return below(d.source, c.source) }
		before := func(d *choice) bool {
			if overlap(a.exits(c), a.exits(d)) {
				return true
			}
			for p := c.source.parent; p != nil; p = p.parent {
				if p.parallel && a.exits(d)[p] {
					return true
				}
			}
			return false
		}
		if !slices.ContainsFunc(enabled, inner) && !slices.ContainsFunc(out, before) {
			out = append(out, c)
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
	if c.store {
		a.n[c.region] = max(0, min(a.event.number, 5))
	}
	if c.tell {
		a.told = append(a.told, fmt.Sprint("Told ", a.event.number))
	}
	if c.to == nil {
		return
	}
	for p := range a.exits(c) {
		delete(a.states, p)
	}
	before := maps.Clone(a.states)
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
	for _, p := range a.spec.all {
		if p.tells && a.states[p] && !before[p] {
			a.told = append(a.told, "In"+p.name)
		}
	}
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
	return fmt.Sprint(out, a.n, a.told)
}

// configuration writes what the machine of the loader says in the form of the interpreter.
func configuration(m *core.Machine, c interp.Config, told []string) string {
	var out []string
	s := &m.States[c.State]
	for i, r := range s.Regions {
		if leaf := int(c.Vars[r.Var]); !r.Leaves[leaf].None && len(s.Inner(i, leaf)) == 0 {
			out = append(out, r.Leaves[leaf].Name)
		}
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
	return fmt.Sprint(out, n, told)
}

// TestRegions compares random machines with regions, as loaded, with an interpreter of sets of
// active states: after each event, the same states are active, and as many transitions were taken.
func TestRegions(t *testing.T) {
	random := sample.Rand(t)
	compared, shared, nested, deep, carrying := 0, 0, 0, 0, 0
	for range sample.Size(150, 300, 6000) {
		s := newParallelSpec(random)
		text := s.text()
		loaded, diags := spec.Load("p.fsm.yaml", []byte(text))
		if loaded.Machine == nil {
			for _, d := range diags {
				if d.Severity == diag.Error && d.Code != diag.CodeParallel && d.Code != diag.CodeRaise && !strings.HasPrefix(d.Message, "state `End` cannot be reached") {
					t.Fatalf("%s: %s\n%s", d.Code, d.Message, text)
				}
			}
			continue
		}
		compared++
		triesAll(t, loaded.Machine)
		steps := 0
		for range 3 {
			steps += driveRegions(t, random, s, loaded.Machine, text)
		}
		shared += steps
		if entersCarrying(t, loaded.Machine) {
			carrying++
		}
		if len(s.regions) > len(s.owner.states) {
			nested++
			deep += steps
		}
	}
	text := fmt.Sprintf("%d machines, %d steps of several regions; %d machines with regions in regions, %d steps; %d machines carry a payload", compared, shared, nested, deep, carrying)
	t.Log(text)
	if min(compared, shared, nested, deep, carrying) < 20 {
		t.Error("only " + text)
	}
}

// entersCarrying reports whether a machine carries payloads, which each transition into the state must empty.
func entersCarrying(t *testing.T, m *core.Machine) (carries bool) {
	t.Helper()
	for _, v := range m.Vars {
		if v.Implied != core.Carried {
			continue
		}
		carries = true
		for i := range m.Transitions {
			if x := &m.Transitions[i]; x.Effect == core.Take && x.To == v.State && !x.Internal && x.Updated(v.Symbol) == nil {
				t.Errorf("%s does not set %s", m.Label(i), v.Name)
			}
		}
	}
	return carries
}

func driveRegions(t *testing.T, random *rand.Rand, s *parallelSpec, m *core.Machine, text string) (shared int) {
	t.Helper()
	machine := &interp.Machine{Core: m}
	now, err := machine.Initial()
	if err != nil {
		t.Fatal(err)
	}
	a := &active{spec: s, states: map[*part]bool{s.root: true, s.all[1]: true}, n: make([]int, len(s.regions))}
	history := ""
	for range 14 {
		event := []string{"A", "A", "B", "B", "C", "C", "X"}[random.IntN(7)]
		a.steps, a.queue, a.told, a.event = 0, nil, nil, payload{random.IntN(8) - 1, random.IntN(2) == 0, random.IntN(6)}
		history += fmt.Sprint(" ", event, a.event)
		before := a.String()
		taken := a.react(event)
		steps := 0
		in := interp.Input{Event: slices.IndexFunc(m.Events, func(e core.Event) bool { return e.Name == event })}
		if event != "X" {
			in.Fields = []int64{int64(a.event.number), 0, int64(a.event.more)}
			if a.event.mark {
				in.Fields[1] = 1
			}
		}
		took := false
		var told []string
		for steps < 100 {
			if m.Terminal(now.State) {
				break
			}
			next, err := machine.Step(now, in)
			if err != nil || next.Transition < 0 || m.Transitions[next.Transition].Effect != core.Take {
				break
			}
			took = true
			for _, o := range next.Outputs {
				told = append(told, strings.TrimSpace(m.Outputs[o.Output].Name+" "+strings.Trim(fmt.Sprint(o.Values), "[]")))
			}
			steps++
			now = next.Next
			if in = (interp.Input{Event: m.Eventless()}); in.Event < 0 {
				break
			}
		}
		if a.steps >= 100 && steps >= 100 {
			return shared
		}
		if want, got := a.String(), configuration(m, now, told); want != got || taken != took || steps != a.steps {
			t.Fatalf("after%s from %s: %s (%d steps, %t), want %s (%d steps, %t)\n%s", history, before, got, steps, took, want, a.steps, taken, text)
		}
		for i, v := range m.Vars {
			if v.Implied == core.Carried && now.Vars[i] != 0 && !m.Terminal(now.State) {
				t.Fatalf("after%s from %s: %s, and %s is still %d\n%s", history, before, a, v.Name, now.Vars[i], text)
			}
		}
		if steps > 1 {
			shared++
		}
	}
	return shared
}
