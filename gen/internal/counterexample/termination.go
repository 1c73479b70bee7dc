package counterexample

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// termination writes the tests of endless runs.
func (w *writer) termination(r *verify.Report) {
	if r.Termination != verify.Refuted {
		return
	}
	if r.Recurrent != nil {
		w.recurrent(r.Recurrent)
	}
	for i := range r.Lassos {
		name := "Endless"
		if i > 0 {
			name += strconv.Itoa(i + 1)
		}
		w.lasso(name, &r.Lassos[i])
	}
}

// lasso writes the test of a run that returns to an earlier configuration.
func (w *writer) lasso(name string, run *trace.Run) {
	w.lassos = true
	lead := "lead"
	if len(run.Steps)-run.LoopFrom == 1 {
		lead = "leads"
	}
	w.test(name, w.m.Name+" does not end", run, take(fmt.Sprintf("run[:%d]", run.LoopFrom))+
		w.saved("before")+take(fmt.Sprintf("run[%d:]", run.LoopFrom))+
		w.saved("after")+"if string(after) == string(before) {\n"+
		fmt.Sprintf("t.Errorf(\"%s does not end: %s %s back to %%v\", m)\n}\n", w.m.Name, w.count(len(run.Steps)-run.LoopFrom), lead))
}

// count writes a number of steps.
func (w *writer) count(n int) string {
	what := "event"
	if w.m.Eventless() >= 0 {
		what = "step"
	}
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// rounds is how often a test repeats a cycle that never returns to the same
// configuration.
const rounds = 1000

// recurrent writes the test of a cycle that can repeat forever.
func (w *writer) recurrent(c *verify.Recurrent) {
	w.test("Endless", w.m.Name+" does not end", &c.Run, take(fmt.Sprintf("run[:%d]", c.From))+
		fmt.Sprintf("for range %d {\n", rounds)+take(fmt.Sprintf("run[%d:]", c.From))+"}\n"+
		fmt.Sprintf("t.Errorf(\"%s does not end: after %[3]d repetitions of %[2]s, it is %%v\", m)\n", w.m.Name, w.count(len(c.Run.Steps)-c.From), rounds))
}

// saved writes a statement that saves the configuration of the machine. A snapshot
// has all variables, including any that a later version of the machine adds. So does the function that values writes.
func (w *writer) saved(name string) string {
	if w.comparesFields() {
		return name + " := " + w.prefix + "CounterexampleValues(m)\n"
	}
	return name + ", err := m.MarshalJSON()\nif err != nil {\nt.Fatal(err)\n}\n"
}

// comparesFields reports whether the fields of a machine stand in for snapshots: the spec does not choose these, or they have the
// numbers of starts, which grow.
func (w *writer) comparesFields() bool {
	return !w.m.Faces.Snapshot || len(w.m.Timers)+len(w.m.Calls) > 0
}

// values writes the function that stands in for snapshots, if a test needs it.
func (w *writer) values() string {
	if !w.lassos || !w.comparesFields() {
		return ""
	}
	w.imports["fmt"], w.imports["reflect"] = true, true
	skipped, calls := `"host", "busy", "steps", "typed", "observed"`, ""
	if len(w.m.Timers) > 0 {
		skipped += `, "starts"`
	}
	if len(w.names.Run.Parts.Slots) > 0 {
		skipped += `, "entered"`
	}
	if len(w.m.Calls) > 0 {
		calls = `
		case "calls":
			for c := range v.Field(i).Len() {
				text += fmt.Sprintf("call %d runs: %t\n", c, v.Field(i).Index(c).Int() > 0)
			}`
	}
	return strings.NewReplacer("PREFIX", w.prefix, "MACHINE", w.names.Machine, "SKIPPED", skipped, "CALLS", calls).Replace(`
// PREFIXCounterexampleValues returns the fields of a machine as text, except those
// that change with each transition or are not part of the configuration.
func PREFIXCounterexampleValues(m *MACHINE) string {
	text := ""
	v := reflect.ValueOf(m).Elem()
	for i := range v.NumField() {
		switch name := v.Type().Field(i).Name; name {
		case SKIPPED:CALLS
		default:
			text += fmt.Sprintf("%s: %#v\n", name, v.Field(i))
		}
	}
	return text
}
`)
}

// bound writes the test of a run with more transitions than the bound.
func (w *writer) bound(run *trace.Run) {
	if run.LoopFrom >= 0 {
		return // the bound is too large to exceed in a test, and the test of the endless run suffices
	}
	if len(run.Steps) == 0 {
		w.test("Bound", "the bound does not hold", run, "if limit := m.Params().MaxTransitions(); limit < 0 {\n"+
			"t.Errorf(\"the bound does not hold: %d is below 0\", limit)\n}\n")
		return
	}
	from := len(run.Steps) - len(run.Counted(w.m))
	zero := "taken := 0\n"
	if children := run.Length(w.m) - int64(len(run.Counted(w.m))); children > 0 {
		zero = fmt.Sprintf("taken := %d // of child machines\n", children)
	}
	check := take(fmt.Sprintf("run[:%d]", from)) + zero
	count := func(steps string) string {
		return "for _, s := range " + steps + " {\nif !s.take(t, m) {\nreturn\n}\ntaken++\n}\n"
	}
	if from == 0 {
		check = zero
	}
	check += count(fmt.Sprintf("run[%d:]", from))
	check += "if limit := m.Params().MaxTransitions(); taken > limit {\n" +
		"t.Errorf(\"the bound does not hold: the run has %d transitions, and the bound is %d\", taken, limit)\n}\n"
	w.test("Bound", "the bound does not hold", run, check)
}
