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
		fmt.Fprintf(&b, "  bound        %s transitions: %s%s\n", expr.Print(e, expr.Spec), r.Bound.Status, r.tightness())
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

func (r *Report) tightness() string {
	if !r.Bound.Tight {
		return ""
	}
	if len(r.Machine.Params) == 0 {
		return ", tight: a run takes that many"
	}
	return fmt.Sprintf(", tight: a run takes that many for each of the %d parameter choices explored", len(r.Explored))
}
