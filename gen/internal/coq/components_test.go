package coq

import (
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// lexicographic declares a progress function with two components. LIMIT is a condition on the payload, and AGAIN what it sets.
const lexicographic = `machine: Rounds
params: {n: {type: int, min: 0, max: 1000}, m: {type: int, min: 0, max: 1000}}
vars:
  tries: {type: int, min: 0, max: n, init: n}
  left: {type: int, min: 0, max: m, init: m}
events: {Step: {}, Again: {k: int}}
initial: Work
terminal: {done: [Done]}
states:
  Work:
    on:
      Step: [{if: left > 0, set: {left: left - 1}}, {to: Done}]
      Again: [{if: tries > 0 && LIMIT, set: {tries: tries - 1, left: AGAIN}}, {to: Done}]
  Done: {}
progress: {Work: [tries + 1, left]}
`

// components compiles the files of machines with a lexicographic progress function: for one, another function shows the bound, and for
// the other one, the number of values of its progress function does. Neither is proved to have a lower bound.
func components(t *testing.T, dir string) {
	for name, test := range map[string]struct {
		limit, again, has string
		potential         bool
	}{
		"Paid":    {"event.k == event.k", "m", "It is not the progress function of the spec.", true},
		"Counted": {"event.k > 0 && event.k < 5000 && event.k * event.k <= m * m", "event.k", "Definition levels", false},
	} {
		t.Run(name, func(t *testing.T) {
			s, diags := spec.Load("rounds.fsm.yaml", []byte(strings.NewReplacer("LIMIT", test.limit, "AGAIN", test.again).Replace(lexicographic)))
			if s.Machine == nil {
				t.Fatal(diags)
			}
			r := verify.Machine(t.Context(), s.Machine)
			if r.Bound.Status != verify.Proved || (r.Bound.Potential != nil) != test.potential || (r.Bound.Levels != nil) == test.potential {
				t.Fatalf("the bound is not proved as it should be:\n%s", r.Summary())
			}
			head, body := write(t, r)
			if !strings.Contains(head+body, test.has) || !strings.Contains(body, "Theorem bounded :") || !strings.Contains(body, "Theorem values_fit :") {
				t.Errorf("the file lacks %q or a theorem", test.has)
			}
			compiles(t, dir, name, body)
			const mark = "(* The proofs"
			_, proofs, _ := strings.Cut(body, mark)
			for change, of := range map[string]func(*verify.Report){
				"Lower": func(r *verify.Report) {
					r.Bound.Expr = &expr.Binary{Op: expr.Sub, X: r.Bound.Expr, Y: expr.Number(1)}
				},
				"Higher": func(r *verify.Report) {
					r.Bound.Potential = slices.Clone(r.Bound.Potential)
					for i, x := range r.Bound.Potential {
						r.Bound.Potential[i] = &expr.Binary{Op: expr.Add, X: x, Y: expr.Number(1)}
					}
				},
			} {
				if change == "Higher" && !test.potential {
					continue
				}
				changed := *r
				of(&changed)
				w, err := newWriter(t.Context(), &changed)
				if err != nil {
					t.Fatal(err)
				}
				definitions, _, _ := strings.Cut(w.machine(), mark)
				if out, ok := coqc(t, dir, name+change, using(definitions+mark+proofs)); ok || !strings.Contains(out, "Error") {
					t.Errorf("coqc accepts the proofs of another bound:\n%s", out)
				}
			}
		})
	}
}
