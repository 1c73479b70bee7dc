package diff

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// Dead is a part that the new version still has, but that no run reaches any longer.
type Dead struct {
	// Text names the part, such as "state Retrying".
	Text string
	// Reason says why, in words.
	Reason string
	// Span is the place in the new spec.
	Span diag.Span
}

// dead finds the alternatives that are never taken in the new version, and the states that no others lead to, unless
// the same holds for the old version.
func (pf proofs) dead() {
	if pf.c.old.Report == nil || pf.c.new.Report == nil {
		return
	}
	before, after := deadOnes(pf.c.old.Report), deadOnes(pf.c.new.Report)
	var reported []diag.Span
	for _, p := range pf.c.pairs {
		if p.new < 0 || after[p.new] == "" || p.old >= 0 && before[p.old] != "" {
			continue
		}
		t := &pf.c.b.Transitions[p.new]
		if !slices.Contains(reported, t.Span) {
			reported = append(reported, t.Span)
			pf.c.record.d.Dead = append(pf.c.record.d.Dead, Dead{"alternative " + pf.c.b.Label(p.new), "never taken: " + after[p.new], t.Span})
		}
	}
	was, is := reachable(pf.c.a, before), reachable(pf.c.b, after)
	for j := range pf.c.b.States {
		if p, ok := pf.c.matching.toOld[part{state, j, 0}]; !is[j] && (!ok || was[p.i]) {
			pf.c.record.d.Dead = append(pf.c.record.d.Dead, Dead{"state " + pf.c.b.States[j].Name, "not reachable: only alternatives that are never taken lead to it", pf.c.b.States[j].Span})
		}
	}
}

// deadOnes returns why transitions are never taken, by index, if that is proved.
func deadOnes(r *verify.Report) map[int]string {
	reasons := map[int]string{}
	for _, d := range r.Diagnostics {
		if d.Code != diag.CodeDead {
			continue
		}
		for i := range r.Machine.Transitions {
			if t := &r.Machine.Transitions[i]; t.Span == d.Span && t.Rule == "" {
				reasons[i] = reason(d.Message)
			}
		}
	}
	return reasons
}

// reachable returns the states to which transitions lead from the initial state.
func reachable(m *core.Machine, dead map[int]string) []bool {
	reached := make([]bool, len(m.States))
	reached[m.Initial] = true
	for again := true; again; {
		again = false
		for i := range m.Transitions {
			if t := &m.Transitions[i]; reached[t.From] && !reached[t.To] && t.Effect == core.Take && dead[i] == "" {
				reached[t.To], again = true, true
			}
		}
	}
	return reached
}

// reason returns what a diagnostic says after its subject.
func reason(message string) string {
	if _, why, ok := strings.Cut(message, "never chosen: "); ok {
		return why
	}
	return message
}
