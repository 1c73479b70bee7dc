package coq

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// head writes the comment at the top: what the file states, and what it leaves out.
func (w *writer) head() string {
	lines := []string{
		"Machine " + comment(w.defs.translation.m.Name) + ", and what is proved of it. To check the proofs: coqc FILE.v, with Coq 8.16.",
		"",
		"`init` and `step` describe the machine, for all parameters, all payloads, and all orders of events. An event that is",
		"ignored or rejected is no step. External guards give any answer. The theorems are at the end of the file:",
		"",
	}
	say := func(name, text string) { lines = append(lines, "  "+name+strings.Repeat(" ", 22-len(name))+text) }
	if len(w.report.Explored) > 0 {
		say("valid_exists", "there are valid parameters")
	}
	say("facts_hold", "the ranges and invariants that are proved hold in each configuration that a run reaches")
	if w.defs.translation.m.Reactive() {
		say("terminates", "no step can be taken forever without an event of the environment")
	} else {
		say("terminates", "no step can be taken forever")
	}
	say("no_endless_run", "there is no endless sequence of such steps")
	switch {
	case w.limited == nil:
		lines = append(lines, "", "No bound on the number of transitions is stated.")
	case w.defs.translation.m.Reactive():
		say("bounded", "there are at most `bound` transitions before, between, and after the events of the environment")
	default:
		say("bounded", "a run has at most `bound` transitions")
	}
	if w.timed {
		say("in_time", fmt.Sprintf("a run takes at most `longest` times %v, if each timer fires when it is due", w.unit))
	}
	fits, divides, starts := len(w.computations(computed)) > 0, len(w.computations(divisor)) > 0, len(w.computations(accepted)) > 0
	if fits && w.fitting() {
		say("values_fit", "each value that the generated code computes fits in Go's int")
	}
	if divides {
		say("no_division_by_zero", "no divisor is 0 where the generated code divides")
	}
	if starts {
		say("children_start", "child machines start with parameters in their ranges")
	}
	if w.report.Bound.Potential != nil {
		lines = append(lines, "", "The function `rank` shows the bound, and that the machine ends. It is not the progress function of the spec.")
	}
	lines = append(lines, "", "Numbers are integers of any size. Go's int has any width from 32 bits up: its largest value is `int_max`.")
	switch {
	case w.report.UnlessOverflow:
		lines = append(lines, "It is NOT proved that all values fit in an int: where one does not, the generated code does something else.")
	case fits:
		lines = append(lines, "By `values_fit`, Go computes the same numbers.")
	default:
		lines = append(lines, "The generated code computes nothing that might not fit.")
	}
	if core.HasChildren(w.defs.translation.m) {
		lines = append(lines, "A child machine takes any number of transitions up to the bound that its spec claims, and these count. That it",
			"takes no more, with parameters in their ranges, is proved in a file of its own.")
	}
	if w.defs.translation.strings() {
		lines = append(lines, "A string is a number, which suffices because strings are only compared for equality.")
	}
	if w.defs.translation.opaque() {
		lines = append(lines, "Values of other Go types are left out: no condition reads them.")
	}
	lines = append(lines, "",
		"Nothing here trusts fsmgen except the definitions of the machine, which are for you to read. The certificates are",
		"checked by the function Certificate.check, which is proved correct below.")
	return strings.ReplaceAll("(* "+strings.Join(lines, "\n   ")+" *)\n", "\n   \n", "\n\n")
}

// strings and opaque report whether a value of the machine is a string, or of a Go type.
func (w *translation) strings() bool {
	return w.typed(func(t expr.Type) bool { return t.Kind == expr.String })
}
func (w *translation) opaque() bool { return w.typed(func(t expr.Type) bool { return !t.Scalar() }) }

func (w *translation) typed(is func(expr.Type) bool) bool {
	for _, p := range w.m.Params {
		if is(p.Type) {
			return true
		}
	}
	for _, v := range w.m.Vars {
		if is(v.Type) {
			return true
		}
	}
	for _, e := range w.m.Events {
		for _, f := range e.Fields {
			if is(f.Type) {
				return true
			}
		}
	}
	return false
}

// fitting reports whether it is proved that all values fit in an int.
func (w *writer) fitting() bool { return w.report.Termination == verify.Proved }
