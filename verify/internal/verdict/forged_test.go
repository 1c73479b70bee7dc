package verdict_test

import (
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/counter"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// changes are ways to make a machine another one that search did not look at.
var changes = []struct {
	name string
	make func(m *core.Machine, i int) bool
}{
	{"without updates", func(m *core.Machine, i int) bool {
		t := &m.Transitions[i]
		changed := len(t.Updates) > 0
		t.Updates = nil
		return changed
	}},
	{"without a guard", func(m *core.Machine, i int) bool {
		t := &m.Transitions[i]
		if t.Guard == nil {
			return false
		}
		t.Guard = expr.Truth(true)
		return true
	}},
	{"back to where it came from", func(m *core.Machine, i int) bool {
		t := &m.Transitions[i]
		changed := t.To != t.From && t.Effect == core.Take
		t.To = t.From
		return changed
	}},
}

// TestForged holds the evidence of one machine against others, in which something is
// different. What is proved of these all the same must be true of them: exploration
// finds no run that refutes it.
func TestForged(t *testing.T) {
	tried, refuted := 0, 0
	for name, m := range files(t) {
		if len(m.Transitions) > sample.Size(3, 4, 8) {
			continue
		}
		in := explored(m)
		found := searched(in)
		c := found.Case(in)
		for i := range m.Transitions {
			for _, change := range changes {
				other := *m
				other.Transitions = slices.Clone(m.Transitions)
				if !change.make(&other, i) {
					continue
				}
				tried++
				forged := *c
				forged.Machine = &other
				judged := verdict.Judge(&forged)
				at := explored(&other)
				runs := &counter.Input{Machine: &other, Graphs: at.Graphs, Prover: at.Prover, Theory: at.Theory}
				if lassos := counter.Lassos(&other, at.Graphs); len(lassos) > 0 {
					refuted++
					if judged.Terminates {
						t.Errorf("%s, %s: transition %d: it is proved to end, and does not", name, change.name, i)
					}
				}
				if judged.Bound != nil && runs.Exceeds(judged.Bound) != nil {
					t.Errorf("%s, %s: transition %d: a bound is proved, and does not hold", name, change.name, i)
				}
				for _, o := range judged.Asked {
					run := runs.Refute(forged.Ranked(), o)
					if run != nil {
						refuted++
					}
					if run != nil && judged.Proved[o] {
						t.Errorf("%s, %s: transition %d: %+v is proved, and does not hold", name, change.name, i, o)
					}
				}
			}
		}
	}
	if tried < 200 || refuted < 200 {
		t.Errorf("only %d machines were tried, and %d claims refuted", tried, refuted)
	}
	t.Logf("%d machines, of which %d claims are refuted", tried, refuted)
}
