package counterexample

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/obligation"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// obligation writes the test of a run that violates an obligation, if a single run
// can show it.
func (w *writer) obligation(o *verify.Obligation) {
	if hidden(w.m, o) != "" {
		return
	}
	f := finding{w, o, "Finding" + strconv.Itoa(w.tests+1)}
	if test := kinds[o.Kind].test; test != nil {
		test(f)
		return
	}
	f.condition(o.About().Describe(w.m).Broken)
}

// kinds maps each kind of obligation to the function that writes a test for it, and to
// the reason why there may be no test. The test of a kind without an entry checks the
// conditions of the obligation. Read-only.
var kinds = map[obligation.Kind]struct {
	test func(finding)
	// hidden returns why a single run does not show the violation, or "" if it does.
	// It is nil if a run always shows it.
	hidden func(*core.Machine, *verify.Obligation) string
}{
	obligation.Params:    {hidden: noRun},
	obligation.Init:      {test: finding.outside},
	obligation.Range:     {test: finding.outside},
	obligation.Invariant: {test: finding.invariant},
	obligation.Gap:       {test: finding.gap},
	obligation.Deadlock:  {finding.deadlock, hiddenDeadlock},
	obligation.Cost:      {hidden: unweighed},
	obligation.Possible:  {finding.possible, passed},
	obligation.Overflow:  {hidden: before},
	obligation.Divide:    {hidden: before},
	obligation.Bounded:   {finding.negative, undeclared},
	obligation.Decrease:  {finding.decrease, undeclared},
	obligation.Bound:     {finding.bound, undeclared},
}

// noTest is the reason for kinds that the table does not list and that have no
// conditions.
const noTest = "there are no tests for obligations of this kind"

// hidden returns why a refuted obligation has no test, or "" if it has one.
func hidden(m *core.Machine, o *verify.Obligation) string {
	k := kinds[o.Kind]
	if k.hidden != nil {
		if why := k.hidden(m, o); why != "" {
			return why
		}
	}
	if conditions, _ := o.About().Conditions(m); k.test == nil && len(conditions) == 0 {
		return noTest
	}
	return ""
}

func noRun(*core.Machine, *verify.Obligation) string { return "it does not depend on a run" }

func before(_ *core.Machine, o *verify.Obligation) string {
	if o.Transition < 0 {
		return "the machine cannot start with these parameters"
	}
	return "the run ends before the step that computes the value"
}

func hiddenDeadlock(m *core.Machine, o *verify.Obligation) string {
	if slices.ContainsFunc(m.From(o.State), func(t core.Transition) bool { return !m.Events[t.Event].Eventless }) {
		return "a single run cannot show that no payload or answer enables a transition"
	}
	return ""
}

func unweighed(*core.Machine, *verify.Obligation) string {
	return "the generated code does not add up what a run costs"
}

func undeclared(m *core.Machine, _ *verify.Obligation) string {
	if m.Rank == 0 {
		return "the generated code has no progress function to compare"
	}
	return ""
}

// finding is a refuted obligation and the name of its test.
type finding struct {
	*writer
	o    *verify.Obligation
	name string
}

// all writes code that takes all steps of the run.
func (f finding) all() string {
	if len(f.o.Run.Steps) == 0 {
		return ""
	}
	return take("run")
}

// last writes code that takes the steps of the run, with a statement before the last.
func last(f finding, before string) string {
	n := len(f.o.Run.Steps)
	if n == 0 {
		return ""
	}
	rest := ""
	if n > 1 {
		rest = take(fmt.Sprintf("run[:%d]", n-1))
	}
	return rest + before + take(fmt.Sprintf("run[%d:]", n-1))
}

// fails writes code that makes the test fail on a condition, which may begin with a
// statement. The message is what, followed by values, a format for args.
func fails(condition, what, values, args string) string {
	return "if " + condition + " {\nt.Errorf(" + strconv.Quote(strings.ReplaceAll(what, "%", "%%")+values) + ", " + args + ")\n}\n"
}

func (f finding) decrease() {
	what := "progress does not decrease on " + f.m.Label(f.o.Transition)
	condition := "after >= before"
	switch cost := f.m.ChildCost(f.m.Transitions[f.o.Transition].Invokes); {
	case f.m.Rank > 1:
		f.imports["slices"] = true
		condition = "slices.Compare(after[:], before[:]) >= 0"
	case cost != nil:
		what = "progress does not decrease by 1 and the transitions of the child machine on " + f.m.Label(f.o.Transition)
		condition = "after + " + f.code(cost) + " >= before"
	}
	f.writer.test(f.name, what, f.o.Run, last(f, "before := m.Progress()\n")+
		fails("after := m.Progress(); "+condition, what, ": it goes from %v to %v", "before, after"))
}

func (f finding) negative() {
	what := "progress is below 0 in " + f.m.States[f.o.State].Name
	condition := "m.Progress() < 0"
	if f.m.Rank > 1 {
		f.imports["slices"] = true
		condition = "progress := m.Progress(); slices.Min(progress[:]) < 0"
	}
	f.writer.test(f.name, what, f.o.Run, f.all()+fails(condition, what, ": it is %v", "m.Progress()"))
}

func (f finding) bound() {
	f.writer.test(f.name, "progress is above the bound", f.o.Run, f.all()+
		fails("limit := m.Params().MaxTransitions(); m.Progress() > limit", "progress is above the bound", ": it is %d, and the bound is %d", "m.Progress(), limit"))
}

func (f finding) outside() {
	v := f.m.Vars[f.o.Var]
	what := v.Name + " is outside its range"
	f.writer.test(f.name, what, f.o.Run, f.all()+fails(f.beyond(f.o.Var), what, ": it is %v in %v", "m."+f.names.Vars[f.o.Var].Field+", m"))
}

func (f finding) invariant() {
	f.condition("the invariant " + expr.Print(f.m.Invariants[f.o.Invariant].Expr, expr.Spec) + " does not hold")
}

// condition writes the test of a condition that does not hold at the end of the run.
func (f finding) condition(what string) {
	list, _ := f.o.About().Conditions(f.m)
	parts := make([]string, len(list))
	for i, x := range list {
		parts[i] = "!(" + f.code(x) + ")"
	}
	f.writer.test(f.name, what, f.o.Run, f.all()+fails(strings.Join(parts, " || "), what, ": the machine is %v", "m"))
}

func (f finding) deadlock() {
	what := "no event is accepted in " + f.m.States[f.o.State].Name + ", which is not terminal"
	f.imports["slices"] = true
	f.writer.test(f.name, what, f.o.Run, f.all()+
		fails("!m.State().Terminal()"+f.atRest()+" && !slices.ContainsFunc("+f.names.EventList+"(), m.Can)", what, ": the machine is %v", "m"))
}

// atRest writes the further condition that the machine waits for an event.
func (f finding) atRest() string {
	if f.m.Eventless() < 0 {
		return ""
	}
	return " && !" + f.writer.call(f.m.Eventless(), nil)
}

// listed writes the condition that the state of the machine lists the event: it accepts it, or runs
// a timer that raises it.
func (f finding) listed() string {
	if !f.m.Events[f.o.Event].Internal {
		if len(f.m.States[f.o.State].Regions) > 0 { // which may decide that no alternative is taken, so that it does not accept the event
			return "m.State() == " + f.names.States[f.o.State]
		}
		return "m.Can(" + f.names.Events[f.o.Event].Const + ")"
	}
	f.imports["slices"] = true
	var timers []string
	for i, t := range f.m.Timers {
		if t.Event == f.o.Event && slices.Contains(t.States, f.o.State) {
			timers = append(timers, "slices.Contains(m.Timers(), "+f.names.Timers[i]+")")
		}
	}
	if len(timers) == 1 {
		return timers[0]
	}
	return "(" + strings.Join(timers, " || ") + ")"
}

func (f finding) gap() {
	what := "no alternative of " + f.m.Events[f.o.Event].Name + " is taken in " + f.m.States[f.o.State].Name
	f.imports["errors"] = true
	a := f.o.Attempt
	answers := f.answers(f.o.State, a.Event, trace.Step{Fields: a.Fields, Externals: a.Externals, Before: f.o.Run.End()})
	if answers != "" {
		answers = "host.answers = " + answers + "\n"
	}
	f.writer.test(f.name, what, f.o.Run, f.all()+answers+"var illegal *"+f.names.Illegal+"\n"+
		fails("err := "+f.call(a.Event, a.Fields)+"; "+f.listed()+f.atRest()+" && errors.As(err, &illegal)", what, ": %v in %v", "err, m"))
}

// beyond writes the condition that a variable is outside its declared range.
func (w *writer) beyond(variable int) string {
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
