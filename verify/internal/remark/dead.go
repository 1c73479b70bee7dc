package remark

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
)

// maxDead limits the alternatives for which a proof is tried.
const maxDead = 256

// Dead warns about alternatives that are proved never to be chosen: the condition cannot
// hold, or earlier alternatives cover all values. An alternative of a composite state
// stands for one in each state inside it, and is dead if all of those are dead, including
// those in states that exploration does not reach: other parameters may reach them.
func (in *Input) Dead() (warnings diag.List) {
	tried := 0
	for _, copies := range in.copies() {
		if tried < maxDead {
			tried += in.check(&warnings, copies)
		}
	}
	return warnings
}

// copies groups the transitions that come from the same place in the spec. An event can be sent and raised:
// the transitions for both are copies.
func (in *Input) copies() (groups [][]int) {
	type place struct {
		span  diag.Span
		event string
	}
	known := map[place]int{} // in groups
	for i := range in.Machine.Transitions {
		t := &in.Machine.Transitions[i]
		at := place{t.Span, in.Machine.Trigger(t)}
		if g, ok := known[at]; ok && t.Span.Start.IsValid() {
			groups[g] = append(groups[g], i)
			continue
		}
		known[at] = len(groups)
		groups = append(groups, []int{i})
	}
	return groups
}

// check warns if all copies of an alternative are dead. It returns how many
// proofs were tried.
func (in *Input) check(diags *diag.List, copies []int) (tried int) {
	m := in.Machine
	var dead []int
	for _, i := range copies {
		t := &m.Transitions[i]
		last := t.Guard == nil && t.Effect != core.Take
		waits := m.Events[t.Event].Eventless || m.Rest(t.From) == nil
		decides := t.Move != nil && t.Effect != core.Take // an alternative around the regions may depend on it
		if last || decides || t.Rule != "" || t.Guard == nil && m.Priority(i) == 0 && waits || in.taken(i) {
			// A final catch-all is good style, and the author did not write
			// what a rule adds.
			return tried
		}
		if in.reached(t.From) {
			dead = append(dead, i)
		}
	}
	if len(dead) == 0 {
		return tried
	}
	for _, i := range copies {
		tried++
		if in.Prover.Prove(in.Theory.Step(i).Facts(), certificate.Or()) == nil {
			return tried
		}
	}
	in.warn(diags, dead)
	return tried
}

func (in *Input) taken(transition int) bool {
	return slices.ContainsFunc(in.Graphs, func(g *explore.Graph) bool { return g.Taken(transition) })
}

func (in *Input) reached(state int) bool {
	return slices.ContainsFunc(in.Graphs, func(g *explore.Graph) bool { return g.Reached(state) })
}

// warn warns about a dead alternative.
func (in *Input) warn(diags *diag.List, dead []int) {
	m := in.Machine
	i := dead[0]
	t := &m.Transitions[i]
	where := fmt.Sprintf("of `%s`", m.Events[t.Event].Name)
	switch {
	case t.Handles != "":
		where = "of `" + t.Handles + "`"
	case m.Events[t.Event].Eventless:
		where = "under `always`"
	}
	if !slices.ContainsFunc(dead, func(j int) bool { return m.Transitions[j].From != t.From }) {
		where += fmt.Sprintf(" in state `%s`", m.States[t.From].Name)
	}
	e := in.Theory.In(t.From)
	if t.Guard != nil {
		e.Fact(e.Formula(t.Guard))
		if in.Prover.Prove(e.Facts(), certificate.Or()) != nil {
			switch {
			case t.Written != nil:
				diags.Warnf(diag.CodeDead, t.Span, "this alternative %s is never chosen: `%s` cannot hold there", where, Condition(t)).
					Helpf("remove it, or fix the condition")
				return
			case t.Handles != "":
				diags.Warnf(diag.CodeDead, t.Span, "this alternative %s is never chosen: the event is never raised on the way there", where).
					Helpf("remove it, or fix the conditions of what raises the event")
				return
			}
		}
	}
	if in.busy(i) {
		d := diags.Warnf(diag.CodeDead, t.Span, "this alternative %s is never chosen: an alternative under `always` applies first", where)
		d.Note(m.Always(t.From)[0].Span, "the machine tries what is under `always` before it handles an event").
			Helpf("remove it, or fix the conditions")
		return
	}
	first := i - m.Priority(i)
	if first < i && t.Move == nil && !slices.ContainsFunc(m.Transitions[first:i], func(t core.Transition) bool { return t.Move == nil }) {
		diags.Warnf(diag.CodeDead, t.Span, "this alternative %s is never chosen: the states in the regions decide the event, whichever are active", where).
			Helpf("remove it, or let a state in the regions leave the event to it")
		return
	}
	d := diags.Warnf(diag.CodeDead, t.Span, "this alternative %s is never chosen: the alternatives before it cover all values", where)
	for j := first; j < i; j++ {
		f := e.Fork()
		if holds := f.Formula(m.Transitions[j].Guard); in.Prover.Prove(f.Facts(), holds) != nil {
			first = j
			d.Message = fmt.Sprintf("this alternative %s is never chosen: an alternative before it covers all values", where)
			break
		}
	}
	d.Note(m.Transitions[first].Span, "the first alternative that matches is chosen, and this one comes first").
		Helpf("remove it, move it to the front, or fix the conditions")
}

// busy reports whether a transition is dead only because the machine handles events at rest: if there are
// none before it, or if it is proved that the machine does not rest where its guard holds.
func (in *Input) busy(i int) bool {
	m := in.Machine
	t := &m.Transitions[i]
	if m.Events[t.Event].Eventless || m.Rest(t.From) == nil {
		return false
	}
	e := in.Theory.Handling(t.From, t.Event)
	if t.Guard != nil {
		e.Fact(e.Formula(t.Guard))
	}
	return m.Priority(i) == 0 || in.Prover.Prove(e.Facts(), certificate.Or()) != nil
}

// Condition formats the guard of a transition, which has one in the spec, as it is written there.
func Condition(t *core.Transition) string {
	return expr.Print(t.Written, expr.Spec)
}
