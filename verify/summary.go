package verify

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/remark"
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
	} else if d := r.Bound.Decides; d != nil {
		e := r.Machine.Events[d.Event]
		fmt.Fprintf(&b, "  bound        none in the parameters: %s.%s decides\n", e.Name, e.Fields[d.Field].Name)
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
	if r.OutOfMemory {
		b.WriteString("  exploration  cut short by the limit on memory: what is unknown may be known with more\n")
	}
	r.inferred(&b)
	r.order(&b)
	if r.Synthesized != nil {
		use := "found, for the spec:"
		switch {
		case counts(r.Machine, r.Synthesized):
			use = "found; it counts bools and enum values as numbers, from 0, which a spec cannot:"
		case r.Mathematical:
			use = "found; it can leave Go's int, so that the spec cannot declare it without a `max` for what it is made of:"
		}
		fmt.Fprintf(&b, "  progress     %s\n%s", use, progressYAML(r.Machine, r.Synthesized))
	}
	return b.String()
}

// inferred lists the facts that the spec does not declare, each with the states
// that it is about.
func (r *Report) inferred(b *strings.Builder) {
	var texts []string
	states := map[string][]string{}
	for _, i := range r.Inferred {
		text := expr.Print(i.Expr, expr.Spec)
		if _, ok := states[text]; !ok {
			texts = append(texts, text)
		}
		states[text] = append(states[text], r.Machine.States[i.State].Name)
	}
	head := "inferred     "
	for _, text := range texts {
		fmt.Fprintf(b, "  %s%s in %s\n", head, text, strings.Join(states[text], ", "))
		head = strings.Repeat(" ", len(head))
	}
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
			remark.Condition(t), remark.Condition(u), o.example(m))
		if o.Run == nil {
			b.WriteString(" (not reached in exploration)")
		}
		b.WriteByte('\n')
	}
}

// progressYAML writes a progress function as a section of a spec.
func progressYAML(m *core.Machine, progress [][]expr.Expr) string {
	var b strings.Builder
	b.WriteString("progress:\n")
	for s := range m.States {
		if !m.Terminal(s) {
			fmt.Fprintf(&b, "  %s: %s\n", m.States[s].Name, written(progress[s]))
		}
	}
	return b.String()
}

// written writes the value of a progress function as the spec does: an
// expression, or a list of those.
func written(progress []expr.Expr) string {
	if len(progress) == 1 {
		return expr.Print(progress[0], expr.Spec)
	}
	var parts []string
	for _, p := range progress {
		part := expr.Print(p, expr.Spec)
		if strings.ContainsAny(part, ",") {
			part = `"` + part + `"`
		}
		parts = append(parts, part)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// slack shows how far from the bound the longest run stays for the largest
// parameters explored, where the bound is proved and not tight.
func (r *Report) slack() string {
	worst := r.Bound.Worst
	if r.Bound.Status != Proved || worst == nil {
		return ""
	}
	limit, err := expr.Eval(r.Bound.Expr, concrete.Env(r.Machine, worst.Params, nil))
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
