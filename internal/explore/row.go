package explore

import (
	"encoding/binary"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// row is what can happen in one state.
type row struct {
	choices []choice
	// codes are what is left to compute for the choices. Many choices share
	// one, as do enum values that a guard does not tell apart.
	codes []code
	// reads lists the variables that the codes need.
	reads []int32
	// work is that of computing all codes once, in moves; see [Within].
	work int
	// made is the work that it took to make the row, in moves.
	made int
	// exact says that the choices cover every payload that could matter.
	exact bool
}

// choice is an event and a way in which it can arrive.
type choice struct {
	event int
	payload
	code int // index into the row's codes
}

// code is the list of alternatives that remain for a choice.
type code struct {
	choice int // the first choice that has it
	alts   []alt
}

// alt is an alternative, compiled for given parameters and payload.
type alt struct {
	guard   []test
	assigns []assign
	// emits are the values of outputs that may fail.
	emits      []checked
	to         int32
	transition int32
	// idle means that the alternative takes no transition, and busy that it is without an
	// event, before one.
	idle, busy bool
	// drops means that the state which the transition leaves has data.
	drops bool
	// move is what the change of state adds to a radix word.
	move uint64
}

// compiler compiles the rows of a machine for given parameters and given
// bounds of the variables.
type compiler struct {
	m         *core.Machine
	env       expr.Env
	sampler   *sampler
	low, high []int64
	radix     *radix // nil when configurations are tuples
	folded    *folded
	shared    *shared
}

func (c *compiler) rows() []row {
	c.folded, c.shared = newFolded(), newShared() // the bounds may have changed
	defer func() { c.folded, c.shared = nil, nil }()
	rows := make([]row, len(c.m.States))
	for s := range rows {
		rows[s].exact = true
	}
	for from, to := 0, 0; from < len(c.m.Transitions); from = to {
		t := &c.m.Transitions[from]
		to = from + len(c.m.On(t.From, t.Event))
		c.add(&rows[t.From], from, to)
	}
	return rows
}

// add compiles the transitions from up to but not including to, which are the
// alternatives of one event, into the row of their state.
func (c *compiler) add(r *row, from, to int) {
	event := c.m.Transitions[from].Event
	payloads, exact := c.sampler.payloads(event, c.m.Transitions[from:to])
	r.exact = r.exact && exact
	known := map[string]int{}
	for _, p := range payloads {
		c.env.Fields, c.env.Externals = p.fields, p.externals
		folded := c.alternatives(from, to)
		if !c.m.Events[event].Eventless {
			folded = c.waiting(c.m.Transitions[from].From, folded)
		}
		r.made += compileMoves * len(folded)
		key := signature(folded)
		i, ok := known[key]
		if !ok {
			i = len(r.codes)
			known[key] = i
			r.codes = append(r.codes, code{len(r.choices), c.compile(folded)})
			r.work += 1 + size(folded)/operations
			r.read(folded)
		}
		r.choices = append(r.choices, choice{event, p, i})
	}
}

// compileMoves is the work to compile an alternative for one payload, in moves.
const compileMoves = 20

// operations is the number of operators and operands that count as one move.
const operations = 16

// size returns the number of operators and operands of alternatives.
func size(list []reduced) (n int) {
	for _, a := range list {
		n += a.guard.size()
		for _, u := range a.updates {
			n += u.value.size()
		}
		for _, value := range a.emits {
			n += value.size()
		}
	}
	return n
}

// read notes the variables that alternatives need: those in their expressions
// and those whose digits they change.
func (r *row) read(list []reduced) {
	add := func(v int) {
		if !slices.Contains(r.reads, int32(v)) {
			r.reads = append(r.reads, int32(v))
		}
	}
	for _, a := range list {
		a.guard.variables(add)
		for _, u := range a.updates {
			u.value.variables(add)
			if !u.enters {
				add(u.v)
			}
		}
		for _, value := range a.emits {
			value.variables(add)
		}
	}
}

// reduced is an alternative whose expressions are folded.
type reduced struct {
	t       *core.Transition
	index   int
	guard   *node
	updates []update
	// emits are the values of outputs that may fail.
	emits []*node
	// busy is an alternative without an event, before which the machine handles no event.
	busy bool
}

// update is a new value of a variable.
type update struct {
	v     int
	value *node
	// enters says that the variable begins to exist with it.
	enters bool
}

// waiting puts before the alternatives for an event those without an event: as long as one of
// them applies, the machine does not look at the event.
func (c *compiler) waiting(state int, list []reduced) []reduced {
	var result []reduced
	for i := range c.m.Always(state) {
		t := &c.m.Always(state)[i]
		a := reduced{t: t, index: c.m.First(t.From, t.Event) + i, guard: constant(1), busy: true}
		if t.Guard != nil {
			a.guard = c.fold(t.Guard)
		}
		if a.guard.is(0) {
			continue
		}
		if result = append(result, a); a.guard.is(1) {
			return result
		}
	}
	return append(result, list...)
}

// alternatives folds transitions and drops those that cannot be taken.
func (c *compiler) alternatives(from, to int) []reduced {
	var result []reduced
	for i := from; i < to; i++ {
		t := &c.m.Transitions[i]
		a := reduced{t: t, index: i, guard: constant(1)}
		if t.Guard != nil {
			a.guard = c.fold(t.Guard)
		}
		if a.guard.is(0) {
			continue
		}
		for _, u := range t.Updates {
			if c.m.Vars[u.Var].Type.Scalar() && c.m.Exists(u.Var, t.To) {
				enters := c.m.Vars[u.Var].State >= 0 && !t.Internal
				a.updates = append(a.updates, update{u.Var, c.fold(u.Value), enters})
			}
		}
		for v := range c.m.Vars {
			// Entering a state sets its data. A datum that is left out,
			// which the loader refuses, counts as 0.
			set := slices.ContainsFunc(a.updates, func(u update) bool { return u.v == v })
			if !t.Internal && c.m.Vars[v].State == t.To && c.m.Vars[v].Type.Scalar() && !set {
				a.updates = append(a.updates, update{v, constant(0), true})
			}
		}
		for _, e := range t.Emits {
			for _, value := range e.Arithmetic() {
				if n := c.fold(value); !n.safe {
					a.emits = append(a.emits, n)
				}
			}
		}
		result = append(result, a)
		if a.guard.is(1) {
			break
		}
	}
	return result
}

func (c *compiler) fold(e expr.Expr) *node {
	k, ok := c.folded.key(e, &c.env)
	if !ok {
		return fold(e, &c.env, c.low, c.high)
	}
	n := c.folded.nodes[k]
	if n == nil {
		n = fold(e, &c.env, c.low, c.high)
		c.folded.nodes[k] = n
	}
	return n
}

func (c *compiler) compile(list []reduced) []alt {
	alts := make([]alt, len(list))
	for i, a := range list {
		t := &alts[i]
		t.guard = c.shared.tests(a.guard)
		t.to, t.transition, t.idle, t.busy = int32(a.t.To), int32(a.index), a.busy || a.t.Effect != core.Take, a.busy
		if r := c.radix; r != nil {
			t.move = (r.first[a.t.To] - r.first[a.t.From]) * r.unit
			t.drops = !a.t.Internal && r.data[a.t.From]
		}
		t.assigns = c.shared.assigns(a.updates)
		for _, value := range a.emits {
			t.emits = append(t.emits, c.shared.checked(value))
		}
	}
	return alts
}

// signature returns a string that is the same for equal lists.
func signature(list []reduced) string {
	var b []byte
	for _, a := range list {
		b = binary.AppendVarint(b, int64(a.index))
		b = a.guard.append(b)
		for _, u := range a.updates {
			b = u.value.append(b)
		}
		b = binary.AppendVarint(b, int64(len(a.emits)))
		for _, value := range a.emits {
			b = value.append(b)
		}
	}
	return string(b)
}

// append writes n in prefix form.
func (n *node) append(b []byte) []byte {
	switch {
	case n.constant():
		return binary.AppendVarint(append(b, 0), n.lo)
	case n.op == 0:
		return binary.AppendVarint(append(b, 1), int64(n.v))
	}
	b = n.x.append(append(b, 2+byte(n.op)))
	if n.y != nil {
		b = n.y.append(b)
	}
	return b
}
