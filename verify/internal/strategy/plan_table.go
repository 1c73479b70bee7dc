package strategy

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// maxTable limits the configurations of a plan that tells all of them apart.
const maxTable = 160

// table returns a plan with a spot for each configuration, or nil. It is for machines with few configurations, of which the facts
// tell that there are no others.
func (pl *planner) table() *verdict.Plan {
	m := pl.finder.Machine
	if slices.ContainsFunc(m.Vars, func(x core.Var) bool { return x.Type.Kind == expr.String }) {
		return nil
	}
	total := 0
	for _, b := range pl.boards {
		total += len(b.configs)
	}
	if total > maxTable || pl.finder.prover.Done() {
		return nil
	}
	p := &verdict.Plan{Assumed: pl.finder.Theory.Claims()}
	spot := map[*board]map[string]int{}
	for _, b := range pl.boards {
		spot[b] = map[string]int{}
		for _, c := range b.configs {
			v := visit{b, c}
			left, _ := b.remaining(c)
			spot[b][key(c.State, c.Vars)] = len(p.Spots)
			p.Spots = append(p.Spots, verdict.Spot{State: c.State, Where: pl.exactly(v), Left: expr.Number(left)})
		}
	}
	i := 0
	for _, b := range pl.boards {
		for _, c := range b.configs {
			move, ok := pl.move(visit{b, c}, spot[b])
			if !ok {
				return nil
			}
			p.Spots[i].Moves = []verdict.Move{move}
			i++
		}
	}
	pl.choices = nil
	if _, ok := pl.certify(p); !ok {
		return nil
	}
	return p
}

// exactly lists the conditions that hold in one configuration only.
func (pl *planner) exactly(v visit) (out []expr.Expr) {
	m := pl.finder.Machine
	is := func(s *expr.Symbol, value int64) {
		if s.Type.Scalar() {
			out = append(out, &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: s}, Y: &expr.Lit{T: s.Type, Value: value}})
		}
	}
	for i := range m.Params {
		is(m.Params[i].Symbol, v.Params[i])
	}
	for i := range m.Vars {
		if m.Exists(i, v.State) {
			is(m.Vars[i].Symbol, v.Vars[i])
		}
	}
	return out
}

// move returns a move from a configuration to one that is closer to the goal.
func (pl *planner) move(v visit, spot map[string]int) (out verdict.Move, ok bool) {
	m := pl.finder.Machine
	before, _ := v.remaining(v.Config)
	for i := range pl.finder.of(v.State) {
		o := &pl.finder.of(v.State)[i]
		after, transition, taken := v.try(v.Config, o)
		left, known := v.remaining(after)
		if !taken || !known || left >= before {
			continue
		}
		out = o.move(nil)
		first := transition - m.Priority(transition)
		for k := range m.On(v.State, o.event) {
			switch {
			case first+k != transition:
				out.Then = append(out.Then, verdict.Never)
			case left == 0:
				out.Then = append(out.Then, verdict.Arrived)
			default:
				out.Then = append(out.Then, spot[key(after.State, after.Vars)])
			}
		}
		return out, true
	}
	return out, false
}
