package verdict_test

import (
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
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
func play(in *search.Input, children map[*core.Machine]*verdict.Reach) *played {
	found := searched(in)
	p := &played{in: in, evidence: found.Case(in)}
	p.judged = verdict.Judge(p.evidence)
	if p.judged.UnlessOverflow.Bound == nil {
		return nil
	}
	p.strategy = strategy.Find(&strategy.Input{
		Machine: p.evidence.Ranked(), Graphs: in.Graphs, Prover: in.Prover, Theory: in.Theory.Assuming(p.judged.Facts),
		Bound: p.judged.UnlessOverflow.Bound, Hints: search.Hints(in), Children: children,
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

// proved looks for proofs of a damaged strategy, where there are any.
func (p *played) proved(s *verdict.Strategy) {
	m := p.in.Machine
	t := s.Theory(p.in.Theory)
	all := func(duties []verdict.Duty) (proofs []*certificate.Proof) {
		for _, d := range duties {
			proofs = append(proofs, p.in.Prover.Divide(d.Facts, d.Goal))
		}
		return proofs
	}
	s.Start = all(s.Starts(t, m))
	for i := range s.Spots {
		if problem, ok := s.Covers(t, i); ok {
			s.Spots[i].Covered = p.in.Prover.Divide(problem.Facts, problem.Goal)
		}
		for k := range s.Spots[i].Moves {
			if v := &s.Spots[i].Moves[k]; len(v.Then) == len(m.On(s.Spots[i].State, v.Event)) { // otherwise, it is no move of the machine
				v.Proofs = all(s.Made(t, m, i, k))
			}
		}
	}
}

// more returns an expression that is greater by 1.
func more(x expr.Expr) expr.Expr {
	return &expr.Binary{Op: expr.Add, X: x, Y: expr.Number(1)}
}

// damages are ways to damage a strategy. Each of them makes it wrong, wherever it applies.
var damages = []struct {
	name string
	do   func(m *core.Machine, s *verdict.Strategy, spot int) bool
	// missing marks damage to the proofs alone.
	missing bool
}{
	{"it promises one transition more", func(_ *core.Machine, s *verdict.Strategy, spot int) bool {
		s.Least = more(s.Least)
		return spot == 0
	}, false},
	{"it promises one transition more, and says so at the start", func(_ *core.Machine, s *verdict.Strategy, spot int) bool {
		s.Least = more(s.Least)
		s.Spots[0].Left = more(s.Spots[0].Left)
		return spot == 0 && len(s.Spots[0].Moves) > 0
	}, false},
	{"all spots promise one transition more", func(_ *core.Machine, s *verdict.Strategy, spot int) bool {
		s.Least = more(s.Least)
		for i := range s.Spots {
			if s.Spots[i].Left != nil {
				s.Spots[i].Left = more(s.Spots[i].Left)
			}
		}
		return spot == 0
	}, false},
	{"a proof is missing", func(_ *core.Machine, s *verdict.Strategy, spot int) bool {
		if len(s.Spots[spot].Moves) == 0 {
			return false
		}
		s.Spots[spot].Moves[0].Proofs[0] = nil
		return true
	}, true},
	{"the proofs of a move are missing", func(_ *core.Machine, s *verdict.Strategy, spot int) bool {
		if len(s.Spots[spot].Moves) == 0 {
			return false
		}
		s.Spots[spot].Moves[0].Proofs = nil
		return true
	}, true},
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
	}, false},
	{"there are no moves", func(_ *core.Machine, s *verdict.Strategy, spot int) bool {
		some := len(s.Spots[spot].Moves) > 0
		s.Spots[spot].Moves = nil
		return some
	}, false},
	{"a spot is in another state", func(m *core.Machine, s *verdict.Strategy, spot int) bool {
		s.Spots[spot].State = (s.Spots[spot].State + 1) % len(m.States)
		return len(m.States) > 1
	}, false},
	{"it asks for another event", func(m *core.Machine, s *verdict.Strategy, spot int) bool {
		if len(s.Spots[spot].Moves) == 0 || len(m.Events) < 2 {
			return false
		}
		v := &s.Spots[spot].Moves[0]
		v.Event = (v.Event + 1) % len(m.Events)
		return len(m.On(s.Spots[spot].State, v.Event)) == 0
	}, false},
}

// TestStrategyDamaged holds the judge to reject strategies that were damaged, and to accept them
// otherwise.
func TestStrategyDamaged(t *testing.T) {
	accepted, tried := 0, map[string]int{}
	for name, m := range files(t) {
		if len(m.Transitions) > sample.Size(6, 6, 40) || core.HasChildren(m) || !sample.Long() && strings.Contains(name, "known") {
			continue
		}
		p := play(explored(m), nil)
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
				if d.missing {
					continue
				}
				// It is no better with all the proofs that can be found.
				if p.proved(s); p.reaches(s) != nil {
					t.Errorf("%s, spot %d: %s, and the strategy is accepted with other proofs", name, spot, d.name)
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
		if len(m.Transitions) > sample.Size(3, 3, 10) || core.HasChildren(m) || !sample.Long() && strings.Contains(name, "known") {
			continue
		}
		p := play(explored(m), nil)
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

// TestStrategyOfParent holds the judge to trust a child machine only as far as its longest run is known.
func TestStrategyOfParent(t *testing.T) {
	const file = "../../testdata/child.fsm.yaml"
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m := load(t, file, src)
	child := m.Calls[slices.IndexFunc(m.Calls, func(c core.Call) bool { return c.Child != nil })].Child
	c := play(explored(child), nil)
	if c == nil {
		t.Fatal("there is no strategy for the child")
	}
	reach := c.reaches(c.strategy)
	children := map[*core.Machine]*verdict.Reach{child: reach}
	p := play(explored(m), children)
	if p == nil {
		t.Fatal("there is no strategy for the parent")
	}
	accepted := func(children map[*core.Machine]*verdict.Reach, s *verdict.Strategy) bool {
		return verdict.Reaches(p.evidence, p.judged, s, children) != nil
	}
	if !accepted(children, p.strategy) {
		t.Error("the strategy is rejected")
	}
	given, short := *reach, *reach
	given.Given = []expr.Expr{expr.Truth(true)}
	short.Tight = false
	for name, r := range map[string]*verdict.Reach{"nothing": nil, "its longest run under a condition": &given, "a run that may not be the longest": &short, "no ending": {Tight: true}} {
		if accepted(map[*core.Machine]*verdict.Reach{child: r}, p.strategy) {
			t.Errorf("the strategy is accepted if %s is proved of the child", name)
		}
	}
	// The strategy must wait for the result of the child.
	tried := 0
	for i := range p.strategy.Spots {
		for event := range m.Events {
			s := p.copied()
			at := &s.Spots[i]
			runs := slices.ContainsFunc(m.Running(at.State), func(i int) bool { return m.Calls[m.Invocations[i].Call].Child != nil })
			if len(at.Moves) == 0 || !runs || event == at.Moves[0].Event || len(m.On(at.State, event)) == 0 || slices.ContainsFunc(m.Events[event].Fields, func(f core.Field) bool { return f.Type.Scalar() }) {
				continue
			}
			tried++
			v := &at.Moves[0]
			v.Event, v.Fields, v.Then = event, make([]expr.Expr, len(m.Events[event].Fields)), nil
			for _, a := range m.On(at.State, event) {
				v.Then = append(v.Then, slices.IndexFunc(s.Spots, func(p verdict.Spot) bool { return p.State == a.To }))
			}
			at.Left = expr.Number(1)
			if p.proved(s); accepted(children, s) {
				t.Errorf("the strategy is accepted although it does not wait for the child, but for %s", m.Events[event].Name)
			}
		}
	}
	if tried == 0 {
		t.Error("no other event can come while the child runs")
	}
}
