package verdict_test

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/strategy"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// played is a machine with a strategy that is accepted.
type played struct {
	in       *search.Input
	evidence *verdict.Case
	judged   *verdict.Judgment
	strategy *verdict.Strategy
}

// play looks for a strategy. The result is nil if there is none.
func play(in *search.Input) *played {
	found := searched(in)
	p := &played{in: in, evidence: found.Case(in)}
	p.judged = verdict.Judge(p.evidence)
	if p.judged.UnlessOverflow.Bound == nil {
		return nil
	}
	p.strategy = strategy.Find(&strategy.Input{
		Machine: p.evidence.Ranked(), Graphs: in.Graphs, Prover: in.Prover, Theory: in.Theory.Assuming(p.judged.Facts),
		Bound: p.judged.UnlessOverflow.Bound, Hints: search.Hints(in),
	})
	if p.strategy == nil {
		return nil
	}
	return p
}

// copied returns a copy of the strategy that can be damaged.
func (p *played) copied() *verdict.Strategy {
	s := *p.strategy
	s.Given, s.Start = slices.Clone(s.Given), slices.Clone(s.Start)
	s.Spots = slices.Clone(s.Spots)
	for i := range s.Spots {
		at := &s.Spots[i]
		at.Where, at.Moves = slices.Clone(at.Where), slices.Clone(at.Moves)
		for k := range at.Moves {
			v := &at.Moves[k]
			v.Fields, v.Answers, v.Then, v.Proofs = slices.Clone(v.Fields), slices.Clone(v.Answers), slices.Clone(v.Then), slices.Clone(v.Proofs)
		}
	}
	return &s
}

func (p *played) reaches(s *verdict.Strategy) *verdict.Reach {
	return verdict.Reaches(p.evidence, p.judged, s, nil)
}

// more returns an expression that is greater by 1.
func more(x expr.Expr) expr.Expr {
	return &expr.Binary{Op: expr.Add, X: x, Y: expr.Number(1)}
}

// damages are ways to damage a strategy. Each of them makes it wrong, wherever it applies.
var damages = []struct {
	name string
	do   func(m *core.Machine, s *verdict.Strategy, spot int) bool
}{
	{"it promises one transition more", func(_ *core.Machine, s *verdict.Strategy, spot int) bool {
		s.Least = more(s.Least)
		return spot == 0
	}},
	{"it promises one transition more, and says so at the start", func(_ *core.Machine, s *verdict.Strategy, spot int) bool {
		s.Least = more(s.Least)
		s.Spots[0].Left = more(s.Spots[0].Left)
		return spot == 0 && len(s.Spots[0].Moves) > 0
	}},
	{"all spots promise one transition more", func(_ *core.Machine, s *verdict.Strategy, spot int) bool {
		s.Least = more(s.Least)
		for i := range s.Spots {
			if s.Spots[i].Left != nil {
				s.Spots[i].Left = more(s.Spots[i].Left)
			}
		}
		return spot == 0
	}},
	{"a proof is missing", func(_ *core.Machine, s *verdict.Strategy, spot int) bool {
		if len(s.Spots[spot].Moves) == 0 {
			return false
		}
		s.Spots[spot].Moves[0].Proofs[0] = nil
		return true
	}},
	{"the proofs of a move are missing", func(_ *core.Machine, s *verdict.Strategy, spot int) bool {
		if len(s.Spots[spot].Moves) == 0 {
			return false
		}
		s.Spots[spot].Moves[0].Proofs = nil
		return true
	}},
	{"a move leads nowhere", func(_ *core.Machine, s *verdict.Strategy, spot int) bool {
		taken := false
		for k := range s.Spots[spot].Moves {
			v := &s.Spots[spot].Moves[k]
			for i := range v.Then {
				taken = taken || v.Then[i] >= 0
				v.Then[i] = -1
			}
		}
		return taken && s.Spots[spot].Left != nil
	}},
	{"there are no moves", func(_ *core.Machine, s *verdict.Strategy, spot int) bool {
		some := len(s.Spots[spot].Moves) > 0
		s.Spots[spot].Moves = nil
		return some
	}},
	{"a spot is in another state", func(m *core.Machine, s *verdict.Strategy, spot int) bool {
		s.Spots[spot].State = (s.Spots[spot].State + 1) % len(m.States)
		return len(m.States) > 1
	}},
	{"it asks for another event", func(m *core.Machine, s *verdict.Strategy, spot int) bool {
		if len(s.Spots[spot].Moves) == 0 || len(m.Events) < 2 {
			return false
		}
		v := &s.Spots[spot].Moves[0]
		v.Event = (v.Event + 1) % len(m.Events)
		return len(m.On(s.Spots[spot].State, v.Event)) == 0
	}},
}

// TestStrategyDamaged holds the judge to reject strategies that were damaged, and to accept them
// otherwise.
func TestStrategyDamaged(t *testing.T) {
	accepted, tried := 0, map[string]int{}
	for name, m := range files(t) {
		if len(m.Transitions) > sample.Size(6, 7, 40) || m.Costs() || !sample.Long() && strings.Contains(name, "known") {
			continue
		}
		p := play(explored(m))
		if p == nil {
			continue
		}
		r := p.reaches(p.copied())
		if r == nil {
			t.Errorf("%s: the strategy is rejected", name)
			continue
		}
		accepted++
		for _, d := range damages {
			for spot := range p.strategy.Spots {
				s := p.copied()
				if !d.do(m, s, spot) || spot > 0 && s.Least != p.strategy.Least {
					continue
				}
				// What is promised may be more than promised before and still be true, unless that was
				// the bound.
				if s.Least != p.strategy.Least && !r.Tight {
					continue
				}
				tried[d.name]++
				if p.reaches(s) != nil {
					t.Errorf("%s, spot %d: %s, and the strategy is accepted", name, spot, d.name)
				}
			}
		}
		p.numbers(t, name, tried)
	}
	for _, d := range damages {
		if tried[d.name] < 2 {
			t.Errorf("%s: only %d strategies", d.name, tried[d.name])
		}
	}
	if accepted < 10 || tried["numbers"] < 25 {
		t.Errorf("only %d strategies, and %d certificates with another number", accepted, tried["numbers"])
	}
	t.Logf("%d strategies, damaged: %v", accepted, tried)
}

// numbers changes one number of each certificate. Nearly all certificates are wrong then.
func (p *played) numbers(t *testing.T, name string, tried map[string]int) {
	wrong := 0
	total := 0
	for i := range p.strategy.Spots {
		for k := range p.strategy.Spots[i].Moves {
			for n, proof := range p.strategy.Spots[i].Moves[k].Proofs {
				other := *proof
				if len(other.Contradiction) == 0 {
					continue
				}
				other.Contradiction = slices.Clone(other.Contradiction)
				c := &other.Contradiction[0]
				c.By = new(big.Int).Sub(big.NewInt(-1), c.By)
				s := p.copied()
				s.Spots[i].Moves[k].Proofs[n] = &other
				total++
				if p.reaches(s) == nil {
					wrong++
				}
			}
		}
	}
	tried["numbers"] += wrong
	if wrong < total*9/10 {
		t.Errorf("%s: %d of %d certificates with another number are accepted", name, total-wrong, total)
	}
}

// stricter are changes that make runs shorter, so that a strategy for the machine as it was promises
// too much.
var stricter = append(slices.Clip(changes), []struct {
	name string
	make func(m *core.Machine, i int) bool
}{
	{"with a condition that never holds", func(m *core.Machine, i int) bool {
		m.Transitions[i].Guard = expr.Truth(false)
		return true
	}},
	{"rejected", func(m *core.Machine, i int) bool {
		t := &m.Transitions[i]
		changed := t.Effect == core.Take
		t.Effect, t.To, t.Updates = core.Reject, t.From, nil
		return changed
	}},
}...)

// TestStrategyForged holds the strategy of one machine against others, in which something is
// different and for which there are proofs that they end. What is accepted must be true there: no
// explored parameters have only shorter runs.
func TestStrategyForged(t *testing.T) {
	tried, short, kept := 0, 0, 0
	for name, m := range files(t) {
		if len(m.Transitions) > sample.Size(3, 4, 10) || m.Costs() || !sample.Long() && strings.Contains(name, "known") {
			continue
		}
		p := play(explored(m))
		if p == nil {
			continue
		}
		for i := range m.Transitions {
			for _, change := range stricter {
				other := *m
				other.Transitions = slices.Clone(m.Transitions)
				if !change.make(&other, i) {
					continue
				}
				in := explored(&other)
				found := searched(in)
				evidence := found.Case(in)
				judged := verdict.Judge(evidence)
				if !judged.UnlessOverflow.Terminates {
					continue
				}
				tried++
				s := p.copied()
				// Facts of the other machine are other claims; those that are the same stand for both.
				s.Assumed = judged.Facts
				for _, assumed := range [][]int{nil, {0}} {
					if assumed != nil {
						s.Assumed = p.strategy.Assumed
					}
					wrong := promises(s, in.Graphs)
					if wrong {
						short++
					}
					r := verdict.Reaches(evidence, judged, s, nil)
					if r != nil {
						kept++
					}
					if r != nil && wrong {
						t.Errorf("%s, %s: transition %d: the strategy is accepted, and promises too much", name, change.name, i)
					}
				}
			}
		}
	}
	if tried < 20 || short < 15 || kept < 3 {
		t.Errorf("only %d machines, %d promises that are wrong, and %d that are accepted", tried, short, kept)
	}
	t.Logf("%d machines, %d promises that are wrong, %d that are accepted", tried, short, kept)
}

// promises reports whether a strategy promises more than the longest run of some graph.
func promises(s *verdict.Strategy, graphs []*explore.Graph) bool {
	for _, g := range graphs {
		n, endless := g.Steps()
		if !g.Complete || !g.Exact || endless || g.Configs() == 0 {
			continue
		}
		env := concrete.Env(g.Machine, g.Params, nil)
		unmet := func(x expr.Expr) bool {
			v, err := expr.Eval(x, env)
			return err != nil || v == 0
		}
		least, err := expr.Eval(s.Least, env)
		if err == nil && !slices.ContainsFunc(s.Given, unmet) && least > int64(n) {
			return true
		}
	}
	return false
}
