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
	// state is the name of a state, or "".
	state string
	// Reason says why, in words.
	Reason string
	// Span is the place in the new spec.
	Span diag.Span
}

// dead finds the alternatives that are never taken in the new version, and the states, also in regions, that no others lead to or that no
// run is proved to reach, unless the same holds for the old version.
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
			pf.c.record.d.Dead = append(pf.c.record.d.Dead, Dead{Text: "alternative " + pf.c.b.Label(p.new), Reason: "never taken: " + after[p.new], Span: t.Span})
		}
	}
	was, is := reachable(pf.c.a, before), reachable(pf.c.b, after)
	lost, gone := unreached(pf.c.old.Report), unreached(pf.c.new.Report)
	add := func(name string, at diag.Span) {
		pf.c.record.d.Dead = append(pf.c.record.d.Dead, Dead{Text: "state " + name, state: name, Reason: "not reachable: only alternatives that are never taken lead to it", Span: at})
	}
	for j := range pf.c.b.States {
		p, ok := pf.c.matching.toOld[part{state, j, 0}]
		known := ok && (!was[p.i] || lost[pf.c.a.States[p.i].Name])
		if (!is[j] || gone[pf.c.b.States[j].Name]) && !known {
			add(pf.c.b.States[j].Name, pf.c.b.States[j].Span)
		}
		for _, r := range pf.c.b.States[j].Regions {
			for _, l := range r.Leaves {
				if gone[l.Name] && !lost[l.Name] {
					add(l.Name, l.Span)
				}
			}
		}
	}
}

// unreached returns the names of the states, also in regions, that no run is proved to reach.
func unreached(r *verify.Report) map[string]bool {
	names := map[string]bool{}
	for i := range r.Unreached {
		names[r.Unreached[i].Name(r.Machine)] = true
	}
	return names
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
