package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
)

// maxFlagged limits the guesses of [Flagged].
const maxFlagged = 120

// Flagged adds candidates that say how far an int gets while a bool or an enum has a value, such as `!held || count >= 1` for a flag
// that is set and cleared together with a count. They hold in all explored configurations. It tries the rejected candidates of the spec
// again with them. It reports whether any new candidate stands.
func Flagged(f Findings, in *Input) (out Findings, more bool) {
	out = f
	list := slices.Clone(f.Candidates)
	for i := range list {
		c := &list[i]
		if c.settled = c.Stands; !c.settled {
			c.Stands, c.lemmas = true, nil
		}
	}
	known := len(list)
	for s := range in.Machine.States {
		for _, x := range flagged(in, s) {
			if len(list)-known < maxFlagged {
				list = append(list, Candidate{Claim: encode.Claim{Var: -1, Invariant: &core.Invariant{State: s, Expr: x}}, Stands: true, guessed: true})
			}
		}
	}
	if len(list) == known {
		return out, false
	}
	out.Candidates = Settle(in, list, in.Prover.Half().Guessing(maxGuessProofs))
	return out, slices.ContainsFunc(out.Candidates, func(c Candidate) bool { return c.Stands && !c.settled && !c.guessed })
}

// extent is how far the values of an int go.
type extent struct {
	least, most int64
	seen        bool
}

func (e *extent) add(value int64) {
	if !e.seen {
		e.least, e.most, e.seen = value, value, true
	}
	e.least, e.most = min(e.least, value), max(e.most, value)
}

// flagged lists how far ints get in a state while a bool or an enum has a value, if they get further otherwise.
func flagged(in *Input, state int) (out []expr.Expr) {
	m := in.Machine
	if m.Terminal(state) {
		return nil
	}
	var flags, ints []*expr.Symbol
	for i := range m.Vars {
		switch v := &m.Vars[i]; {
		case !m.Exists(i, state):
		case v.Type.Kind == expr.Int:
			ints = append(ints, v.Symbol)
		case v.Type.Kind == expr.Bool || v.Type.Kind == expr.Enumerated && v.Implied == core.Declared:
			flags = append(flags, v.Symbol)
		}
	}
	type place struct {
		flag, of int
		value    int64
	}
	all, while := map[int]*extent{}, map[place]*extent{}
	note := func(e *extent, value int64) *extent {
		if e == nil {
			e = &extent{}
		}
		e.add(value)
		return e
	}
	for _, g := range in.Graphs {
		every := 1 + g.Configs()/maxSamples
		for c := range g.All() {
			if c.State != state || c.ID%every != 0 && c.ID > maxSamples/2 {
				continue
			}
			for _, x := range ints {
				all[x.Index] = note(all[x.Index], c.Vars[x.Index])
				for _, f := range flags {
					at := place{f.Index, x.Index, c.Vars[f.Index]}
					while[at] = note(while[at], c.Vars[x.Index])
				}
			}
		}
	}
	for _, f := range flags {
		for value := range size(f) {
			for _, x := range ints {
				e := while[place{f.Index, x.Index, value}]
				if e == nil {
					continue
				}
				says := func(op expr.Op, end int64) {
					out = append(out, &expr.Binary{Op: expr.Or, X: otherwise(f, value), Y: &expr.Binary{Op: op, X: &expr.Ref{Symbol: x}, Y: expr.Number(end)}})
				}
				if e.least > all[x.Index].least {
					says(expr.Ge, e.least)
				}
				if e.most < all[x.Index].most {
					says(expr.Le, e.most)
				}
			}
		}
	}
	return out
}

// otherwise returns the condition that a bool or an enum has another value.
func otherwise(s *expr.Symbol, value int64) expr.Expr {
	switch {
	case s.Type.Kind != expr.Bool:
		return equals(expr.Ne, s, value)
	case value == 0:
		return &expr.Ref{Symbol: s}
	}
	return &expr.Unary{Op: expr.Not, X: &expr.Ref{Symbol: s}}
}
