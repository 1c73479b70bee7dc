package verdict

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
)

// inductive returns the claims that are proved to be inductive together: they hold at
// the start, and each transition from a configuration in which all of them hold
// preserves them.
func (j *judge) inductive(facts []Fact) (stand []encode.Claim) {
	uses := map[encode.Claim][]encode.Claim{}
	for _, f := range facts {
		if needs, ok := j.kept(f); ok {
			uses[f.Claim] = needs
			stand = append(stand, f.Claim)
		}
	}
	for fallen := true; fallen; {
		fallen = false
		stand = slices.DeleteFunc(stand, func(c encode.Claim) bool {
			if !slices.ContainsFunc(uses[c], func(u encode.Claim) bool { _, ok := uses[u]; return !ok }) {
				return false
			}
			delete(uses, c)
			fallen = true
			return true
		})
	}
	return stand
}

// kept replays the lemmas of a fact and returns the claims that they use. ok is false
// if a lemma is missing or wrong.
func (j *judge) kept(f Fact) (uses []encode.Claim, ok bool) {
	m := j.machine
	if !claimed(m, f.Claim) {
		return nil, false
	}
	lemma := func(transition int) bool {
		at := slices.IndexFunc(f.Lemmas, func(l Lemma) bool { return l.Transition == transition })
		if at < 0 {
			return false
		}
		l := &f.Lemmas[at]
		theory := j.assuming(l.Assumed)
		p := theory.Initially(f.Claim)
		if transition >= 0 {
			p = theory.Kept(transition, f.Claim)
		}
		if !replayed(p, l.Proof) {
			return false
		}
		uses = append(uses, p.Uses(l.Proof)...)
		return true
	}
	if f.Claim.In(m, m.Initial) && !lemma(-1) {
		return nil, false
	}
	for i := range m.Transitions {
		if f.Claim.Breaks(m, i) && !lemma(i) {
			return nil, false
		}
	}
	return uses, true
}

// claimed reports whether a claim is well formed: it is a claim of the spec, or a
// condition on a state that reads only what has a value there.
func claimed(m *core.Machine, c encode.Claim) bool {
	if slices.Contains(encode.Claims(m), c) {
		return true
	}
	i := c.Invariant
	return c.Var < 0 && i != nil && i.State >= 0 && i.Expr.Type().Kind == expr.Bool && readable(m, i.State, i.Expr)
}
