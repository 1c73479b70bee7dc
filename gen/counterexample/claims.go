package counterexample

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
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

// lasso writes the test of a run that comes back to a configuration.
func (w *writer) lasso(name string, run *trace.Run) {
	w.test(name, w.m.Name+" does not end", run, take(fmt.Sprintf("run[:%d]", run.LoopFrom))+
		snapshot("before")+take(fmt.Sprintf("run[%d:]", run.LoopFrom))+
		snapshot("after")+"if string(after) == string(before) {\n"+
		fmt.Sprintf("t.Errorf(\"%s does not end: %d events bring it back to %%v\", m)\n}\n", w.m.Name, len(run.Steps)-run.LoopFrom))
}

// rounds is how often a test goes round a cycle that comes back to no
// configuration.
const rounds = 1000

// recurrent writes the test of a cycle that can be gone round for ever.
func (w *writer) recurrent(c *verify.Recurrent) {
	w.test("Endless", w.m.Name+" does not end", &c.Run, take(fmt.Sprintf("run[:%d]", c.From))+
		fmt.Sprintf("for range %d {\n", rounds)+take(fmt.Sprintf("run[%d:]", c.From))+"}\n"+
		fmt.Sprintf("t.Errorf(\"%s does not end: the same %d events %d times, and it is %%v\", m)\n", w.m.Name, len(c.Run.Steps)-c.From, rounds))
}

// snapshot writes that the machine is saved: the snapshot has all variables,
// also those that a mended machine may have and this one has not.
func snapshot(name string) string {
	return name + ", err := m.MarshalJSON()\nif err != nil {\nt.Fatal(err)\n}\n"
}

// bound writes the test of a run with more transitions than the bound.
func (w *writer) bound(run *trace.Run) {
	if run.LoopFrom >= 0 {
		return // the bound is too large to run beyond it, and the test of the endless run says enough
	}
	if len(run.Steps) == 0 {
		w.test("Bound", "the bound does not hold", run, "if limit := m.Params().MaxTransitions(); limit < 0 {\n"+
			"t.Errorf(\"the bound does not hold: it is %d, and no machine takes fewer transitions than none\", limit)\n}\n")
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
		"t.Errorf(\"the bound does not hold: %d transitions, where it allows %d\", taken, limit)\n}\n"
	w.test("Bound", "the bound does not hold", run, check)
}

// obligation writes the test of a run that breaks an obligation, if a run alone
// shows it.
func (w *writer) obligation(o *verify.Obligation) {
	if _, why := hidden(w.m, o); why != "" {
		return
	}
	name := "Finding" + strconv.Itoa(w.tests+1)
	all, last := "", ""
	if n := len(o.Run.Steps); n > 0 {
		all, last = take("run"), take(fmt.Sprintf("run[%d:]", n-1))
		if n > 1 {
			last = take(fmt.Sprintf("run[:%d]", n-1)) + "BEFORE" + last
		} else {
			last = "BEFORE" + last
		}
	}
	fails := func(condition, what, values, args string) string {
		return "if " + condition + " {\nt.Errorf(" + strconv.Quote(strings.ReplaceAll(what, "%", "%%")+values) + ", " + args + ")\n}\n"
	}
	switch o.Kind {
	case verify.KindDecrease:
		if w.m.Rank == 0 {
			return
		}
		what := "progress does not decrease on " + w.m.Label(o.Transition)
		condition := "after >= before"
		if w.m.Rank > 1 {
			w.imports["slices"] = true
			condition = "slices.Compare(after[:], before[:]) >= 0"
		}
		w.test(name, what, o.Run, strings.Replace(last, "BEFORE", "before := m.Progress()\n", 1)+
			fails("after := m.Progress(); "+condition, what, ": it goes from %v to %v", "before, after"))
	case verify.KindBounded:
		if w.m.Rank == 0 {
			return
		}
		what := "progress is below 0 in " + w.m.States[o.State].Name
		condition := "m.Progress() < 0"
		if w.m.Rank > 1 {
			w.imports["slices"] = true
			condition = "progress := m.Progress(); slices.Min(progress[:]) < 0"
		}
		w.test(name, what, o.Run, all+fails(condition, what, ": it is %v", "m.Progress()"))
	case verify.KindBound:
		if w.m.Rank != 1 || w.m.Bound == nil {
			return
		}
		w.test(name, "progress is above the bound", o.Run, all+
			fails("limit := m.Params().MaxTransitions(); m.Progress() > limit", "progress is above the bound", ": it is %d, and the bound %d", "m.Progress(), limit"))
	case verify.KindInit, verify.KindRange:
		v := w.m.Vars[o.Var]
		what := v.Name + " is outside its range"
		w.test(name, what, o.Run, all+fails(w.outside(o.Var), what, ": it is %v in %v", "m."+w.names.Vars[o.Var].Field+", m"))
	case verify.KindInvariant:
		claim := w.m.Invariants[o.Invariant].Expr
		what := "the invariant " + expr.Print(claim, expr.Spec) + " does not hold"
		w.test(name, what, o.Run, all+fails("!("+w.code(claim)+")", what, ": the machine is %v", "m"))
	case verify.KindDeadlock:
		what := "nothing leads on in " + w.m.States[o.State].Name + ", which is not terminal"
		w.imports["slices"] = true
		w.test(name, what, o.Run, all+
			fails("!m.State().Terminal() && !slices.ContainsFunc("+w.names.EventList+"(), m.Can)", what, ": the machine is %v", "m"))
	case verify.KindGap:
		event := w.names.Events[o.Event]
		what := "no alternative of " + w.m.Events[o.Event].Name + " is taken in " + w.m.States[o.State].Name
		w.imports["errors"] = true
		w.test(name, what, o.Run, all+"var illegal *"+w.names.Illegal+"\n"+
			fails("err := m."+event.Method+"(); m.Can("+event.Const+") && errors.As(err, &illegal)", what, ": %v in %v", "err, m"))
	}
}

// outside writes that a variable is outside its declared range.
func (w *writer) outside(variable int) string {
	v := w.m.Vars[variable]
	field := "m." + w.names.Vars[variable].Field
	var parts []string
	if v.Min != nil {
		parts = append(parts, field+" < "+w.code(v.Min))
	}
	if v.Max != nil {
		parts = append(parts, field+" > "+w.code(v.Max))
	}
	return strings.Join(parts, " || ")
}
