package verify

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Summary is the report in a few lines, without the diagnostics: name,
// verdict, bound, how many obligations came out how, alternatives whose order
// decides, and a progress function that was found, ready to paste.
func (r *Report) Summary() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", r.Machine.Name)
	what, run := "terminates", "an endless run"
	if r.Machine.Reactive() {
		what, run = "settles   ", "an endless run without environment events"
	}
	switch r.Termination {
	case Proved:
		fmt.Fprintf(&b, "  %s   proved for all parameter values\n", what)
	case Refuted:
		fmt.Fprintf(&b, "  %s   refuted: there is %s\n", what, run)
	default:
		fmt.Fprintf(&b, "  %s   unknown\n", what)
	}
	if e := r.Bound.Expr; e != nil {
		noun := "transitions"
		if lit, ok := e.(*expr.Lit); ok && lit.Value == 1 {
			noun = "transition"
		}
		if r.Machine.Reactive() {
			noun += " between environment events"
		}
		fmt.Fprintf(&b, "  bound        %s %s: %s%s\n", expr.Print(e, expr.Spec), noun, r.Bound.Status, r.tightness())
	} else if r.Machine.Reactive() {
		b.WriteString("  bound        none claimed\n")
	} else {
		b.WriteString("  bound        none claimed, none found\n")
	}
	count := map[Status]int{}
	for _, o := range r.Obligations {
		count[o.Status]++
	}
	fmt.Fprintf(&b, "  obligations  %d proved, %d refuted, %d unknown\n", count[Proved], count[Refuted], count[Unknown])
	r.order(&b)
	if r.Synthesized != nil {
		fmt.Fprintf(&b, "  progress     found, for the spec:\n%s", progressYAML(r.Machine, r.Synthesized))
	}
	return b.String()
}

// maxOverlaps is how many overlaps a summary lists.
const maxOverlaps = 8

// order lists the pairs of alternatives whose order decides.
func (r *Report) order(b *strings.Builder) {
	if len(r.Overlaps) == 0 {
		return
	}
	m := r.Machine
	b.WriteString("  order decides, as both conditions can hold:\n")
	for i := range r.Overlaps {
		if i == maxOverlaps {
			fmt.Fprintf(b, "    and %d more\n", len(r.Overlaps)-i)
			break
		}
		o := &r.Overlaps[i]
		t, u := &m.Transitions[o.First], &m.Transitions[o.Second]
		fmt.Fprintf(b, "    %s, %s: `%s` before `%s`, as with %s", m.States[t.From].Name, m.Events[t.Event].Name,
			condition(t), condition(u), o.example(m))
		if o.Run == nil {
			b.WriteString(" (not reached in exploration)")
		}
		b.WriteByte('\n')
	}
}

// condition prints the guard of a transition as it is written.
func condition(t *core.Transition) string {
	if t.Written == nil {
		return expr.Print(t.Guard, expr.Spec)
	}
	return expr.Print(t.Written, expr.Spec)
}

// progressYAML writes a progress function as a section of a spec.
func progressYAML(m *core.Machine, progress []expr.Expr) string {
	var b strings.Builder
	b.WriteString("progress:\n")
	for s := range m.States {
		if !m.Terminal(s) {
			fmt.Fprintf(&b, "  %s: %s\n", m.States[s].Name, expr.Print(progress[s], expr.Spec))
		}
	}
	return b.String()
}

// slack shows how far from the bound the longest run stays for the largest
// parameters explored, where the bound is proved and not tight.
func (r *Report) slack() string {
	worst := r.Bound.Worst
	if r.Bound.Status != Proved || worst == nil {
		return ""
	}
	limit, err := expr.Eval(r.Bound.Expr, valueEnv(r.Machine, worst.Params, nil))
	if err != nil || limit <= int64(len(worst.Counted(r.Machine))) {
		return ", reached for some of the parameter choices explored"
	}
	text := fmt.Sprintf(", not reached: a longest run takes %d of %d", len(worst.Counted(r.Machine)), limit)
	if p := Params(r.Machine, worst.Params); p != "" {
		text += " with " + p
	}
	return text
}

func (r *Report) tightness() string {
	if !r.Bound.Tight {
		return r.slack()
	}
	if len(r.Machine.Params) == 0 {
		return ", tight: a run takes that many"
	}
	return fmt.Sprintf(", tight: a run takes that many for each of the %d parameter choices explored", len(r.Explored))
}
