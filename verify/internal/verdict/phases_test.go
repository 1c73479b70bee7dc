package verdict_test

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// TestPhases damages progress functions that depend on a condition. None is proved then.
func TestPhases(t *testing.T) {
	damages := map[string]func(c *expr.Case) expr.Expr{
		"exchanged": func(c *expr.Case) expr.Expr {
			return &expr.Case{Of: c.Of, Values: []expr.Expr{c.Values[1], c.Values[0]}}
		},
		"negated": func(c *expr.Case) expr.Expr {
			return &expr.Case{Of: &expr.Unary{Op: expr.Not, X: c.Of}, Values: c.Values}
		},
		"first part": func(c *expr.Case) expr.Expr { return c.Values[0] },
		"last part":  func(c *expr.Case) expr.Expr { return c.Values[1] },
	}
	for _, name := range []string{"known/up_then_down", "its/direction", "its/branches"} {
		src, err := os.ReadFile("../../testdata/" + name + ".fsm.yaml")
		if err != nil {
			t.Fatal(err)
		}
		in := explored(load(t, name, src))
		found := searched(in)
		c := found.Case(in)
		if !verdict.Judge(c).UnlessOverflow.Terminates {
			t.Errorf("%s is not proved", name)
			continue
		}
		tried := 0
		for s := range c.Progress {
			for k, x := range c.Progress[s] {
				part, ok := x.(*expr.Case)
				if !ok {
					continue
				}
				for damage, of := range damages {
					worse := *c
					worse.Progress = slices.Clone(c.Progress)
					worse.Progress[s] = slices.Clone(c.Progress[s])
					worse.Progress[s][k] = of(part)
					tried++
					if verdict.Judge(&worse).UnlessOverflow.Terminates {
						t.Errorf("%s: proved with component %d of state %d %s: %s", name, k, s, damage, expr.Print(worse.Progress[s][k], expr.Spec))
					}
				}
			}
		}
		if tried == 0 {
			t.Errorf("%s has no progress that depends on a condition: %v", name, c.Progress)
		}
	}
}

// TestNestedDamaged leaves out and exchanges components of nested ranking functions. None is proved then.
func TestNestedDamaged(t *testing.T) {
	for _, name := range []string{"its/nested_four", "its/nested_two_steps", "its/later_phase"} {
		src, err := os.ReadFile("../../testdata/" + name + ".fsm.yaml")
		if err != nil {
			t.Fatal(err)
		}
		in := explored(load(t, name, src))
		found := searched(in)
		c := found.Case(in)
		if !verdict.Judge(c).UnlessOverflow.Terminates {
			t.Errorf("%s is not proved", name)
			continue
		}
		count := len(c.Progress[in.Machine.Initial])
		if count < 2 {
			t.Errorf("%s has one component", name)
		}
		refused := func(what string, of func(components []expr.Expr) []expr.Expr) {
			worse := *c
			worse.Progress = nil
			for _, components := range c.Progress {
				worse.Progress = append(worse.Progress, of(slices.Clone(components)))
			}
			if verdict.Judge(&worse).UnlessOverflow.Terminates {
				t.Errorf("%s: proved with %s: %v", name, what, worse.Progress)
			}
		}
		for k := range count {
			refused(fmt.Sprintf("component %d left out", k), func(list []expr.Expr) []expr.Expr { return slices.Delete(list, k, k+1) })
			refused(fmt.Sprintf("component %d not above 0", k), func(list []expr.Expr) []expr.Expr {
				list[k] = &expr.Call{Op: expr.Min, Args: []expr.Expr{expr.Number(0), list[k]}}
				return list
			})
			if k > 0 {
				refused(fmt.Sprintf("components %d and %d exchanged", k-1, k), func(list []expr.Expr) []expr.Expr {
					list[k-1], list[k] = list[k], list[k-1]
					return list
				})
			}
		}
	}
}
