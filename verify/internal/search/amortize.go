package search

import (
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
	"github.com/fsmgen/fsmgen/verify/internal/potential"
	"github.com/fsmgen/fsmgen/verify/internal/ranking"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// potentialWork limits the linear programs of one search for a potential.
const potentialWork = 40_000_000

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
	for _, reach := range []potential.Reach{potential.Around, potential.Before, potential.Inside} {
		if in.Prover.Done() {
			break
		}
		progress, ok := f.potential(in, reach)
		if !ok || best.Progress != nil && !lower(in, progress, best.Progress) {
			continue
		}
		if out, ok := f.takes(in, progress); ok {
			best = out
		}
	}
	return best
}

// potential returns the progress function that package potential finds.
func (f Findings) potential(in *Input, reach potential.Reach) ([][]expr.Expr, bool) {
	l := &linear{machine: in.Machine, prover: in.Prover, Vocabulary: notation.New(in.Machine, in.Theory.Params())}
	l.theory = f.Theory(in).Over(l.Encoder)
	system := l.problem()
	if in.Prover.Done() {
		return nil, false
	}
	params := in.Theory.Params().Facts()
	parts := map[string]*expr.Symbol{}
	written := map[*expr.Symbol]expr.Expr{}
	found, ok := potential.Find(&potential.Problem{
		Problem: system, Context: in.Prover.Context(), Work: potentialWork, Reach: reach,
		Refute: l.impossible,
		Fixed: func(s certificate.Symbol) bool {
			symbol := l.Spec(s)
			return symbol != nil && symbol.Scope == expr.Param && written[symbol] == nil
		},
		NotNegative: func(p certificate.Poly) bool {
			return l.impossible(append(ranking.Case(params[:len(params):len(params)]), certificate.Not(certificate.AtLeastZero(p))))
		},
		Positive: func(p certificate.Poly) certificate.Symbol {
			key := p.String()
			if parts[key] == nil {
				x, _ := l.Expression(p)
				s := &expr.Symbol{Name: key, Scope: expr.Param, Index: len(in.Machine.Params) + len(parts), Type: expr.Type{Kind: expr.Int}}
				parts[key], written[s] = s, floor(x)
				l.Add(s)
			}
			return l.Symbol(parts[key])
		},
	})
	if !ok {
		return nil, false
	}
	var progress []expr.Expr
	for place, function := range found {
		x, ok := l.potential(&function)
		if !ok {
			return nil, false
		}
		if in.Machine.Terminal(place) {
			x = expr.Number(0)
		}
		progress = append(progress, expr.Substitute(x, func(s *expr.Symbol) expr.Expr { return written[s] }))
	}
	return scalar(progress), true
}

// floor returns the maximum of 0 and an expression.
func floor(x expr.Expr) expr.Expr {
	return &expr.Call{Op: expr.Max, Args: []expr.Expr{expr.Number(0), x}}
}

// potential writes a function as an expression.
func (l *linear) potential(f *potential.Function) (expr.Expr, bool) {
	rest := f.Offset
	var products []expr.Expr
	for _, t := range f.Terms {
		if !t.Low && notation.Constant(t.Weight) {
			rest = rest.Add(t.Weight.Mul(t.Norm))
			continue
		}
		w, ok1 := l.Expression(t.Weight)
		x, ok2 := l.Expression(t.Norm)
		if !ok1 || !ok2 {
			return nil, false
		}
		if t.Low {
			x = floor(x)
		}
		if lit, ok := w.(*expr.Lit); !ok || lit.Value != 1 {
			x = &expr.Binary{Op: expr.Mul, X: w, Y: x}
		}
		products = append(products, x)
	}
	out, ok := l.Expression(rest)
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
// one, in the sum over the explored parameters.
func lower(in *Input, a, b [][]expr.Expr) bool {
	m := in.Machine
	difference := int64(0)
	for _, g := range in.Graphs {
		env := concrete.Env(m, g.Params, nil)
		start := func(progress [][]expr.Expr) (int64, error) {
			return expr.Eval(expr.Substitute(progress[m.Initial][0], obligation.Initially(m)), env)
		}
		x, err1 := start(a)
		y, err2 := start(b)
		if err1 != nil || err2 != nil {
			continue
		}
		difference += max(-1<<32, min(1<<32, x-y))
	}
	return difference < 0
}
