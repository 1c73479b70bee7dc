package counter

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/obligation"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// maxDropped limits the configurations of a state in which a result may be dropped.
const maxDropped = 64

// dropped finds a run to a state that only a call leads on from, and a result of the call that takes no transition there: then the call
// has ended, and nothing leads on.
func dropped(in *Input, m *core.Machine, g *explore.Graph, o obligation.Obligation) (Violation, bool) {
	for i := range m.Invocations {
		inv := &m.Invocations[i]
		others := slices.ContainsFunc(m.Invocations, func(other core.Invocation) bool {
			return other.Call == inv.Call && other.Within != nil && slices.Contains(other.States, o.State)
		})
		if inv.Within != nil || others || !slices.Contains(inv.States, o.State) || slices.ContainsFunc(m.Calls[inv.Call].Results, func(event int) bool {
			return m.Awaits(o.State, event)
		}) {
			continue
		}
		if !in.Looks.take(g.Configs()) {
			break
		}
		left := maxDropped
		for c := range g.All() {
			if c.State != o.State {
				continue
			}
			if left--; left < 0 {
				break
			}
			run := g.Path(c.ID)
			event, fields, externals, ok := explore.Dropped(m, run, inv.Call)
			if ok && in.stuck(explore.Deadlock{Run: run, State: o.State}, m.Calls[inv.Call].Results...) {
				return Violation{Run: run, Attempt: &trace.Attempt{Event: event, Fields: fields, Externals: externals}}, true
			}
		}
	}
	return Violation{}, false
}

// stuck reports whether it is proved for all payloads that no transition can be taken in
// the deadlock, but for events that cannot come; exploration has tried only some payloads.
func (in *Input) stuck(d explore.Deadlock, never ...int) bool {
	m := in.Machine
	e := in.Theory.Params()
	is := func(s *expr.Symbol, value int64) {
		if s.Type.Kind == expr.String {
			value = e.Number(explore.Strings(m)[value])
		}
		if s.Type.Scalar() {
			e.Fact(encode.Equal(e.Poly(&expr.Ref{Symbol: s}), certificate.Constant(value)))
		}
	}
	for i, p := range m.Params {
		is(p.Symbol, d.Run.Params[i])
	}
	for i, x := range m.Vars {
		if m.Exists(i, d.State) {
			is(x.Symbol, d.Run.End()[i])
		}
	}
	for i := range m.Transitions {
		if m.Transitions[i].From != d.State || m.Transitions[i].Effect != core.Take || slices.Contains(never, m.Transitions[i].Event) {
			continue
		}
		now := e.Fork()
		for _, x := range m.Chosen(i) {
			now.Fact(now.Formula(x))
		}
		if in.Prover.Prove(now.Facts(), certificate.Or()) == nil {
			return false
		}
	}
	return true
}
