package counter

import (
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
)

// stuck reports whether it is proved for all payloads that no transition can be taken in
// the deadlock; exploration has tried only some payloads.
func (in *Input) stuck(d explore.Deadlock) bool {
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
		if m.Transitions[i].From != d.State || m.Transitions[i].Effect != core.Take {
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
