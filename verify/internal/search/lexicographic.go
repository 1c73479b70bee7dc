package search

import (
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
	"github.com/fsmgen/fsmgen/verify/internal/ranking"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// maxPlaces limits the states of a machine for which a lexicographic progress function is
// sought.
const maxPlaces = 150

// Lexicographic looks for a progress function with several components, and adopts it if it
// is proved. Only if functions of ints do not suffice does it use bools and enum values
// as numbers, and split steps into cases by how they change variables.
func (f Findings) Lexicographic(in *Input) Findings {
	if len(in.Machine.States) > maxPlaces {
		return f
	}
	half := *in
	half.Prover = in.Prover.Half()
	in = &half
	ways := []linear{{work: 160_000_000}, {counts: true, work: 40_000_000}, {counts: true, apart: true, work: 40_000_000}}
	if regional(in.Machine) {
		ways[0], ways[1] = linear{counts: true, work: 160_000_000}, linear{work: 40_000_000}
	}
	for _, how := range ways {
		if in.Prover.Done() || how.counts && !how.apart && !counted(in.Machine) {
			continue
		}
		l := how
		l.machine, l.prover, l.vocabulary = in.Machine, in.Prover, notation.New(in.Machine, in.Theory.Params())
		l.theory = f.Theory(in).Over(l.vocabulary.Encoder)
		problem := l.problem()
		if in.Prover.Done() {
			break // the problem lacks cases
		}
		allowed := in.Prover.Allow(l.work)
		left := allowed
		found, ok := ranking.Find(in.Prover.Context(), problem, &left)
		in.Prover.Spend(allowed-left, left <= 0)
		if !ok {
			continue
		}
		if progress, ok := l.progress(found); ok {
			if out, ok := f.takes(in, progress); ok {
				return out
			}
		}
	}
	return f
}

// regional reports whether a state has regions. What is active in them is an enum value, on which progress almost always depends.
func regional(m *core.Machine) bool {
	return slices.ContainsFunc(m.States, func(s core.State) bool { return len(s.Regions) > 0 })
}

// counted reports whether there are variables that can be used as numbers.
func counted(m *core.Machine) bool {
	return slices.ContainsFunc(m.Vars, func(x core.Var) bool { return x.Type.Kind == expr.Bool || x.Type.Kind == expr.Enumerated })
}

// takes adopts a progress function if it is proved.
func (f Findings) takes(in *Input, progress [][]expr.Expr) (Findings, bool) {
	for _, mathematical := range []bool{false, true} {
		if !mathematical && Counts(in.Machine, progress) {
			continue
		}
		out, broken, _ := f.taking(in, progress, mathematical)
		if broken == nil {
			return out, true
		}
		if broken.Kind != obligation.Overflow {
			return f, false
		}
	}
	return f, false
}

// Counts reports whether a progress function uses bools or enum values as numbers, which a
// spec cannot express.
func Counts(m *core.Machine, progress [][]expr.Expr) bool {
	for _, components := range progress {
		for _, x := range components {
			if expr.Uses(x, func(s *expr.Symbol) bool { return s.Scope == expr.Var && m.Vars[s.Index].Type.Kind != expr.Int }) {
				return true
			}
		}
	}
	return false
}

// linear translates a machine into a system of linear inequalities.
type linear struct {
	vocabulary *notation.Vocabulary
	machine    *core.Machine
	prover     *solve.Prover
	// theory uses the encoder of the vocabulary.
	theory *encode.Theory
	// symbols are, for each state, the symbols that functions may read.
	symbols [][]*expr.Symbol
	// counts means that bools and enum values count as numbers. apart means that steps
	// are split into their cases, and by which variables they increase.
	counts, apart bool
	// counted is what is counted, for which costs has the cost of each step. If there is any, the
	// system has steps for environment events, too.
	counted []verdict.Amount
	costs   [][]certificate.Poly
	// transitions are those of the steps of the system, if steps are not split.
	transitions []int
	// work limits the search, which takes about two seconds at most in all. The first
	// setting finds nearly everything that any of them finds, so it gets the most.
	work int
}

func (l *linear) problem() *ranking.Problem {
	m := l.machine
	p := &ranking.Problem{Places: len(m.States)}
	l.symbols = make([][]*expr.Symbol, len(m.States))
	l.costs = make([][]certificate.Poly, len(l.counted))
	for s := range m.States {
		var terms []certificate.Poly
		for _, x := range notation.Scalars(m) {
			if x.Scope == expr.Var && !m.Exists(x.Index, s) {
				continue
			}
			if l.counts && x.Scope == expr.Var && x.Type.Kind != expr.String && x.Type.Kind != expr.Int {
				number := *x
				number.Type = expr.Type{Kind: expr.Int}
				x = &number
				l.vocabulary.Add(x)
			}
			if x.Type.Kind == expr.Int {
				l.symbols[s] = append(l.symbols[s], x)
				terms = append(terms, certificate.Variable(l.vocabulary.Encoder.Symbol(x)))
			}
		}
		p.Terms = append(p.Terms, terms)
		p.Facts = append(p.Facts, l.cases(l.theory.In(s).Facts()))
	}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if t.Effect != core.Take || m.Events[t.Event].Environment && l.counted == nil {
			continue
		}
		step := ranking.Step{From: t.From, To: t.To}
		if m.Terminal(t.To) {
			step.To = -1
		}
		e := l.theory.Step(i)
		if step.To >= 0 {
			for _, x := range l.symbols[t.To] {
				step.After = append(step.After, e.Poly(expr.Substitute(&expr.Ref{Symbol: x}, t.Updated)))
			}
		}
		var costs []certificate.Poly
		for _, c := range l.counted {
			costs = append(costs, verdict.Total(e, c.Step(m, i)))
		}
		step.Cases = l.cases(e.Facts())
		if len(step.Cases) > 0 {
			for k := range costs {
				l.costs[k] = append(l.costs[k], costs[k])
			}
		}
		if l.apart && step.To >= 0 {
			p.Steps = append(p.Steps, l.parts(m, step, e, t)...)
		} else if len(step.Cases) > 0 {
			l.transitions = append(l.transitions, i)
			p.Steps = append(p.Steps, step)
		}
	}
	return p
}

// progress converts a ranking function to a progress function. The level comes before the
// components or, if all levels are equal, is part of the first component.
func (l *linear) progress(found *ranking.Result) (progress [][]expr.Expr, ok bool) {
	m := l.machine
	count, levels := 0, map[int]bool{}
	whole := true
	for s := range m.States {
		if !m.Terminal(s) {
			count = max(count, len(found.Components[s]))
			levels[found.Levels[s]] = true
		}
	}
	for s := range m.States {
		whole = whole && (m.Terminal(s) || len(found.Components[s]) > 0)
	}
	inside := len(levels) == 1 && whole
	progress = make([][]expr.Expr, len(m.States))
	for s := range m.States {
		if !inside {
			level := found.Levels[s]
			if m.Terminal(s) {
				level = 0
			}
			progress[s] = append(progress[s], expr.Number(int64(level)))
		}
		for k := range count {
			if m.Terminal(s) || k >= len(found.Components[s]) {
				progress[s] = append(progress[s], expr.Number(0))
				continue
			}
			raise := int64(0)
			if inside && k == 0 {
				raise = 1
			}
			x, ok := l.component(s, &found.Components[s][k], raise)
			if !ok {
				return nil, false
			}
			progress[s] = append(progress[s], x)
		}
	}
	return progress, true
}

// component returns one function of a state as an expression, plus a number.
func (l *linear) component(state int, f *ranking.Function, raise int64) (expr.Expr, bool) {
	var p certificate.Poly
	for i, b := range f.By {
		if b.Sign() != 0 {
			p = append(p, certificate.Term{Coeff: b, Symbols: []certificate.Symbol{l.vocabulary.Encoder.Symbol(l.symbols[state][i])}})
		}
	}
	n := new(big.Int).Set(f.Number)
	if f.Constant() {
		if f.Low && n.Sign() < 0 {
			n.SetInt64(0)
		}
		n.Div(n, f.Over).Add(n, big.NewInt(raise))
		return l.vocabulary.Expression(certificate.Poly{{Coeff: n}}.Add(nil))
	}
	if !f.Low {
		n.Add(n, new(big.Int).Mul(f.Over, big.NewInt(raise)))
	}
	x, ok := l.vocabulary.Expression(p.Add(certificate.Poly{{Coeff: n}}))
	if f.Low {
		x = &expr.Call{Op: expr.Max, Args: []expr.Expr{expr.Number(0), x}}
	}
	if one := big.NewInt(1); f.Over.Cmp(one) > 0 {
		x, ok = &expr.Binary{Op: expr.Quo, X: x, Y: expr.Number(f.Over.Int64())}, ok && f.Over.IsInt64()
	}
	if f.Low && raise > 0 {
		x = &expr.Binary{Op: expr.Add, X: x, Y: expr.Number(raise)}
	}
	return x, ok
}
