package machine_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestAcceptedIf compares what regions decide, for each place of the regions, with all values of all other conditions.
func TestAcceptedIf(t *testing.T) {
	var files []string
	for _, pattern := range []string{"spec/testdata/ok/*.fsm.yaml", "internal/reference/testdata/*.fsm.yaml", "verify/testdata/*region*.fsm.yaml", "gen/internal/proptest/testdata/*/*.fsm.yaml"} {
		list, err := filepath.Glob("../../../../../" + pattern)
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		files = append(files, list...)
	}
	decided, always, never := 0, 0, 0
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, _ := spec.Load(file, src)
		if s.Machine == nil || !s.Machine.Parallel() {
			continue
		}
		m := machine.Machine{Core: s.Machine}
		for state := range m.Core.States {
			for event := range m.Core.Events {
				condition := m.AcceptedIf(state, event)
				for _, vars := range places(m.Core, state) {
					got := true
					if condition != nil {
						value, err := expr.Eval(condition, &expr.Env{Vars: vars})
						got = err == nil && value != 0
					}
					if want := accepts(m.Core, m.Core.On(state, event), vars); got != want {
						t.Errorf("%s: %s in %s with %v: %t, want %t", file, m.Core.Events[event].Name, m.Core.States[state].Name, vars, got, want)
					}
				}
				switch lit, constant := condition.(*expr.Lit); {
				case condition == nil:
					always++
				case constant && lit.Value == 0:
					never++
				default:
					decided++
				}
			}
		}
	}
	if decided < 50 || always < 50 || never < 50 {
		t.Errorf("regions decide %d events, %d are always accepted, and %d never", decided, always, never)
	}
}

// places returns the values of the variables for each place of the regions of a state.
func places(m *core.Machine, state int) [][]int64 {
	all := [][]int64{make([]int64, len(m.Vars))}
	for _, r := range m.States[state].Regions {
		var next [][]int64
		for _, vars := range all {
			for leaf := range r.Leaves {
				with := append([]int64(nil), vars...)
				with[r.Var] = int64(leaf)
				next = append(next, with)
			}
		}
		all = next
	}
	return slices.DeleteFunc(all, func(vars []int64) bool {
		return slices.ContainsFunc(m.States[state].Regions, func(r core.Region) bool {
			in := r.Inside
			return in != nil && (vars[m.States[state].Regions[in.Region].Var] == int64(in.Leaves[0])) == r.Leaves[vars[r.Var]].None
		})
	})
}

// accepts reports whether some values of what is not about regions let an alternative do more than reject.
func accepts(m *core.Machine, list []core.Transition, vars []int64) bool {
	for _, t := range list {
		holds, fails := true, false
		if t.Guard != nil {
			holds, fails = truth(m, t.Guard, vars)
		}
		if holds && t.Effect != core.Reject {
			return true
		}
		if !fails {
			return false
		}
	}
	return false
}

// truth tells whether a condition can hold, and whether it can fail.
func truth(m *core.Machine, e expr.Expr, vars []int64) (holds, fails bool) {
	if !expr.Uses(e, func(s *expr.Symbol) bool { return s.Scope != expr.Var || m.RegionOf(s.Index) == nil }) {
		value, err := expr.Eval(e, &expr.Env{Vars: vars})
		return err == nil && value != 0, err != nil || value == 0
	}
	switch x := e.(type) {
	case *expr.Unary:
		if x.Op == expr.Not {
			fails, holds = truth(m, x.X, vars)
			return holds, fails
		}
	case *expr.Binary:
		a, notA := truth(m, x.X, vars)
		b, notB := truth(m, x.Y, vars)
		switch x.Op {
		case expr.And:
			return a && b, notA || notB
		case expr.Or:
			return a || b, notA && notB
		}
	}
	return true, true
}
