package stored

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestMigration lists the findings of migrations from the base to a version with a narrower range, an invariant, and another enum.
func TestMigration(t *testing.T) {
	old, conditions := load(t, base)
	new, more := load(t, strings.NewReplacer("max: retries}", "max: 2}", "Kind: [Small, Large]", "Kind: [Tiny, Large]", "init: Small", "init: Tiny",
		"initial:", "invariants: [\"failures <= 1 || kind == Large\"]\ninitial:").Replace(base))
	v := func(m *core.Machine, name string) *expr.Symbol {
		for i := range m.Vars {
			if m.Vars[i].Name == name {
				return m.Vars[i].Symbol
			}
		}
		t.Fatalf("no variable %s", name)
		return nil
	}
	failures, kind := Slot{expr.Var, v(new, "failures").Index}, Slot{expr.Var, v(new, "kind").Index}
	ref := &expr.Ref{Symbol: v(old, "failures")}
	e := new.Enums[0]
	for _, tt := range []struct {
		name string
		edit func(m *Migration)
		want []string
	}{
		{"names", func(*Migration) {}, []string{
			"var kind: the value Small of enum Kind is removed or renamed: fails",
			"var failures: must be from 0 to 2: fails",
			"invariant failures <= 1 || kind == Large: must hold: fails",
		}},
		{"a renamed value", func(m *Migration) { m.Was[e] = [][]string{{"Small"}, nil} }, []string{
			"var failures: must be from 0 to 2: fails",
			"invariant failures <= 1 || kind == Large: must hold: fails",
		}},
		{"decided", func(m *Migration) { m.Decided[failures], m.Decided[kind] = true, true }, nil},
		{"one decided", func(m *Migration) { m.Decided[kind] = true }, []string{"var failures: must be from 0 to 2: fails"}},
		{"given", func(m *Migration) {
			m.Given[kind] = &expr.Lit{T: expr.Type{Kind: expr.Enumerated, Enum: e}, Value: 1}
			m.Given[failures] = &expr.Call{Op: expr.Min, Args: []expr.Expr{ref, expr.Number(2)}}
		}, nil},
		{"given, but wrong", func(m *Migration) {
			m.Given[kind] = &expr.Lit{T: expr.Type{Kind: expr.Enumerated, Enum: e}}
			m.Given[failures] = &expr.Call{Op: expr.Min, Args: []expr.Expr{ref, expr.Number(2)}}
		}, []string{"invariant failures <= 1 || kind == Large: must hold: fails"}},
		{"given, and too large", func(m *Migration) {
			m.Decided[kind] = true
			m.Given[failures] = &expr.Binary{Op: expr.Mul, X: ref, Y: expr.Number(1 << 30)}
		}, []string{"var failures: must fit in an int: fails", "var failures: must be from 0 to 2: fails",
			"condition Draft: failures <= retries: must hold, because proofs of the new version use it: fails"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := Names(old, new)
			tt.edit(m)
			var got []string
			for _, f := range Decide(t.Context(), old, conditions, m.Demands(old, new, conditions, more)) {
				got = append(got, f.Part+": "+f.Reason+": "+map[Answer]string{May: "may", Fails: "fails", Reached: "reached"}[f.Answer])
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("findings (-want +got):\n%s", d)
			}
		})
	}
	m := Names(old, new)
	m.Decided[failures] = true
	progress := new.States[0].Progress[0]
	if x := m.Express(old, new, 0, progress, nil); x != nil {
		t.Errorf("%s does not depend on what the program decides", expr.Print(x, expr.Spec))
	}
	x := m.Express(old, new, 0, progress, func(Slot) *expr.Symbol {
		return &expr.Symbol{Scope: expr.External, Name: "decided", Type: expr.Type{Kind: expr.Int}}
	})
	if got := expr.Print(x, expr.Spec); got != "retries - decided + 2" {
		t.Errorf("progress is %s", got)
	}
}
