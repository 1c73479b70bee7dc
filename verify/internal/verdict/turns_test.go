package verdict_test

import (
	"os"
	"testing"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// TestTurns damages functions that have the next steps of a cycle as conditions. No bound follows from the evidence then.
func TestTurns(t *testing.T) {
	damages := map[string]func(c *expr.Case) expr.Expr{
		"exchanged": func(c *expr.Case) expr.Expr {
			return &expr.Case{Of: c.Of, Values: []expr.Expr{c.Values[1], c.Values[0]}}
		},
		"negated": func(c *expr.Case) expr.Expr {
			return &expr.Case{Of: &expr.Unary{Op: expr.Not, X: c.Of}, Values: c.Values}
		},
		"none":   func(c *expr.Case) expr.Expr { return c.Values[0] },
		"always": func(c *expr.Case) expr.Expr { return c.Values[1] },
		"fewer turns": func(c *expr.Case) expr.Expr {
			return &expr.Case{Of: c.Of, Values: []expr.Expr{c.Values[0], c.Values[0]}}
		},
		"one value": func(c *expr.Case) expr.Expr { return &expr.Case{Of: c.Of, Values: c.Values[:1]} },
	}
	for name, turns := range map[string]int{"few_turns": 3, "nested_four": 4, "later_phase": 1} {
		src, err := os.ReadFile("../../testdata/its/" + name + ".fsm.yaml")
		if err != nil {
			t.Fatal(err)
		}
		in := explored(load(t, name, src))
		found := searched(in).Summed(in)
		c := found.Case(in)
		p := c.Bound.Potential
		if p == nil || verdict.Judge(c).UnlessOverflow.Bound == nil {
			t.Errorf("%s: no bound follows from a function of turns", name)
			continue
		}
		tried := 0
		for s := range p.Progress {
			n := countCases(p.Progress[s][0])
			tried += n
			for k := range n {
				for damage, of := range damages {
					at := k
					worse := &verdict.Potential{Evidence: p.Evidence}
					worse.Progress = append(worse.Progress, p.Progress...)
					worse.Progress[s] = []expr.Expr{changedCase(p.Progress[s][0], &at, of)}
					if judged := verdict.Judge(paying(c, worse)); judged.UnlessOverflow.Bound != nil {
						t.Errorf("%s: a bound is proved with turn %d of state %d %s: %s", name, k, s, damage, expr.Print(worse.Progress[s][0], expr.Spec))
					}
				}
			}
		}
		if tried != turns {
			t.Errorf("%s: %d turns, want %d", name, tried, turns)
		}
	}
}

// countCases counts the cases of an expression.
func countCases(x expr.Expr) (n int) {
	expr.Walk(x, func(part expr.Expr) {
		if _, ok := part.(*expr.Case); ok {
			n++
		}
	})
	return n
}

// changedCase returns an expression with a change of one of its cases, that which is left after as many as at says.
func changedCase(x expr.Expr, at *int, change func(*expr.Case) expr.Expr) expr.Expr {
	switch x := x.(type) {
	case *expr.Case:
		if *at--; *at < 0 {
			*at = len(x.Values) << 20
			return change(x)
		}
		out := &expr.Case{Of: x.Of}
		for _, v := range x.Values {
			out.Values = append(out.Values, changedCase(v, at, change))
		}
		return out
	case *expr.Binary:
		return &expr.Binary{Op: x.Op, X: changedCase(x.X, at, change), Y: changedCase(x.Y, at, change)}
	}
	return x
}
