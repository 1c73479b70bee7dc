package search

import (
	"slices"
	"strconv"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
	"github.com/fsmgen/fsmgen/verify/internal/ranking"
)

const (
	// maxPhases limits the conditions by which states are split.
	maxPhases = 24
	// phasesWork limits the work on all of them, and phaseWork that on each.
	phasesWork = 120_000_000
	phaseWork  = 20_000_000
)

// Phases looks for a lexicographic progress function of the machine in which each state is
// split in two, one where a condition holds and one where it does not (control-flow
// refinement: Domenech, Gallagher and Genaim, TPLP 2019). In the machine as it is, this is a
// function that depends on the condition, and it is adopted if it is proved as such. So
// the split itself needs no proof.
func (f Findings) Phases(in *Input) Findings {
	if 2*len(in.Machine.States) > maxPlaces {
		return f
	}
	half := *in
	half.Prover = in.Prover.Half()
	in = &half
	left := phasesWork
	for _, condition := range conditions(in) {
		if in.Prover.Done() || left <= 0 {
			break
		}
		l := linear{machine: in.Machine, prover: in.Prover, vocabulary: notation.New(in.Machine, in.Theory.Params())}
		l.theory = f.Theory(in).Over(l.vocabulary.Encoder)
		problem := l.split(condition)
		allowed := in.Prover.Allow(min(left, phaseWork))
		rest := allowed
		found, ok := ranking.Find(in.Prover.Context(), problem, &rest)
		in.Prover.Spend(allowed-rest, false)
		left -= allowed - rest
		if !ok {
			continue
		}
		progress, ok := l.divided(found, condition)
		if !ok {
			continue
		}
		if out, broken, _ := f.taking(in, progress, true); broken == nil {
			return out
		}
	}
	return f
}

// conditions lists the conditions by which states are split: the comparisons in guards, and
// that a step lowers what it compares with 0, so that the next phase begins when it does not.
func conditions(in *Input) (out []expr.Expr) {
	m := in.Machine
	w := notation.New(m, in.Theory.Params())
	seen := map[string]bool{}
	add := func(r notation.Relation) {
		x, ok := w.Condition(r)
		if !ok || r.Poly.Number() || len(out) == maxPhases || !expr.Uses(x, func(s *expr.Symbol) bool { return s.Scope == expr.Var }) {
			return
		}
		other := notation.Relation{Poly: r.Poly.Neg().Sub(certificate.Constant(1))}
		text := func(r notation.Relation) string { return strconv.FormatBool(r.Zero) + r.Poly.String() }
		if seen[text(r)] || !r.Zero && seen[text(other)] {
			return
		}
		seen[text(r)] = true
		out = append(out, x)
	}
	var drops []notation.Relation
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if t.Guard == nil || t.Effect != core.Take {
			continue
		}
		expr.Walk(t.Guard, func(x expr.Expr) {
			if ref, is := x.(*expr.Ref); is && ref.Symbol.Scope == expr.Var && ref.Symbol.Type.Kind == expr.Bool {
				add(notation.Relation{Poly: w.Encoder.Poly(x), Zero: true})
			}
			b, ok := x.(*expr.Binary)
			if !ok || b.Op < expr.Eq || b.Op > expr.Ge {
				return
			}
			p, ok1 := w.Polynomial(b.X)
			q, ok2 := w.Polynomial(b.Y)
			if !ok1 || !ok2 || !w.Known(p) || !w.Known(q) {
				return
			}
			r := related(b.Op, p.Sub(q))
			add(r)
			after, ok := notation.Replace(r.Poly, after(w, t))
			if drop := r.Poly.Sub(after).Sub(certificate.Constant(1)); ok && !r.Zero && w.Known(drop) && !drop.Number() {
				drops = append(drops, notation.Relation{Poly: drop})
			}
		})
	}
	for _, r := range drops {
		add(r)
	}
	return out
}

// related returns what a comparison of a difference with 0, or its opposite, says.
func related(op expr.Op, difference certificate.Poly) notation.Relation {
	one := certificate.Constant(1)
	switch op {
	case expr.Lt:
		return notation.Relation{Poly: difference.Neg().Sub(one)}
	case expr.Le:
		return notation.Relation{Poly: difference.Neg()}
	case expr.Gt:
		return notation.Relation{Poly: difference.Sub(one)}
	case expr.Ge:
		return notation.Relation{Poly: difference}
	}
	return notation.Relation{Poly: difference, Zero: true}
}

// after returns a function that expresses the value of a variable after a transition.
func after(w *notation.Vocabulary, t *core.Transition) func(certificate.Symbol) (certificate.Poly, bool) {
	return func(s certificate.Symbol) (certificate.Poly, bool) {
		if symbol := w.Spec(s); symbol != nil {
			if x := t.Updated(symbol); x != nil {
				return w.Polynomial(x)
			}
		}
		return certificate.Variable(s), true
	}
}

// split translates the machine in which states are split: the place of a state is that
// where the condition does not hold, and that with the number of states added where it does. A state in which
// the condition has no value has the first one alone.
func (l *linear) split(condition expr.Expr) *ranking.Problem {
	m := l.machine
	whole := l.problem()
	n := len(m.States)
	p := &ranking.Problem{Places: 2 * n, Terms: append(slices.Clip(whole.Terms), whole.Terms...), Facts: make([][]ranking.Case, 2*n)}
	for s := range m.States {
		if !readable(m, s, condition) {
			p.Facts[s] = whole.Facts[s]
			continue
		}
		e := l.theory.In(s)
		holds := e.Formula(condition)
		p.Facts[s] = l.cases(append(e.Facts(), certificate.Not(holds)))
		p.Facts[n+s] = l.cases(append(e.Facts(), holds))
	}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if t.Effect != core.Take || m.Events[t.Event].Environment || l.prover.Done() {
			continue
		}
		e := l.theory.Step(i)
		step := ranking.Step{From: t.From, To: t.To}
		var afterwards []certificate.Formula
		if m.Terminal(t.To) {
			continue // it ends a run
		}
		for _, x := range l.symbols[t.To] {
			step.After = append(step.After, e.Poly(expr.Substitute(&expr.Ref{Symbol: x}, t.Updated)))
		}
		if readable(m, t.To, condition) {
			afterwards = append(afterwards, e.Formula(expr.Substitute(condition, t.Updated)))
		}
		var before []certificate.Formula
		if readable(m, t.From, condition) {
			before = append(before, e.Formula(condition))
		}
		for _, from := range sides(before) {
			for _, to := range sides(afterwards) {
				part := step
				part.From, part.To = t.From+n*from.copy, t.To+n*to.copy
				if part.Cases = l.cases(slices.Concat(e.Facts(), from.facts, to.facts)); len(part.Cases) > 0 {
					p.Steps = append(p.Steps, part)
				}
			}
		}
	}
	return p
}

// side is a copy of a state, and what holds there.
type side struct {
	copy  int
	facts []certificate.Formula
}

// sides lists the copies of a state: two if there is a condition.
func sides(condition []certificate.Formula) []side {
	if len(condition) == 0 {
		return []side{{}}
	}
	return []side{{0, []certificate.Formula{certificate.Not(condition[0])}}, {1, condition}}
}

// readable reports whether a condition reads only what has a value in a state.
func readable(m *core.Machine, state int, x expr.Expr) bool {
	return !expr.Uses(x, func(s *expr.Symbol) bool { return s.Scope == expr.Var && !m.Exists(s.Index, state) })
}

// divided converts a ranking function of the split machine to a progress function: the level
// comes before the components, and each depends on the condition where its values differ.
func (l *linear) divided(found *ranking.Result, condition expr.Expr) (progress [][]expr.Expr, ok bool) {
	m := l.machine
	n, count := len(m.States), 0
	for _, c := range found.Components {
		count = max(count, len(c))
	}
	progress = make([][]expr.Expr, n)
	for s := range m.States {
		for k := -1; k < count; k++ {
			var parts []expr.Expr
			for _, place := range []int{s, n + s} {
				var x expr.Expr = expr.Number(0)
				switch {
				case m.Terminal(s):
				case k < 0:
					x = expr.Number(int64(found.Levels[place]))
				case k < len(found.Components[place]):
					if x, ok = l.component(s, &found.Components[place][k], 0); !ok {
						return nil, false
					}
				}
				parts = append(parts, x)
			}
			x := parts[0]
			if !m.Terminal(s) && readable(m, s, condition) && !expr.Equal(parts[0], parts[1]) {
				x = &expr.Case{Of: condition, Values: parts}
			}
			progress[s] = append(progress[s], x)
		}
	}
	return progress, true
}

// Divided reports whether a progress function depends on a condition, which a spec cannot express.
func Divided(progress [][]expr.Expr) (found bool) {
	for _, components := range progress {
		for _, x := range components {
			expr.Walk(x, func(part expr.Expr) {
				c, ok := part.(*expr.Case)
				found = found || ok && c.Of.Type().Kind == expr.Bool
			})
		}
	}
	return found
}
