package explore

import (
	"math"

	"github.com/fsmgen/fsmgen/spec/core"
)

// unknown stands for the word of a configuration that has no word.
const unknown = ^uint64(0)

// outcome is the result of an event: the number of the transition that is taken, or stuck,
// or idle, or failed(t) if transition t cannot be computed.
type outcome int32

const (
	stuck outcome = -1
	// idle is an event that is ignored or rejected.
	idle outcome = math.MinInt32
)

func failed(t int32) outcome { return outcome(-2 - t) }

// failed returns the transition that cannot be computed.
func (o outcome) failed() (t int, ok bool) { return int(-2 - o), o < stuck && o != idle }

// move is the outcome of one code of a row, and the configuration to which it leads.
type move struct {
	word    uint64
	code    int32
	outcome outcome
}

// walker computes successors. It has its own buffers.
type walker struct {
	m    *core.Machine
	rows []row
	// One of the two packs the configurations.
	radix  *radix
	tuples *tuples

	state int
	vars  []int64 // of the configuration, as far as the row reads them
	next  []int64
	near  tree // the configuration again, when it is a tuple
	moves []move
	// escaped reports whether some configuration had no word.
	escaped bool
	// world marks the transitions of environment events. It is nil if there are
	// none.
	world []bool
}

// quiet reports whether a move is a step of an event that is not an environment event.
func (w *walker) quiet(m move) bool {
	return m.outcome >= 0 && (w.world == nil || !w.world[m.outcome])
}

// fork returns a walker that shares everything except the buffers.
func (w *walker) fork() *walker {
	f := &walker{m: w.m, rows: w.rows, radix: w.radix, tuples: w.tuples, world: w.world}
	f.prepare()
	return f
}

func (w *walker) prepare() {
	w.vars, w.next = make([]int64, len(w.m.Vars)), make([]int64, len(w.m.Vars))
	if w.tuples != nil {
		w.near = w.tuples.newTree(w.vars)
	}
	if w.world == nil && w.m.Reactive() {
		w.world = make([]bool, len(w.m.Transitions))
		for i, t := range w.m.Transitions {
			w.world[i] = w.m.Events[t.Event].Environment
		}
	}
}

func (w *walker) encode(state int, vars []int64) (uint64, bool) {
	if w.radix != nil {
		return w.radix.encode(state, vars)
	}
	return w.tuples.encode(state, vars, &w.near)
}

// values returns the state and the values of a configuration in a new slice.
func (w *walker) values(word uint64) (state int, vars []int64) {
	vars = make([]int64, len(w.vars))
	return w.read(word, vars), vars
}

// read sets vars to the values of a configuration, 0 for variables that do not
// exist, and returns its state.
func (w *walker) read(word uint64, vars []int64) (state int) {
	if w.radix == nil {
		t := w.tuples.newTree(vars)
		w.tuples.decode(word, &t)
		state = t.state
	} else {
		var rest uint64
		state, rest, _ = w.radix.split(word)
		for v := range vars {
			if w.m.Exists(v, state) && w.m.Vars[v].Type.Scalar() {
				vars[v] = w.radix.value(v, rest)
			}
		}
	}
	w.clear(state, vars)
	return state
}

// clear sets the variables that do not exist in a state to 0.
func (w *walker) clear(state int, vars []int64) {
	for v := range vars {
		if !w.m.Exists(v, state) || !w.m.Vars[v].Type.Scalar() {
			vars[v] = 0
		}
	}
}

// expand returns the move for each code of the configuration's state, in order. The result
// is valid until the next call.
func (w *walker) expand(word uint64) []move {
	if w.radix != nil {
		return w.expandRadix(word)
	}
	w.tuples.decode(word, &w.near)
	w.state = w.near.state
	w.moves = w.moves[:0]
	for i := range w.rows[w.state].codes {
		to := unknown
		o := w.apply(&w.rows[w.state].codes[i])
		if o >= 0 {
			var ok bool
			to, ok = w.encode(w.m.Transitions[o].To, w.next)
			if !ok {
				to, w.escaped = unknown, true
			}
		}
		w.moves = append(w.moves, move{to, int32(i), o})
	}
	return w.moves
}

// apply decides which transition is taken, and computes w.next, the values after it.
func (w *walker) apply(c *code) outcome {
	a, o := c.decide(w.vars)
	if a == nil {
		return o
	}
	copy(w.next, w.vars)
	for i := range a.assigns {
		x, err := a.assigns[i].value(w.vars)
		if err != nil {
			return failed(a.transition)
		}
		w.next[a.assigns[i].v] = x
	}
	for _, value := range a.emits {
		if _, err := value(w.vars); err != nil {
			return failed(a.transition)
		}
	}
	w.clear(int(a.to), w.next)
	return o
}

// decide evaluates the guards. It returns the alternative that is taken, or
// nil.
func (c *code) decide(v []int64) (*alt, outcome) {
next:
	for i := range c.alts {
		a := &c.alts[i]
		for j := range a.guard {
			t := &a.guard[j]
			switch t.kind {
			case inRange:
				if uint64(v[t.a])-uint64(t.lo) > t.span {
					continue next
				}
			case outRange:
				if uint64(v[t.a])-uint64(t.lo) <= t.span {
					continue next
				}
			case below:
				if v[t.a] > v[t.b]+t.lo {
					continue next
				}
			case safe:
				if t.pure(v) == 0 {
					continue next
				}
			default:
				x, err := t.checked(v)
				if err != nil && a.busy {
					return nil, idle // the step without an event fails, not this one
				}
				if err != nil {
					return nil, failed(a.transition)
				}
				if x == 0 {
					continue next
				}
			}
		}
		if a.idle {
			return nil, idle
		}
		return a, outcome(a.transition)
	}
	return nil, stuck
}

func (s *assign) value(v []int64) (int64, error) {
	switch s.kind {
	case fixed:
		return s.lo, nil
	case linear:
		return v[s.a] + s.lo, nil
	case safe:
		return s.pure(v), nil
	}
	return s.checked(v)
}

// expandRadix is expand for words of a radix. It computes the new word from the old one by
// changing only the digits that differ.
func (w *walker) expandRadix(word uint64) []move {
	r := w.radix
	v := w.vars
	state, rest, data := r.split(word)
	row := &w.rows[state]
	w.state = state
	for _, i := range row.reads {
		v[i] = r.value(int(i), rest)
	}
	codes := row.codes
	moves := w.moves[:0]
	for i := range codes {
		a, o := codes[i].decide(v)
		if a == nil {
			moves = append(moves, move{unknown, int32(i), o})
			continue
		}
		to := word + a.move
		if a.drops {
			to -= data
		}
		out := false
		for j := range a.assigns {
			s := &a.assigns[j]
			x, err := s.value(v)
			if err != nil {
				o, out = failed(a.transition), true
				break
			}
			d := &r.digits[s.v]
			n := uint64(x) - uint64(d.lo)
			if n >= d.size {
				out, w.escaped = true, true
			}
			if !s.enters {
				n = uint64(x) - uint64(v[s.v])
			}
			to += n * d.weight
		}
		for _, value := range a.emits {
			if _, err := value(v); err != nil {
				o, out = failed(a.transition), true
			}
		}
		if out {
			to = unknown
		}
		moves = append(moves, move{to, int32(i), o})
	}
	w.moves = moves
	return moves
}
