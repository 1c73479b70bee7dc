package reference

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Charge returns what transitions cost, by the names of the costs.
func (r *Run) Charge(steps []Step) (map[string]*big.Int, error) {
	out := map[string]*big.Int{}
	for i := range r.m.file.Costs {
		c := &r.m.file.Costs[i]
		sum := new(big.Int)
		for _, s := range steps {
			for _, o := range s.Outputs {
				fields, _ := r.m.OutputFields(o.Name)
				if err := r.weigh(c, o.Name, fields, o.Values, sum); err != nil {
					return nil, err
				}
			}
			for _, inv := range s.Invokes {
				args, _ := r.m.Arguments(inv.Call)
				if err := r.weigh(c, inv.Call, args, inv.Args, sum); err != nil {
					return nil, err
				}
			}
		}
		out[c.Name.Value] = sum
	}
	return out, nil
}

// weigh adds the weight of one start or output.
func (r *Run) weigh(c *syntax.Cost, name string, fields []Field, values []int64, sum *big.Int) error {
	at := slices.IndexFunc(c.Weights, func(w syntax.Assignment) bool { return w.Name.Value == name })
	if at < 0 {
		return nil
	}
	t := c.Weights[at].Value
	var faults diag.List
	e := expr.Parse(t.Value, t.Span, expr.Type{Kind: expr.Int}, &weights{scope{m: r.m}, fields}, &faults)
	if e == nil {
		return fmt.Errorf("%v: %s", t.Span, faults[0].Message)
	}
	v, err := expr.Eval(e, &expr.Env{Params: r.values.params, Fields: values, Intern: r.m.Intern})
	if err != nil {
		return fmt.Errorf("%v: %w", t.Span, err)
	}
	sum.Add(sum, big.NewInt(v))
	return nil
}

// weights is a scope in which what starts or is emitted is known.
type weights struct {
	scope
	fields []Field
}

// Lookup implements [expr.Names].
func (w *weights) Lookup(name string) expr.Expr {
	for i, f := range w.fields {
		if name == "with."+f.Name {
			return reference(expr.Field, i, Slot{Name: f.Name, Type: f.Type})
		}
	}
	return w.scope.Lookup(name)
}
