package verify_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// TestMisleadingBounds verifies machines whose explored runs suggest a bound, or a largest difference as progress, that does not
// hold for parameters or payloads that are not explored.
func TestMisleadingBounds(t *testing.T) {
	sample.Turn(t)
	const late = `
params: {n: {type: int, min: 0}, m: {type: int, min: 0, max: 9}}
vars: {i: {type: int, min: 0, max: n, init: n}, j: {type: int, min: 0, max: m + 1, init: m}}
events: {Step: {}}
progress: {Loop: [i, j + 1]}
states:
  Loop:
    on:
      Step:
        - {if: j > 0, set: {j: j - 1}}
        - {if: i > 60, set: {i: i - 1, j: m + 1}}
        - {if: i > 0, set: {i: i - 1, j: m}}
        - Done
  Done: {}
`
	const begin = "machine: Misleading\nterminal: {done: [Done]}\ninitial: Loop\n"
	for _, test := range []struct {
		name, text string
		// never are bounds that are wrong.
		never []string
	}{
		{"more rounds from 60 on", late, []string{"n * (m + 1) + m + 1"}},
		{"claimed for small parameters", late + "bound: n * (m + 1) + m + 1\n", []string{"n * (m + 1) + m + 1"}},
		{"parameters below 0", `
params: {n: {type: int}, m: {type: int}}
vars: {i: {type: int, init: n}, j: {type: int, init: m}}
events: {Step: {}}
progress: {Loop: ["max(0, i)", "max(0, j) + 1"]}
states:
  Loop:
    on:
      Step:
        - {if: j > 0, set: {j: j - 1}}
        - {if: i > 0, set: {i: i - 1, j: m}}
        - Done
  Done: {}
`, []string{"n * (m + 1) + m + 1", "n * m + n + m + 1"}},
		{"the smaller one is raised", `
params: {x0: {type: int, min: 0}, y0: {type: int, min: 0}}
vars: {x: {type: int, init: x0}, y: {type: int, init: y0}, used: bool}
events: {Step: {}}
states:
  Loop:
    on:
      Step:
        - {if: x > 70 && !used, set: {used: true, y: y + 9}}
        - {if: x > 0 || y > 0, set: {x: x - 1, y: y - 1}}
        - Done
  Done: {}
`, []string{"max(x0, y0) + 1", "max(0, x0, y0) + 1"}},
		{"the larger one is raised by a payload", `
params: {x0: {type: int, min: 0}, y0: {type: int, min: 0}}
vars: {x: {type: int, init: x0}, y: {type: int, init: y0}}
events: {Step: {by: int}}
states:
  Loop:
    on:
      Step:
        - {if: event.by == 7654321 && y < x, set: {y: x, x: x - 1}}
        - {if: x > 0 || y > 0, set: {x: x - 1, y: y - 1}}
        - Done
  Done: {}
`, []string{"max(x0, y0) + 1", "max(0, x0, y0) + 1"}},
		{"a sum of maxima", `
params: {x0: {type: int}, y0: {type: int}, z0: {type: int}}
vars: {x: {type: int, init: x0}, y: {type: int, init: y0}, z: {type: int, init: z0}}
events: {Step: {}}
states:
  Loop:
    on:
      Step:
        - {if: x > 0 || y > 0, set: {x: x - 1, y: y - 1}}
        - {if: z > 0, set: {z: z - 1, x: "max(x, y)", y: 3}}
        - Done
  Done: {}
`, []string{"max(0, x0, y0, z0) + 1", "max(0, x0, y0) + 1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := verify.Machine(context.Background(), parse(t, begin+test.text))
			if x := r.Bound.Expr; x != nil && (r.Bound.Status == verify.Proved || r.Bound.UnlessOverflow) {
				for _, never := range test.never {
					if expr.Print(x, expr.Spec) == never {
						t.Errorf("the bound %s is proved", never)
					}
				}
			}
			if m := r.Machine; m.Bound != nil && r.Bound.Status != verify.Refuted {
				t.Errorf("the bound is %s, and 61 for n exceeds it", r.Bound.Status)
			}
			for _, fault := range faultsOf(r, rand.New(rand.NewPCG(5, 6))) {
				t.Error(fault)
			}
			t.Log(r.Summary())
		})
	}
}
