package verify_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// flat is like rounds, but its product is not the lowest bound: its first component varies.
var flat = strings.NewReplacer("Ready: [2, 0, 0]", "Ready: [n + 2, 0, 0]", "Work: [1, tries", "Work: [tries + 1, 0").Replace(rounds)

// TestPotential bounds the transitions of machines that declare a lexicographic progress function by another function.
func TestPotential(t *testing.T) {
	tests := []struct {
		name, text, bound, tight string
		status                   verify.Status
		potential                bool
	}{
		{"none claimed", flat, "n * (m + 1) + m + 2", "if", verify.Proved, true},
		{"claimed as it is", flat + "bound: n*m + m + n + 2\n", "n * m + m + n + 2", "if", verify.Proved, true},
		{"claimed higher", flat + "bound: n*m + m + n + 3\n", "n * m + m + n + 3", "false", verify.Proved, true},
		{"claimed one less", flat + "bound: n*m + m + n + 1\n", "n * m + m + n + 1", "false", verify.Refuted, false},
		{"the product proves the claim", flat + "bound: (n + 3) * (m + 1)\n", "(n + 3) * (m + 1)", "false", verify.Proved, false},
		{"no lower than the product", rounds, "(n + 1) * (m + 1) + 1", "if", verify.Proved, false},
		{"nothing limits a component", strings.Replace(rounds, "left: {type: int, min: 0, max: m}", "left: {type: int, min: 0}", 1),
			"n * (m + 1) + m + 2", "if", verify.Proved, true},
		{"reactive", strings.Replace(flat, "Begin: {}", "Begin: {}, Look: {environment: true}", 1), "", "false", verify.Unknown, false},
		{"not proved to end", strings.Replace(flat, "Work: [tries + 1, 0, left]", "Work: [tries + 1, 0, 0]", 1), "", "false", verify.Unknown, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := parse(t, tt.text)
			r := verify.Machine(context.Background(), m)
			got := ""
			if r.Bound.Expr != nil {
				got = expr.Print(r.Bound.Expr, expr.Spec)
			}
			if got != tt.bound || r.Bound.Status != tt.status || tightness(r) != tt.tight || (r.Bound.Potential != nil) != tt.potential {
				t.Errorf("%q %s, tight: %s, want %q %s, tight: %s\n%s%v", got, r.Bound.Status, tightness(r), tt.bound, tt.status, tt.tight, r.Summary(), r.Diagnostics)
			}
			if tt.potential && (r.Bound.Levels != nil || r.Synthesized != nil || r.Ranked().Rank != 3) {
				t.Errorf("the declared function is not that of the report: %v", r.Ranked().Rank)
			}
			for _, fault := range contradictions(r) {
				t.Error(fault)
			}
			w := newWitness(m, r, rand.New(rand.NewPCG(3, 4)))
			w.refutations()
			w.wander()
			w.forged(30)
			for _, fault := range w.faults {
				t.Error(fault)
			}
		})
	}
}

// TestPotentialText checks what people and programs are told about the function.
func TestPotentialText(t *testing.T) {
	r := verify.Machine(context.Background(), parse(t, flat))
	const hint = "  bound        n * (m + 1) + m + 2 transitions: proved, tight if late\n" +
		"               by a function other than the progress function: fsmgen verify -v shows it\n"
	if !strings.Contains(r.Summary(), hint) {
		t.Errorf("the summary lacks %q:\n%s", hint, r.Summary())
	}
	want := "  bound        by this function:\nprogress:\n  Ready: n * (m + 1) + m + 2\n  Work: tries * (m + 1) + left + 1\n"
	if d := cmp.Diff(want, r.Potential()); d != "" {
		t.Errorf("function (-want +got):\n%s", d)
	}
	data, err := json.Marshal(r)
	if err != nil || !strings.Contains(string(data), `"potential":{"Ready":"n * (m + 1) + m + 2","Work":"tries * (m + 1) + left + 1"}`) {
		t.Errorf("%v in %s", err, data)
	}
	other := verify.Machine(context.Background(), parse(t, rounds))
	if got := other.Potential(); got != "" || strings.Contains(other.Summary(), "other than") {
		t.Errorf("there is no such function, but %q\n%s", got, other.Summary())
	}
	_, paste, _ := strings.Cut(r.Potential(), "progress:\n")
	before, _, _ := strings.Cut(flat, "progress:\n")
	pasted := verify.Machine(context.Background(), parse(t, before+"progress:\n"+paste))
	if !pasted.Proved() || expr.Print(pasted.Bound.Expr, expr.Spec) != "n * (m + 1) + m + 2" {
		t.Errorf("declared as progress:\n%s%v", pasted.Summary(), pasted.Diagnostics)
	}
}

// TestWitnessOfPotential holds the witness to notice functions that do not prove the bound.
func TestWitnessOfPotential(t *testing.T) {
	m := parse(t, flat)
	r := verify.Machine(context.Background(), m)
	shifted := func(by int64) func(i int, x expr.Expr) expr.Expr {
		return func(_ int, x expr.Expr) expr.Expr {
			return &expr.Binary{Op: expr.Add, X: x, Y: expr.Number(by)}
		}
	}
	for name, change := range map[string]func(i int, x expr.Expr) expr.Expr{
		"above the bound": shifted(1),
		"negative":        shifted(-2),
		"the same in all states": func(int, expr.Expr) expr.Expr {
			return &expr.Binary{Op: expr.Add, X: &expr.Ref{Symbol: m.Params[0].Symbol}, Y: expr.Number(1)}
		},
	} {
		wrong := *r
		wrong.Bound.Potential = nil
		for i, x := range r.Bound.Potential {
			if !m.Terminal(i) {
				x = change(i, x)
			}
			wrong.Bound.Potential = append(wrong.Bound.Potential, x)
		}
		w := newWitness(m, &wrong, rand.New(rand.NewPCG(5, 6)))
		w.wander()
		if len(w.faults) == 0 {
			t.Errorf("%s: the witness notices nothing", name)
		}
	}
}
