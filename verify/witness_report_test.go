package verify_test

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

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
func (w *witness) recurs(c *verify.Recurrent) {
	if c.Run.LoopFrom >= 0 || c.From >= len(c.Run.Steps) || len(c.Proof) < len(c.Set) {
		w.fail("a recurrent set without a way round, or with %d certificates", len(c.Proof))
		return
	}
	s, ok := w.follow(&c.Run)
	if !ok {
		return
	}
	way := c.Run.Steps[c.From:]
	state := w.m.Transitions[way[0].Transition].From
	if c.Payloads != nil && len(c.Payloads) != len(way) {
		w.fail("a recurrent set with payloads for %d of %d steps", len(c.Payloads), len(way))
		return
	}
	for range 300 {
		start := s
		for _, x := range c.Set {
			if v, _, err := w.value(x, s); err != nil || v.Sign() == 0 {
				w.fail("%s does not stay true: %v (%v)", expr.Print(x, expr.Spec), s, err)
				return
			}
		}
		for i, step := range way {
			s.fields, s.answers = step.Fields, step.Externals
			if c.Payloads != nil {
				s.fields = slices.Clone(s.fields)
				for k, x := range c.Payloads[i] {
					if x == nil {
						continue
					}
					v, _, err := w.value(x, start)
					if err != nil || !v.IsInt64() {
						return
					}
					s.fields[k] = v.Int64()
				}
			}
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

// restless follows the run of a machine that is said not to come to rest.
func (w *witness) restless() {
	r := &w.r.Rest
	if r.Status != verify.Refuted {
		return
	}
	from := r.Run.LoopFrom
	if c := r.Recurrent; c != nil {
		w.recurs(c)
		from = c.From
	} else if end, ok := w.follow(r.Run); ok && (from < 0 || !slices.Equal(end.vars, r.Run.Steps[from].Before)) {
		w.fail("the run without rest does not come back")
	}
	for _, s := range r.Run.Steps[max(0, from):] {
		if e := w.m.Events[w.m.Transitions[s.Transition].Event]; !e.Eventless {
			w.fail("the run without rest needs %s", e.Name)
		}
	}
}

// refutations follows each run that is said to refute something, and looks
// whether it does.
func (w *witness) refutations() {
	defer func() { w.bits = w.width }()
	m := w.m
	w.restless()
	if c := w.r.Recurrent; c != nil {
		if w.r.Run != &c.Run || w.r.Termination != verify.Refuted {
			w.fail("the run of the recurrent set is not that of the report")
		}
		w.recurs(c)
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
			if err != nil || limit.Cmp(big.NewInt(w.length(b.Run))) >= 0 && b.Run.LoopFrom < 0 {
				w.fail("a run of %d does not break the bound %v", w.length(b.Run), limit)
			}
		}
	}
	fits := !slices.ContainsFunc(w.r.Obligations, func(o verify.Obligation) bool { return o.Kind == verify.KindOverflow && o.Status != verify.Proved })
	for i := range w.r.Counts {
		if w.r.Counts[i].UnlessOverflow == fits {
			w.fail("values fit: %t, and the limit of %s depends on it: %t", fits, w.r.Counts[i].Name(w.m), w.r.Counts[i].UnlessOverflow)
		}
	}
	for i := range w.r.Obligations {
		o := &w.r.Obligations[i]
		if o.Status != verify.Refuted {
			continue
		}
		if o.Transition < 0 && o.Var < 0 && o.State < 0 && (o.Kind == verify.KindOverflow || o.Kind == verify.KindDivide) {
			if s, ok := w.first(o.Run); len(o.Run.Steps) > 0 || ok && w.begins(s) {
				w.fail("the outputs of the start can be computed with %v", o.Run.Params)
			}
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
		if o.Kind == verify.KindGap && !w.waits(o.State, end) {
			w.fail("the run to a gap of %s ends where the machine does not wait for an event", m.States[o.State].Name)
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
			if w.rises(&m.Transitions[o.Transition], scene{params: end.params, vars: o.Run.Steps[last].Before}, end, w.charged(o.Transition, end)) {
				w.fail("as it should")
			}
		case verify.KindBound:
			state := m.Initial
			if last >= 0 {
				state = m.Transitions[o.Transition].To
			}
			if w.above(state, end, w.charged(o.Transition, end)) {
				w.fail("as it should")
			}
		case verify.KindArguments:
			w.charged(o.Transition, end)
		case verify.KindDeadlock:
			if !w.alive(o.State, end, false) { // a guard that overflows leads nowhere
				w.fail("as it should")
			}
		case verify.KindOverflow, verify.KindDivide:
			if w.faulty(o, end) {
				w.fail("as it should")
			}
		case verify.KindGap:
			if w.missing(o, end) {
				w.fail("as it should")
			}
		default:
			w.fail("as it should")
		}
		o.Status = status
		if len(w.faults) == before {
			w.fail("the run against %s (%s), %+v, does not break it", o.Kind, o.About().Describe(m).Claim, *o.Run)
			continue
		}
		w.faults = w.faults[:before]
	}
}

// count returns how many steps of a run come after the last environment event.
func (w *witness) count(run *trace.Run) (n int) {
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
		if !w.m.Events[t.Event].Eventless && !w.waits(t.From, s) {
			w.fail("%s and %s are not tried with %v, where the machine does not wait for an event", w.m.Label(o.First), w.m.Label(o.Second), s)
		}
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

// first returns the values with which a run starts.
func (w *witness) first(run *trace.Run) (scene, bool) {
	s := scene{params: run.Params, vars: make([]int64, len(w.m.Vars))}
	values := slices.Concat(run.Params, run.Start)
	for _, step := range run.Steps {
		values = slices.Concat(values, step.Fields, step.After)
	}
	w.bits = w.width
	if slices.ContainsFunc(values, func(v int64) bool { return int64(int32(v)) != v }) {
		w.bits = 64 // the run is one where int has 64 bits; the next one decides for itself
	}
	if w.bits == 32 && !w.valid(run.Params) {
		w.bits = 64 // so it is if the bound with these parameters does not fit in fewer
	}
	if !w.valid(run.Params) {
		w.fail("no machine has the parameters %v", run.Params)
		return s, false
	}
	for i, v := range w.m.Vars {
		if v.Init != nil {
			_, s.vars[i], _ = w.value(v.Init, s)
		}
	}
	return s, true
}

// begins reports whether the outputs of the start can be computed.
func (w *witness) begins(s scene) bool {
	for _, e := range w.m.Start {
		for _, x := range e.Values {
			if x.Type().Scalar() && w.fault(x, s, true) != nil {
				return false
			}
		}
	}
	return true
}

// follow takes the steps of a run.
func (w *witness) follow(run *trace.Run) (scene, bool) {
	m := w.m
	s, ok := w.first(run)
	if !ok {
		return s, false
	}
	if !w.begins(s) {
		w.fail("no run has the parameters %v: the outputs of the start cannot be computed", run.Params)
		return s, false
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

// faultsOf lists what contradicts itself in a report, and what a witness holds against it.
func faultsOf(r *verify.Report, random *rand.Rand) []string {
	w := newWitness(r.Ranked(), r, random)
	w.refutations()
	w.wander()
	return append(contradictions(r), w.faults...)
}
