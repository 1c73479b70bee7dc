package counterexample

import (
	"fmt"
	"strconv"

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
	w.test(name, w.m.Name+" does not end", run, take(fmt.Sprintf("run[:%d]", run.LoopFrom))+
		snapshot("before")+take(fmt.Sprintf("run[%d:]", run.LoopFrom))+
		snapshot("after")+"if string(after) == string(before) {\n"+
		fmt.Sprintf("t.Errorf(\"%s does not end: %d events lead back to %%v\", m)\n}\n", w.m.Name, len(run.Steps)-run.LoopFrom))
}

// rounds is how often a test repeats a cycle that never returns to the same
// configuration.
const rounds = 1000

// recurrent writes the test of a cycle that can repeat forever.
func (w *writer) recurrent(c *verify.Recurrent) {
	w.test("Endless", w.m.Name+" does not end", &c.Run, take(fmt.Sprintf("run[:%d]", c.From))+
		fmt.Sprintf("for range %d {\n", rounds)+take(fmt.Sprintf("run[%d:]", c.From))+"}\n"+
		fmt.Sprintf("t.Errorf(\"%s does not end: after %[3]d repetitions of %[2]d events, it is %%v\", m)\n", w.m.Name, len(c.Run.Steps)-c.From, rounds))
}

// snapshot writes a statement that saves the machine. The snapshot has all
// variables, including any that a later version of the machine adds.
func snapshot(name string) string {
	return name + ", err := m.MarshalJSON()\nif err != nil {\nt.Fatal(err)\n}\n"
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
	check := take(fmt.Sprintf("run[:%d]", from)) + "taken := 0\n"
	count := func(steps string) string {
		return "for _, s := range " + steps + " {\nif !s.take(t, m) {\nreturn\n}\ntaken++\n}\n"
	}
	if from == 0 {
		check = "taken := 0\n"
	}
	check += count(fmt.Sprintf("run[%d:]", from))
	check += "if limit := m.Params().MaxTransitions(); taken > limit {\n" +
		"t.Errorf(\"the bound does not hold: the run has %d transitions, and the bound is %d\", taken, limit)\n}\n"
	w.test("Bound", "the bound does not hold", run, check)
}
