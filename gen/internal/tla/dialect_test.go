package tla

import (
	"testing"

	"github.com/fsmgen/fsmgen/internal/dialect/dialecttest"
)

func TestDialect(t *testing.T) {
	dialecttest.Check(t, printed, map[string]string{
		dialecttest.Arithmetic: "(v_a * (v_b + 2)) - (-3)",
		dialecttest.Division:   "GoRem(GoQuo(-v_a, v_b), 2)",
		dialecttest.Logic:      `(~v_p) /\ ((v_a <= v_b) \/ (v_a /= 3))`,
		dialecttest.Extremes:   "GoMax(GoMax(v_a, GoMin(v_b, 1)), 0) > 0",
		dialecttest.Constants:  `((v_shade = Shade_Light) /\ (v_s = "x")) /\ TRUE`,
		dialecttest.Comparison: "(v_a > 1) = v_p",
	})
}
