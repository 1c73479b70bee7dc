package proptest

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// heard gives the same answer to questions of a step that are the same call, as
// a host does, and reports whether the transition is still the one taken. Values
// of Go types are not known: they are taken to be the same.
func (p *explorer) heard(params []int64, s *trace.Step) bool {
	if !p.repeats() {
		return true
	}
	t := &p.subject.m.Transitions[s.Transition]
	env := p.subject.env(params)
	env.Vars, env.Fields, env.Externals = s.Before, s.Fields, slices.Clone(s.Externals)
	alternatives := p.subject.m.On(t.From, t.Event)
	var asks []int
	for i := range alternatives {
		for _, a := range questions(&alternatives[i]) {
			if !slices.Contains(asks, a) {
				asks = append(asks, a)
			}
		}
	}
	for i, a := range asks {
		for _, b := range asks[:i] {
			if p.sameCall(&p.subject.m.Asks[a], &p.subject.m.Asks[b], env) {
				env.Externals[a] = env.Externals[b]
			}
		}
	}
	machine := interp.Machine{Core: p.subject.m, Params: params, Intern: env.Intern}
	chosen, err := machine.Choose(interp.Config{State: t.From, Vars: s.Before}, interp.Input{Event: t.Event, Fields: s.Fields, Answers: env.Externals})
	return err == nil && chosen == s.Transition
}

// repeats reports whether two questions may be one call of the host at all.
func (p *explorer) repeats() bool {
	for i, a := range p.subject.m.Asks {
		if slices.ContainsFunc(p.subject.m.Asks[:i], func(b core.Ask) bool { return a.Guard == b.Guard }) {
			return true
		}
	}
	return false
}

// sameCall reports whether two questions may be one call of the host.
func (p *explorer) sameCall(a, b *core.Ask, env *expr.Env) bool {
	if a.Guard != b.Guard {
		return false
	}
	for i := range a.Args {
		if p.subject.m.Guards[a.Guard].Args[i].Type.Kind == expr.Opaque {
			continue
		}
		x, errX := expr.Eval(a.Args[i], env)
		y, errY := expr.Eval(b.Args[i], env)
		if errX == nil && errY == nil && x != y {
			return false
		}
	}
	return true
}
