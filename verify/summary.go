package verify

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Summary is the report in a few lines, without the diagnostics: name,
// verdict, bound, how many obligations came out how, and a progress function
// that was found, ready to paste.
func (r *Report) Summary() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", r.Machine.Name)
	switch r.Termination {
	case Proved:
		b.WriteString("  terminates   proved for all parameter values\n")
	case Refuted:
		b.WriteString("  terminates   refuted: there is an endless run\n")
	default:
		b.WriteString("  terminates   unknown\n")
	}
	if e := r.Bound.Expr; e != nil {
		noun := "transitions"
		if lit, ok := e.(*expr.Lit); ok && lit.Value == 1 {
			noun = "transition"
		}
		fmt.Fprintf(&b, "  bound        %s %s: %s%s\n", expr.Print(e, expr.Spec), noun, r.Bound.Status, r.tightness())
	} else {
		b.WriteString("  bound        none claimed, none found\n")
	}
	count := map[Status]int{}
	for _, o := range r.Obligations {
		count[o.Status]++
	}
	fmt.Fprintf(&b, "  obligations  %d proved, %d refuted, %d unknown\n", count[Proved], count[Refuted], count[Unknown])
	if r.Synthesized != nil {
		fmt.Fprintf(&b, "  progress     found, for the spec:\n%s", progressYAML(r.Machine, r.Synthesized))
	}
	return b.String()
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
	if err != nil || limit <= int64(len(worst.Steps)) {
		return ", reached for some of the parameter choices explored"
	}
	text := fmt.Sprintf(", not reached: a longest run takes %d of %d", len(worst.Steps), limit)
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
