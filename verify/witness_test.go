package verify_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/explore"
)

var (
	errDivide = errors.New("division by zero")
	errLarge  = errors.New("overflow")
	// errWrapped is a divisor that is 0 in int64 alone, which the obligation on
	// overflow is about.
	errWrapped = errors.New("division by a wrapped zero")
)

// witness holds a report against a naive interpreter, which shares with what it
// judges only the machine and the numbering of strings. Values are mathematical
// integers; next to them it computes what Go's int64 makes of them.
type witness struct {
	m      *core.Machine
	r      *verify.Report
	random *rand.Rand
	faults []string
	// texts number strings as explored runs do.
	texts []string
	// all says that the report calls everything proved.
	all bool
}

func newWitness(m *core.Machine, r *verify.Report, random *rand.Rand) *witness {
	return &witness{m: m, r: r, random: random, texts: explore.Strings(m), all: r.Proved()}
}

func (w *witness) fail(format string, args ...any) {
	if len(w.faults) < 5 {
		w.faults = append(w.faults, fmt.Sprintf(format, args...))
	}
}

// scene is where an expression is evaluated.
type scene struct{ params, vars, fields, answers []int64 }

// value computes e. The second result is what Go's int64 makes of it.
func (w *witness) value(e expr.Expr, s scene) (exact *big.Int, wrapped int64, err error) {
	if v, ok := w.quick(e, s); ok {
		return big.NewInt(v), v, nil
	}
	switch e := e.(type) {
	case *expr.Unary:
		x, y, err := w.value(e.X, s)
		if err != nil {
			return nil, 0, err
		}
		if e.Op == expr.Not {
			return new(big.Int).Sub(big.NewInt(1), x), 1 - y, nil
		}
		return x.Neg(x), -y, nil
	case *expr.Call:
		var best *big.Int
		var least int64
		for i, a := range e.Args {
			x, y, err := w.value(a, s)
			if err != nil {
				return nil, 0, err
			}
			sign := 1
			if e.Op == expr.Min {
				sign = -1
			}
			if i == 0 || x.Cmp(best) == sign {
				best = x
			}
			if i == 0 || (y > least) == (sign > 0) {
				least = y
			}
		}
		return best, least, nil
	case *expr.Binary:
		x, a, err := w.value(e.X, s)
		if err != nil {
			return nil, 0, err
		}
		if e.Op == expr.And && x.Sign() == 0 || e.Op == expr.Or && x.Sign() != 0 {
			// Go may have taken the other branch, which is the concern of
			// whoever compares the two.
			return x, a, nil
		}
		y, b, err := w.value(e.Y, s)
		if err != nil {
			return nil, 0, err
		}
		is := func(exact, wrapped bool) (*big.Int, int64, error) {
			return big.NewInt(number01(exact)), number01(wrapped), nil
		}
		switch e.Op {
		case expr.And, expr.Or:
			return y, b, nil
		case expr.Eq:
			return is(x.Cmp(y) == 0, a == b)
		case expr.Ne:
			return is(x.Cmp(y) != 0, a != b)
		case expr.Lt:
			return is(x.Cmp(y) < 0, a < b)
		case expr.Le:
			return is(x.Cmp(y) <= 0, a <= b)
		case expr.Gt:
			return is(x.Cmp(y) > 0, a > b)
		case expr.Ge:
			return is(x.Cmp(y) >= 0, a >= b)
		case expr.Add:
			return new(big.Int).Add(x, y), a + b, nil
		case expr.Sub:
			return new(big.Int).Sub(x, y), a - b, nil
		case expr.Mul:
			return new(big.Int).Mul(x, y), a * b, nil
		}
		if y.Sign() == 0 {
			return nil, 0, errDivide
		}
		if b == 0 {
			return nil, 0, errWrapped
		}
		if e.Op == expr.Quo {
			return new(big.Int).Quo(x, y), a / b, nil
		}
		return new(big.Int).Rem(x, y), a % b, nil
	}
	panic(fmt.Sprintf("unreachable: %T", e))
}

func number01(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// quick computes e as long as all is small.
func (w *witness) quick(e expr.Expr, s scene) (int64, bool) {
	const small = 1 << 30
	fits := func(v int64) bool { return -small < v && v < small }
	switch e := e.(type) {
	case *expr.Lit:
		return e.Value, true
	case *expr.Text:
		return int64(slices.Index(w.texts, e.Value)), true
	case *expr.Ref:
		switch e.Symbol.Scope {
		case expr.Param:
			return s.params[e.Symbol.Index], true
		case expr.Var:
			return s.vars[e.Symbol.Index], true
		case expr.External:
			return s.answers[e.Symbol.Index], true
		}
		return s.fields[e.Symbol.Index], true
	case *expr.Unary:
		x, ok := w.quick(e.X, s)
		if e.Op == expr.Not {
			return 1 - x, ok
		}
		return -x, ok && fits(x)
	case *expr.Call:
		best, ok := w.quick(e.Args[0], s)
		for _, a := range e.Args[1:] {
			x, good := w.quick(a, s)
			if ok = ok && good; e.Op == expr.Min && x < best || e.Op == expr.Max && x > best {
				best = x
			}
		}
		return best, ok
	case *expr.Binary:
		x, ok := w.quick(e.X, s)
		if !ok {
			return 0, false
		}
		if e.Op == expr.And && x == 0 || e.Op == expr.Or && x == 1 {
			return x, true
		}
		y, ok := w.quick(e.Y, s)
		if !ok {
			return 0, false
		}
		switch e.Op {
		case expr.And, expr.Or:
			return y, true
		case expr.Eq:
			return number01(x == y), true
		case expr.Ne:
			return number01(x != y), true
		case expr.Lt:
			return number01(x < y), true
		case expr.Le:
			return number01(x <= y), true
		case expr.Gt:
			return number01(x > y), true
		case expr.Ge:
			return number01(x >= y), true
		}
		if !fits(x) || !fits(y) {
			return 0, false
		}
		switch e.Op {
		case expr.Add:
			return x + y, true
		case expr.Sub:
			return x - y, true
		case expr.Mul:
			return x * y, true
		case expr.Quo:
			if y != 0 {
				return x / y, true
			}
		case expr.Rem:
			if y != 0 {
				return x % y, true
			}
		}
	}
	return 0, false
}

func (w *witness) holds(e expr.Expr, s scene) bool {
	v, _, err := w.value(e, s)
	return err == nil && v.Sign() != 0
}

// valid reports whether the generated Params.Validate accepts the parameters.
// It may say no where that says yes.
func (w *witness) valid(params []int64) bool {
	s := scene{params: params}
	fits := func(e expr.Expr) bool {
		good := true
		expr.Walk(e, func(e expr.Expr) {
			v, _, err := w.value(e, s)
			good = good && err == nil && v.IsInt64()
		})
		return good
	}
	for i, p := range w.m.Params {
		for _, end := range []expr.Expr{p.Min, p.Max} {
			if end != nil && !fits(end) {
				return false
			}
		}
		if p.Min != nil && !w.holds(&expr.Binary{Op: expr.Ge, X: &expr.Ref{Symbol: p.Symbol}, Y: p.Min}, s) ||
			p.Max != nil && !w.holds(&expr.Binary{Op: expr.Le, X: &expr.Ref{Symbol: p.Symbol}, Y: p.Max}, s) {
			return false
		}
		if p.Type.Kind == expr.Enumerated && (params[i] < 0 || params[i] >= int64(len(p.Type.Enum.Values))) {
			return false
		}
	}
	switch {
	case w.m.Bound != nil:
		return fits(w.m.Bound)
	case w.m.Rank == 1:
		return fits(w.begin())
	}
	return true
}

// begin is the first component of progress at the start.
func (w *witness) begin() expr.Expr {
	return expr.Substitute(w.m.States[w.m.Initial].Progress[0], func(s *expr.Symbol) expr.Expr {
		if s.Scope != expr.Var {
			return nil
		}
		return w.m.Vars[s.Index].Init
	})
}

// proved reports whether an obligation is said to be proved. When all is said
// to be, that covers obligations that were forgotten.
func (w *witness) proved(kind verify.Kind, match func(*verify.Obligation) bool) bool {
	if w.all {
		return true
	}
	for i := range w.r.Obligations {
		o := &w.r.Obligations[i]
		if o.Kind == kind && match(o) {
			return o.Status == verify.Proved
		}
	}
	return false
}

// choices lists parameters to try: small ones, and the ends of ranges and of
// int.
func (w *witness) choices() [][]int64 {
	var out [][]int64
	for range 60 {
		params := make([]int64, len(w.m.Params))
		wild := w.random.IntN(3) == 0
		for i, p := range w.m.Params {
			switch p.Type.Kind {
			case expr.Bool:
				params[i] = w.random.Int64N(2)
			case expr.Enumerated:
				params[i] = w.random.Int64N(int64(len(p.Type.Enum.Values)))
			case expr.String:
				params[i] = w.random.Int64N(int64(len(w.texts)))
			default:
				params[i] = w.random.Int64N(12) - 3
				if wild && w.random.IntN(2) == 0 {
					params[i] = w.extreme()
				}
				for _, end := range []expr.Expr{p.Min, p.Max} {
					if end != nil && w.random.IntN(4) == 0 {
						if v, _, err := w.value(end, scene{params: params}); err == nil && v.IsInt64() {
							params[i] = v.Int64()
						}
					}
				}
			}
		}
		if w.valid(params) && !slices.ContainsFunc(out, func(p []int64) bool { return slices.Equal(p, params) }) {
			out = append(out, params)
		}
		if len(out) == 6 {
			break
		}
	}
	return out
}

func (w *witness) extreme() int64 {
	all := []int64{math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, math.MaxInt64 / 2, math.MaxInt64/2 + 1, 1 << 32, 1 << 31, math.MaxInt32, 3037000500, -1 << 31, 1 << 40}
	return all[w.random.IntN(len(all))]
}

// payload returns one payload of an event.
func (w *witness) payload(event int) []int64 {
	var out []int64
	for _, f := range w.m.Events[event].Fields {
		switch f.Type.Kind {
		case expr.Bool:
			out = append(out, w.random.Int64N(2))
		case expr.Enumerated:
			out = append(out, w.random.Int64N(int64(len(f.Type.Enum.Values))))
		case expr.String:
			out = append(out, w.random.Int64N(int64(len(w.texts))))
		default:
			v := w.random.Int64N(12) - 4
			if w.random.IntN(8) == 0 {
				v = w.extreme()
			}
			out = append(out, v)
		}
	}
	return out
}

// answers returns what external guards say for one step.
func (w *witness) answers() []int64 {
	out := make([]int64, len(w.m.Asks))
	for i := range out {
		out[i] = w.random.Int64N(2)
	}
	return out
}

// wander explores some configurations for some parameters and checks what is
// proved in each.
func (w *witness) wander() {
	for _, params := range w.choices() {
		if len(w.faults) == 0 {
			w.walk(params)
		}
	}
}

func (w *witness) walk(params []int64) {
	m := w.m
	s := scene{params: params, vars: make([]int64, len(m.Vars))}
	for i, v := range m.Vars {
		if v.Init == nil {
			continue
		}
		x, wrapped, err := w.value(v.Init, s)
		if err != nil || !x.IsInt64() || x.Int64() != wrapped {
			if w.all {
				w.fail("all is proved, but %q cannot begin for %v: %v %d %v", v.Name, params, x, wrapped, err)
			}
			return
		}
		s.vars[i] = wrapped
	}
	for i := range m.Vars {
		if m.Vars[i].State < 0 && w.proved(verify.KindInit, func(o *verify.Obligation) bool { return o.Var == i }) {
			w.ranged(i, s, "at the start")
		}
	}
	w.invariants(m.Initial, -1, s)
	w.inferred(m.Initial, s)
	if !w.opening(s) {
		return
	}
	type config struct {
		state int
		vars  []int64
		next  []int
	}
	key := func(state int, vars []int64) string { return fmt.Sprint(state, vars) }
	all := []config{{m.Initial, s.vars, nil}}
	known := map[string]int{key(m.Initial, s.vars): 0}
	// starts are where the count of transitions begins.
	starts := []int{0}
	for id := 0; id < len(all) && len(w.faults) == 0; id++ {
		state := all[id].state
		now := scene{params: params, vars: all[id].vars}
		w.bounded(state, now)
		if w.proved(verify.KindDeadlock, func(o *verify.Obligation) bool { return o.State == state }) && !m.Terminal(state) && !w.alive(state, now) {
			w.fail("no deadlock is proved of %s, but nothing leads on with %v", m.States[state].Name, now)
		}
		for event := range m.Events {
			if len(m.On(state, event)) == 0 {
				continue
			}
			tries := 1
			if n := len(m.Events[event].Fields) + len(m.Asks); n > 0 {
				tries = 10
			}
			for range tries {
				now.fields, now.answers = w.payload(event), w.answers()
				t, after, err := w.step(state, event, now)
				if err != nil || t < 0 {
					continue
				}
				to := m.Transitions[t].To
				k := key(to, after)
				next, ok := known[k]
				if !ok && len(all) < 250 {
					next, ok = len(all), true
					known[k] = next
					all = append(all, config{to, after, nil})
				}
				switch {
				case ok && m.Events[event].Environment:
					starts = append(starts, next)
				case ok:
					all[id].next = append(all[id].next, next)
				}
			}
		}
	}
	// longest holds 1 more than the longest run from a configuration.
	longest := make([]int, len(all))
	const busy = -1
	var visit func(id int) bool
	visit = func(id int) bool {
		if longest[id] != 0 {
			return longest[id] != busy
		}
		longest[id] = busy
		best := 0
		for _, n := range all[id].next {
			if !visit(n) {
				return false
			}
			best = max(best, longest[n])
		}
		longest[id] = best + 1
		return true
	}
	for _, start := range starts {
		if !visit(start) {
			if w.r.Termination == verify.Proved {
				w.fail("proved to end or to settle, but there is a cycle for %v", params)
			}
			return
		}
		if w.r.Bound.Status == verify.Proved {
			if limit, _, err := w.value(w.r.Bound.Expr, s); err != nil || limit.Cmp(big.NewInt(int64(longest[start]-1))) < 0 {
				w.fail("the bound %v is proved, but a run takes %d for %v", limit, longest[start]-1, params)
			}
		}
	}
}

// opening computes the outputs of the start. It returns false if one cannot be.
func (w *witness) opening(s scene) bool {
	about := func(o *verify.Obligation) bool { return o.Transition < 0 && o.Var < 0 && o.State < 0 }
	for _, e := range w.m.Start {
		for _, x := range e.Values {
			if !x.Type().Scalar() {
				continue
			}
			v, wrapped, err := w.value(x, s)
			if err != nil && w.proved(verify.KindDivide, about) || err == nil && (!v.IsInt64() || v.Int64() != wrapped) && w.proved(verify.KindOverflow, about) {
				w.fail("the outputs of the start are proved to be good, but %s is %v or %d (%v) with %v", expr.Print(x, expr.Spec), v, wrapped, err, s)
			}
			if err != nil {
				return false
			}
		}
	}
	return true
}

// alive reports whether some of many payloads and answers leads on, or cannot
// be computed. The ints among them are near those that guards mention here.
func (w *witness) alive(state int, s scene) bool {
	m := w.m
	near := []int64{0}
	for i := range m.Transitions {
		if t := &m.Transitions[i]; t.From == state && t.Guard != nil {
			expr.Walk(t.Guard, func(x expr.Expr) {
				chosen := func(s *expr.Symbol) bool { return s.Scope == expr.Field || s.Scope == expr.External }
				if x.Type().Kind != expr.Int || expr.Uses(x, chosen) {
					return
				}
				if v, _, err := w.value(x, s); err == nil && v.IsInt64() {
					near = append(near, v.Int64(), v.Int64()-1, v.Int64()+1)
				}
			})
		}
	}
	for range 60 {
		for event := range m.Events {
			if len(m.On(state, event)) == 0 {
				continue
			}
			s.fields, s.answers = w.payload(event), w.answers()
			for i, f := range m.Events[event].Fields {
				if f.Type.Kind == expr.Int && w.random.IntN(3) > 0 {
					s.fields[i] = near[w.random.IntN(len(near))]
				}
			}
			if t, _, err := w.quiet(state, event, s); err != nil || t >= 0 {
				return true
			}
		}
	}
	return false
}

// step takes one step and checks all that is proved of it. It returns -1 when
// no transition is taken.
func (w *witness) step(state, event int, s scene) (int, []int64, error) {
	m := w.m
	first := slices.IndexFunc(m.Transitions, func(t core.Transition) bool { return t.From == state && t.Event == event })
	for i := first; i < len(m.Transitions) && m.Transitions[i].From == state && m.Transitions[i].Event == event; i++ {
		t := &m.Transitions[i]
		about := func(o *verify.Obligation) bool { return o.Transition == i }
		compute := func(e expr.Expr) (*big.Int, error) {
			v, wrapped, err := w.value(e, s)
			if err != nil {
				if w.proved(verify.KindDivide, about) && (!errors.Is(err, errWrapped) || w.proved(verify.KindOverflow, about)) {
					w.fail("no division by zero is proved of %s, but %v %v", m.Label(i), m.States[state].Name, s)
				}
				return nil, err
			}
			if !v.IsInt64() || v.Int64() != wrapped {
				if w.proved(verify.KindOverflow, about) {
					w.fail("no overflow is proved of %s, but %s is %v or %d with %v", m.Label(i), expr.Print(e, expr.Spec), v, wrapped, s)
				}
				return nil, errLarge
			}
			return v, nil
		}
		if t.Guard != nil {
			v, err := compute(t.Guard)
			if err != nil {
				return -1, nil, err
			}
			if v.Sign() == 0 {
				continue
			}
		}
		if t.Effect != core.Take {
			return -1, nil, nil
		}
		after := slices.Clone(s.vars)
		for v := range after {
			if !m.Exists(v, t.To) {
				after[v] = 0
			}
		}
		for _, u := range t.Updates {
			v, err := compute(u.Value)
			if err != nil {
				return -1, nil, err
			}
			after[u.Var] = v.Int64()
		}
		for _, e := range t.Emits {
			for _, x := range e.Values {
				if !x.Type().Scalar() {
					continue
				}
				if _, err := compute(x); err != nil {
					return -1, nil, err
				}
			}
		}
		w.taken(i, s, scene{params: s.params, vars: after})
		return i, after, nil
	}
	if w.proved(verify.KindGap, func(o *verify.Obligation) bool { return o.State == state && o.Event == event }) {
		w.fail("no gap is proved in %s on %s, but %v", m.States[state].Name, m.Events[event].Name, s)
	}
	return -1, nil, nil
}

// taken checks what is proved of transition i.
func (w *witness) taken(i int, before, after scene) {
	m, t := w.m, &w.m.Transitions[i]
	for v := range m.Vars {
		if w.proved(verify.KindRange, func(o *verify.Obligation) bool { return o.Transition == i && o.Var == v }) {
			w.ranged(v, after, "after "+m.Label(i))
		}
	}
	w.invariants(t.To, i, after)
	w.inferred(t.To, after)
	for _, d := range w.r.Diagnostics {
		if d.Code == diag.CodeDead && d.Span == t.Span {
			w.fail("%s is taken with %v, but: %s", m.Label(i), before, d.Message)
		}
	}
	if m.Events[t.Event].Environment {
		if m.Bound != nil && m.Rank == 1 && w.proved(verify.KindBound, func(o *verify.Obligation) bool { return o.Transition == i }) && w.above(t.To, after) {
			w.fail("progress is above the bound after %s with %v", m.Label(i), after)
		}
		return
	}
	if w.proved(verify.KindDecrease, func(o *verify.Obligation) bool { return o.Transition == i }) && w.compare(t.To, after, t.From, before) >= 0 {
		w.fail("progress does not decrease on %s from %v to %v", m.Label(i), before, after)
	}
}

// above reports whether progress is above the bound.
func (w *witness) above(state int, s scene) bool {
	progress, _, err1 := w.value(w.m.States[state].Progress[0], s)
	limit, _, err2 := w.value(w.m.Bound, s)
	return err1 == nil && err2 == nil && progress.Cmp(limit) > 0
}

func (w *witness) compare(state int, s scene, other int, t scene) int {
	for k := range w.m.Rank {
		x, _, err1 := w.value(w.m.States[state].Progress[k], s)
		y, _, err2 := w.value(w.m.States[other].Progress[k], t)
		if err1 != nil || err2 != nil {
			return -1
		}
		if c := x.Cmp(y); c != 0 {
			return c
		}
	}
	return 0
}

func (w *witness) bounded(state int, s scene) {
	if !w.proved(verify.KindBounded, func(o *verify.Obligation) bool { return o.State == state }) {
		return
	}
	for _, p := range w.m.States[state].Progress {
		if v, _, err := w.value(p, s); err == nil && v.Sign() < 0 {
			w.fail("progress is %v in %s with %v", v, w.m.States[state].Name, s)
		}
	}
}

func (w *witness) ranged(v int, s scene, where string) {
	decl := w.m.Vars[v]
	x := big.NewInt(s.vars[v])
	if decl.Min != nil {
		if lo, _, err := w.value(decl.Min, s); err == nil && x.Cmp(lo) < 0 {
			w.fail("%s is %v, below %v, %s", decl.Name, x, lo, where)
		}
	}
	if decl.Max != nil {
		if hi, _, err := w.value(decl.Max, s); err == nil && x.Cmp(hi) > 0 {
			w.fail("%s is %v, above %v, %s", decl.Name, x, hi, where)
		}
	}
}

func (w *witness) invariants(state, transition int, s scene) {
	for i, inv := range w.m.Invariants {
		if inv.State >= 0 && inv.State != state {
			continue
		}
		about := func(o *verify.Obligation) bool { return o.Invariant == i && o.Transition == transition }
		if v, _, err := w.value(inv.Expr, s); err == nil && v.Sign() == 0 && w.proved(verify.KindInvariant, about) {
			w.fail("invariant %s does not hold with %v", expr.Print(inv.Expr, expr.Spec), s)
		}
	}
}

// inferred looks whether the facts that the report adds hold.
func (w *witness) inferred(state int, s scene) {
	for _, i := range w.r.Inferred {
		if i.State != state {
			continue
		}
		if v, _, err := w.value(i.Expr, s); err != nil || v.Sign() == 0 {
			w.fail("%s is inferred in %s and does not hold with %v (%v)", expr.Print(i.Expr, expr.Spec), w.m.States[state].Name, s, err)
		}
	}
}

// decided takes the run of a payload that decides how long runs are, with larger
// payloads: the last step must then be repeated the more often.
func (w *witness) decided() {
	d := w.r.Bound.Decides
	if d == nil {
		return
	}
	last := len(d.Run.Steps) - 1
	before := -1
	for _, more := range []int64{100, 1000, 5000} {
		run := d.Run
		run.Steps = run.Steps[:last-1]
		s, ok := w.follow(&run)
		if !ok {
			return
		}
		in, loop := d.Run.Steps[last-1], d.Run.Steps[last]
		state := w.m.Transitions[in.Transition].From
		s.fields, s.answers = slices.Clone(in.Fields), in.Externals
		s.fields[d.Field] += more
		t, after, err := w.quiet(state, d.Event, s)
		if err != nil || t != in.Transition {
			w.fail("with a payload %d larger the step is %d: %v", more, t, err)
			return
		}
		s, state = scene{params: s.params, vars: after}, w.m.Transitions[t].To
		count := 0
		for ; count < 100_000; count++ {
			s.fields, s.answers = loop.Fields, loop.Externals
			t, after, err := w.quiet(state, w.m.Transitions[loop.Transition].Event, s)
			if err != nil || t != loop.Transition {
				break
			}
			s = scene{params: s.params, vars: after}
		}
		if count <= before {
			w.fail("with a payload %d larger the step is repeated %d times, before %d", more, count, before)
		}
		before = count
	}
}

// recurs goes the way round of a recurrent set many times, and looks whether the
// set holds each time, and the same transitions are taken.
func (w *witness) recurs() {
	c := w.r.Recurrent
	if c.Run.LoopFrom >= 0 || c.From >= len(c.Run.Steps) || len(c.Proof) < len(c.Set) {
		w.fail("a recurrent set without a way round, or with %d certificates", len(c.Proof))
		return
	}
	if w.r.Run != &c.Run || w.r.Termination != verify.Refuted {
		w.fail("the run of the recurrent set is not that of the report")
	}
	s, ok := w.follow(&c.Run)
	if !ok {
		return
	}
	way := c.Run.Steps[c.From:]
	state := w.m.Transitions[way[0].Transition].From
	for range 300 {
		for _, x := range c.Set {
			if v, _, err := w.value(x, s); err != nil || v.Sign() == 0 {
				w.fail("%s does not stay true: %v (%v)", expr.Print(x, expr.Spec), s, err)
				return
			}
		}
		for _, step := range way {
			s.fields, s.answers = step.Fields, step.Externals
			event := w.m.Transitions[step.Transition].Event
			t, after, err := w.quiet(state, event, s)
			if errors.Is(err, errLarge) {
				return
			}
			if err != nil || t != step.Transition || w.m.Events[event].Environment {
				w.fail("the way round takes %s, the witness %d: %v", w.m.Label(step.Transition), t, err)
				return
			}
			state, s = w.m.Transitions[t].To, scene{params: s.params, vars: after}
		}
	}
}

// refutations follows each run that is said to refute something, and looks
// whether it does.
func (w *witness) refutations() {
	m := w.m
	if w.r.Recurrent != nil {
		w.recurs()
	} else if r := w.r; r.Termination == verify.Refuted {
		if end, ok := w.follow(r.Run); ok && (r.Run.LoopFrom < 0 || r.Run.LoopFrom >= len(r.Run.Steps) || !slices.Equal(end.vars, r.Run.Steps[r.Run.LoopFrom].Before)) {
			w.fail("the endless run does not come back")
		} else if ok && r.Run.LoopFrom < len(r.Run.Steps)-w.count(r.Run) {
			w.fail("the endless run needs environment events")
		}
	}
	w.overlaps()
	w.decided()
	if b := w.r.Bound; b.Status == verify.Refuted {
		if _, ok := w.follow(b.Run); ok {
			limit, _, err := w.value(b.Expr, scene{params: b.Run.Params})
			if err != nil || limit.Cmp(big.NewInt(int64(w.count(b.Run)))) >= 0 && b.Run.LoopFrom < 0 {
				w.fail("a run of %d does not break the bound %v", w.count(b.Run), limit)
			}
		}
	}
	for i := range w.r.Obligations {
		o := &w.r.Obligations[i]
		if o.Status != verify.Refuted {
			continue
		}
		end, ok := w.follow(o.Run)
		if !ok {
			continue
		}
		before := len(w.faults)
		last := len(o.Run.Steps) - 1
		sure := o.Kind == verify.KindGap || o.Kind == verify.KindDeadlock || o.Kind == verify.KindOverflow || o.Kind == verify.KindDivide
		if o.Transition >= 0 && !sure && o.Run.Steps[last].Transition != o.Transition {
			w.fail("the run against %s ends in another transition", o.Kind)
		}
		// What is refuted must fail once it is called proved.
		status := o.Status
		o.Status = verify.Proved
		switch o.Kind {
		case verify.KindInit, verify.KindRange:
			w.ranged(o.Var, end, "")
		case verify.KindInvariant:
			state := m.Initial
			if last >= 0 {
				state = m.Transitions[o.Transition].To
			}
			w.invariants(state, o.Transition, end)
			w.inferred(state, end)
		case verify.KindBounded:
			w.bounded(o.State, end)
		case verify.KindDecrease:
			t := m.Transitions[o.Transition]
			if w.compare(t.To, end, t.From, scene{params: end.params, vars: o.Run.Steps[last].Before}) >= 0 {
				w.fail("as it should")
			}
		case verify.KindBound:
			state := m.Initial
			if last >= 0 {
				state = m.Transitions[o.Transition].To
			}
			if w.above(state, end) {
				w.fail("as it should")
			}
		case verify.KindDeadlock:
			if !w.alive(o.State, end) {
				w.fail("as it should")
			}
		default:
			w.fail("as it should")
		}
		o.Status = status
		if len(w.faults) == before {
			w.fail("the run against %s %+v does not break it", o.Kind, *o.Run)
			continue
		}
		w.faults = w.faults[:before]
	}
}

// count returns how many steps of a run come after the last environment event.
func (w *witness) count(run *explore.Run) (n int) {
	for _, s := range run.Steps {
		n++
		if w.m.Events[w.m.Transitions[s.Transition].Event].Environment {
			n = 0
		}
	}
	return n
}

// overlaps evaluates the guards of pairs whose order is said to decide.
func (w *witness) overlaps() {
	for _, o := range w.r.Overlaps {
		s := scene{o.Params, o.Vars, o.Fields, o.Externals}
		if o.Run != nil {
			end, ok := w.follow(o.Run)
			if !ok || !slices.Equal(end.vars, o.Vars) {
				w.fail("the run to an overlap does not lead there")
				continue
			}
		}
		t := w.m.Transitions[o.First]
		for i := range w.m.Transitions {
			u := w.m.Transitions[i]
			if u.From != t.From || u.Event != t.Event || i > o.First && i != o.Second {
				continue
			}
			if w.holds(u.Guard, s) != (i >= o.First) {
				w.fail("%s and %s do not overlap with %v", w.m.Label(o.First), w.m.Label(o.Second), s)
			}
		}
	}
}

// follow takes the steps of a run.
func (w *witness) follow(run *explore.Run) (scene, bool) {
	m := w.m
	s := scene{params: run.Params, vars: make([]int64, len(m.Vars))}
	if !w.valid(run.Params) {
		w.fail("no machine has the parameters %v", run.Params)
		return s, false
	}
	for i, v := range m.Vars {
		if v.Init != nil {
			_, s.vars[i], _ = w.value(v.Init, s)
		}
	}
	state := m.Initial
	for _, step := range run.Steps {
		s.fields, s.answers = step.Fields, step.Externals
		t, after, err := w.quiet(state, m.Transitions[step.Transition].Event, s)
		if err != nil || t != step.Transition || !slices.Equal(after, step.After) {
			w.fail("a run takes %s, the witness %d: %v", m.Label(step.Transition), t, err)
			return s, false
		}
		state, s = m.Transitions[t].To, scene{params: run.Params, vars: after}
	}
	return s, true
}

// quiet is step without a word on what is proved.
func (w *witness) quiet(state, event int, s scene) (int, []int64, error) {
	v := *w
	v.r, v.faults, v.all = &verify.Report{}, nil, false
	return v.step(state, event, s)
}
