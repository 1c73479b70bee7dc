package smtlib

import (
	"testing"

	"github.com/fsmgen/fsmgen/internal/dialect/dialecttest"
)

func TestDialect(t *testing.T) {
	dialecttest.Check(t, language.Print, map[string]string{
		dialecttest.Arithmetic: "(- (* v_a (+ v_b 2)) (- 3))",
		dialecttest.Division:   "(go.rem (go.quo (- v_a) v_b) 2)",
		dialecttest.Logic:      "(and (not v_p) (or (<= v_a v_b) (distinct v_a 3)))",
		dialecttest.Extremes:   "(> (go.max (go.max v_a (go.min v_b 1)) 0) 0)",
		dialecttest.Constants:  `(and (and (= v_shade Shade_Light) (= v_s "x")) true)`,
		dialecttest.Comparison: "(= (> v_a 1) v_p)",
	})
}
