package search

import (
	"cmp"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
	"github.com/fsmgen/fsmgen/verify/internal/potential"
	"github.com/fsmgen/fsmgen/verify/internal/ranking"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// potentialWork limits the linear programs of one search for a potential.
const potentialWork = 40_000_000

// Lowest looks for a progress function, and adopts the one that starts lowest of those
// that it finds. One with several components is the last resort, unless it takes a minimum to prove the claimed bound.
func (f Findings) Lowest(in *Input) Findings {
	out := f.lowest(in)
	if in.Machine.Reactive() {
		out = f.lowered(in, out)
	}
	if out.loose() {
		if least := f.Least(in); least.Progress != nil {
			return least
		}
	}
	return out
}

// maxLowered limits how far a progress function is lowered.
const maxLowered = 3

// lowered returns findings whose progress function is as low as it can be by a number: that of a machine which never ends may have no state
// in which it is 0.
func (f Findings) lowered(in *Input, out Findings) Findings {
	for range maxLowered {
		if out.Progress == nil || len(out.Progress[in.Machine.Initial]) != 1 {
			break
		}
		progress := make([][]expr.Expr, len(out.Progress))
		for s, p := range out.Progress {
			if progress[s] = p; !in.Machine.Terminal(s) {
				progress[s] = []expr.Expr{less(p[0])}
			}
		}
		trial, broken, _ := f.taking(in, progress, out.Mathematical)
		if broken != nil {
			break
		}
		out = trial
	}
	return out
}

// less returns an expression less 1, in the number that it adds if there is one.
func less(x expr.Expr) expr.Expr {
	if lowered, ok := lessIn(x); ok {
		return lowered
	}
	return &expr.Binary{Op: expr.Sub, X: x, Y: expr.Number(1)}
}

// lessIn returns a sum with a number that is less by 1, and reports false if the sum has no positive one.
func lessIn(x expr.Expr) (lowered expr.Expr, ok bool) {
	switch x := x.(type) {
	case *expr.Lit:
		return expr.Number(x.Value - 1), x.T.Kind == expr.Int && x.Value > 0
	case *expr.Binary:
		if x.Op != expr.Add && x.Op != expr.Sub {
			return nil, false
		}
		if y, ok := lessIn(x.Y); ok && x.Op == expr.Add {
			return expr.Simplify(&expr.Binary{Op: expr.Add, X: x.X, Y: y}), true
		}
		if y, ok := lessIn(x.X); ok {
			return expr.Simplify(&expr.Binary{Op: x.Op, X: y, Y: x.Y}), true
		}
	}
	return nil, false
}

// loose reports whether the claimed bound is not proved.
func (f Findings) loose() bool {
	return f.Progress == nil || slices.ContainsFunc(f.Answers, func(a Answer) bool { return a.Kind == obligation.Bound && a.Status != obligation.Proved })
}

func (f Findings) lowest(in *Input) Findings {
	deepest := f.Layered(in)
	if deepest.Progress != nil && in.exact(deepest.Progress) {
		return deepest
	}
	if deepest.Progress != nil && !deepest.loose() {
		return deepest // norms and functions of several components do not tell leaves apart as well, and take long
	}
	sum := f.Amortize(in)
	if sum.Progress != nil && in.exact(sum.Progress) {
		return sum
	}
	if deepest.Progress != nil && (sum.Progress == nil || lower(in, deepest.Progress, sum.Progress)) {
		sum = deepest
	}
	other := f.Lexicographic(in)
	switch {
	case sum.Progress == nil && (other.Progress == nil || len(other.Progress[in.Machine.Initial]) > 1):
		if large := fitted(f, in, true); large.Progress != nil {
			return large
		}
		return other
	case sum.Progress == nil:
		return other
	case other.Progress == nil || len(other.Progress[in.Machine.Initial]) > 1 || !lower(in, other.Progress, sum.Progress):
		return sum
	}
	return other
}

// exact reports whether a progress function with one component starts at the length of
// the longest run for all explored parameters.
func (in *Input) exact(progress [][]expr.Expr) bool {
	m := in.Machine
	return in.reached(expr.Substitute(progress[m.Initial][0], obligation.Initially(m)))
}

// Amortize looks for a progress function with one component as the sum of weighted norms,
// and adopts it if it is proved. See package potential.
func (f Findings) Amortize(in *Input) Findings {
	if len(in.Machine.States) > maxPlaces {
		return f
	}
	half := *in
	half.Prover = in.Prover.Half()
	in = &half
	best := f
	l, system := f.system(in)
	if in.Prover.Done() {
		return f
	}
	for _, reach := range []potential.Reach{potential.Around, potential.Before, potential.Inside, potential.Along, potential.Once, potential.Upstream} {
		if reach == potential.Upstream && best.Progress != nil && expr.Degree(begins(in.Machine, best.Progress)) < 2 {
			break
		}
		if in.Prover.Done() || reach >= potential.Along && best.Progress != nil && in.exact(best.Progress) {
			break
		}
		best = charged(f, in, l, system, reach, best)
	}
	return best
}

// charged returns findings that adopt the function for a reach, if it is proved and lower than that of other findings. Norms that a linear
// program finds are divided by how far their steps lower them, unless that is not proved: quotients are hard to prove things of.
func charged(f Findings, in *Input, l *summing, system *potential.System, reach potential.Reach, best Findings) Findings {
	for _, divided := range []bool{true, false} {
		system.Divided = divided
		before := system.Left()
		functions, ok := system.Find(reach, nil)
		in.Prover.Spend(before-system.Left(), system.Left() <= 0)
		if !ok {
			break
		}
		progress, ok := l.potential(functions)
		if ok && (best.Progress == nil || lower(in, progress, best.Progress)) {
			if out, ok := f.takes(in, progress); ok {
				return out
			}
		}
		if !slices.ContainsFunc(functions, potential.Function.Quotient) {
			break
		}
	}
	return best
}

// summing translates functions of package potential.
type summing struct {
	linear *linear
	// written are the symbols that stand for the maximum of 0 and an expression, and large those of which this has too large numbers
	// to be written.
	written map[*expr.Symbol]expr.Expr
	large   map[*expr.Symbol]bool
}

// system returns the system of the machine for package potential.
func (f Findings) system(in *Input) (*summing, *potential.System) { return f.counting(in, nil) }

// counting returns a system that has the costs of steps for what is counted, too.
func (f Findings) counting(in *Input, counted []verdict.Amount) (*summing, *potential.System) {
	m := in.Machine
	l := &summing{&linear{machine: m, counted: counted, prover: in.Prover, vocabulary: notation.New(m, in.Theory.Params())}, map[*expr.Symbol]expr.Expr{}, map[*expr.Symbol]bool{}}
	l.linear.theory = f.Theory(in).Over(l.linear.vocabulary.Encoder)
	params := in.Theory.Params().Facts()
	parts := map[string]*expr.Symbol{}
	return l, potential.New(&potential.Problem{
		Ahead: l.linear.ahead, Contradict: func(c ranking.Case) bool { return in.Prover.Refute(c, solve.DefaultLimit) != nil },
		Problem: l.linear.problem(), Context: in.Prover.Context(), Work: in.Prover.Allow(potentialWork),
		Refute: l.linear.impossible,
		Fixed: func(s certificate.Symbol) bool {
			symbol := l.linear.vocabulary.Spec(s)
			return symbol != nil && symbol.Scope == expr.Param && l.written[symbol] == nil
		},
		Without: func(s certificate.Symbol) bool {
			symbol := l.linear.vocabulary.Spec(s)
			return in.without != nil && symbol != nil && symbol.Scope == expr.Param && in.without(symbol)
		},
		NotNegative: func(p certificate.Poly) bool {
			return l.linear.impossible(append(params[:len(params):len(params)], certificate.Not(certificate.AtLeastZero(p))))
		},
		Positive: func(p certificate.Poly) certificate.Symbol {
			key := p.String()
			if parts[key] == nil {
				x, ok := l.linear.vocabulary.Expression(p)
				s := &expr.Symbol{Name: key, Scope: expr.Param, Index: len(m.Params) + len(parts), Type: expr.Type{Kind: expr.Int}}
				if parts[key], l.written[s] = s, floor(x); !ok {
					l.written[s], l.large[s] = expr.Number(0), true
				}
				l.linear.vocabulary.Add(s)
			}
			return l.linear.vocabulary.Encoder.Symbol(parts[key])
		},
	})
}

// potential returns functions as a progress function.
func (l *summing) potential(functions []potential.Function) ([][]expr.Expr, bool) {
	var progress []expr.Expr
	for place := range functions {
		x, ok := l.sum(place, &functions[place])
		if !ok || expr.Uses(x, func(s *expr.Symbol) bool { return l.large[s] }) {
			return nil, false
		}
		if l.linear.machine.Terminal(place) {
			x = expr.Number(0)
		}
		progress = append(progress, expr.Substitute(x, func(s *expr.Symbol) expr.Expr { return l.written[s] }))
	}
	return scalar(progress), true
}

// floor returns the maximum of 0 and an expression.
func floor(x expr.Expr) expr.Expr {
	return &expr.Call{Op: expr.Max, Args: []expr.Expr{expr.Number(0), x}}
}

// sum writes a function as an expression.
func (l *summing) sum(place int, f *potential.Function) (expr.Expr, bool) {
	rest := f.Offset
	var products []expr.Expr
	for _, t := range f.Terms {
		if t.Turns == nil && t.Over == nil && !t.Low && t.Weight.Number() {
			rest = rest.Add(t.Weight.Mul(t.Norm))
			continue
		}
		w, ok1 := l.linear.vocabulary.Expression(t.Weight)
		x, ok2 := l.linear.vocabulary.Expression(t.Norm)
		if t.Turns != nil {
			x = l.linear.turns(t.Turns, place, t.Turns.Most, nil)
		}
		if t.Once {
			x = &expr.Call{Op: expr.Min, Args: []expr.Expr{expr.Number(1), x}}
		}
		if t.Low {
			x = floor(x)
		}
		if t.Over != nil {
			x = &expr.Binary{Op: expr.Quo, X: x, Y: expr.Number(t.Over.Int64())}
			ok1 = ok1 && t.Over.IsInt64()
		}
		if !ok1 || !ok2 {
			return nil, false
		}
		if lit, ok := w.(*expr.Lit); !ok || lit.Value != 1 {
			x = &expr.Binary{Op: expr.Mul, X: w, Y: x}
		}
		products = append(products, x)
	}
	out, ok := l.linear.vocabulary.Expression(rest)
	if lit, is := out.(*expr.Lit); !is || lit.Value != 0 || len(products) == 0 {
		products = append(products, out)
	}
	out = nil
	for _, x := range products {
		if out != nil {
			x = &expr.Binary{Op: expr.Add, X: out, Y: x}
		}
		out = x
	}
	return out, ok
}

// lower reports whether a progress function with one component starts lower than another
// one: of lower degree or, if the degrees are equal, in the sum over the explored
// parameters.
func lower(in *Input, a, b [][]expr.Expr) bool {
	return compare(in, begins(in.Machine, a), begins(in.Machine, b)) < 0
}

// begins returns the first component of a progress function at the start.
func begins(m *core.Machine, progress [][]expr.Expr) expr.Expr {
	return expr.Simplify(expr.Substitute(progress[m.Initial][0], obligation.Initially(m)))
}

// compare compares two expressions over the parameters: by degree or, if the degrees are equal,
// by their sums over the explored parameters.
func compare(in *Input, a, b expr.Expr) int {
	if x, y := expr.Degree(a), expr.Degree(b); x != y {
		return x - y
	}
	difference := int64(0)
	for _, g := range in.Graphs {
		env := concrete.Env(in.Machine, g.Params, nil)
		x, err1 := expr.Eval(a, env)
		y, err2 := expr.Eval(b, env)
		if err1 != nil || err2 != nil {
			continue
		}
		difference += max(-1<<32, min(1<<32, x-y))
	}
	return cmp.Compare(difference, 0)
}
