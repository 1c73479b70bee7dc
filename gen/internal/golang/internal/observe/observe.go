package observe

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// printer writes the declarations of this package to the file.
type printer struct {
	f     *file.File
	m     *machine.Machine
	names []string // pairs of a placeholder and its replacement
}

// Write adds the observers of a machine.
func Write(f *file.File, m *machine.Machine) {
	n := m.Names
	g := printer{f, m, []string{
		"$Step", n.Record.Step, "$Refusal", n.Record.Refusal, "$State", n.State, "$Event", n.Event, "$Reentrant", n.Reentrant,
	}}
	g.types()
	g.adding()
	g.observing()
}

// Observers writes the type of the observers of a machine.
func Observers(m *machine.Machine) *jen.Statement {
	return file.Runtime("Observers").Types(jen.Id(m.Names.Record.Step), jen.Id(m.Names.Record.Refusal))
}

// source adds Go text with names.
func (g printer) source(text string) { g.f.Add(file.Source(text, g.names...)) }

// function adds a function, given as Go text with names.
func (g printer) function(doc []string, text string) { g.f.Function(doc, text, g.names...) }

// types emits what observers receive, and what a machine keeps of them.
func (g printer) types() {
	n := g.m.Names
	more := ""
	if n.Columns.Values != "" {
		more = "\n// Before is the values of the machine before the transition.\nBefore " + n.Columns.Values +
			"\n// After is the values of the machine after the transition.\nAfter " + n.Columns.Values
	}
	if g.m.Core.Rank == 1 {
		more += "\n// Progress is the value of the progress function after the transition.\nProgress int"
	}
	input, refused := "", ""
	if n.Values.Input != "" {
		input = "\n// Input is the event with its payload" + g.or() + ".\nInput " + n.Values.Input
		refused = input
		if n.Send != "" {
			refused = "\n// Input is the event, or nil if there is no value for it.\nInput " + n.Values.Input
		}
	}
	g.f.Doc(comment.Wrap(n.Record.Step + " is a transition that a machine has made, as its observers receive it."))
	g.source(`type $Step struct {
	// From is the state before the transition.
	From $State
	// Event is the event that triggered the transition` + g.m.OrAlways() + `.
	Event $Event` + input + `
	// To is the state after the transition.
	To $State` + more + `
	// Time is the time of the clock after the transition, or zero without a clock.
	Time time.Time
}`)
	g.f.Doc(comment.Wrap(n.Record.Refusal + " is an event that a machine has refused, as its observers receive it."))
	g.source(`type $Refusal struct {
	// State is the state of the machine, which has not changed.
	State $State
	// Event is the event that was refused.
	Event $Event` + refused + `
	// Err is the error that its sender receives.
	Err error
	// Time is the time of the clock after the refusal, or zero without a clock.
	Time time.Time
}`)
}

// or documents when there is no value of an event, if that can be.
func (g printer) or() string {
	var when []string
	if slices.ContainsFunc(g.m.Internal(), g.m.Timed) {
		when = append(when, "if only timers raise it")
	}
	if g.m.Core.Eventless() >= 0 {
		when = append(when, "for a transition without an event")
	}
	if len(when) == 0 {
		return ""
	}
	return ", or nil " + comment.Either(when)
}

// adding emits the methods that add observers.
func (g printer) adding() {
	n := g.m.Names
	told, snapshot := "", ""
	if n.Host != "" {
		told = ", and the host has been called"
	}
	if g.m.Core.Faces.Snapshot {
		snapshot = " and take a snapshot of it"
	}
	doc := comment.Wrap("Observe adds an observer, which receives each transition from the next step on, however the event is sent. The clock gives the time of each step; it may be nil.")
	doc = append(doc, "")
	doc = append(doc, comment.Wrap("Observers are called one after another, in the order in which they were added, when the step is complete: state and "+
		"variables have changed"+told+". So they may read the machine"+snapshot+", but an event that they send is refused with *"+n.Reentrant+
		". An event that is refused, or that the spec ignores, is not a step. A panic in an observer propagates to the sender of the event; the step is not undone.")...)
	doc = append(doc, "")
	doc = append(doc, comment.Wrap("A machine with observers must not be copied.")...)
	g.function(doc, `
func (m *$Machine) Observe(clock func() time.Time, observer func($Step)) {
	all := m.observers()
	all.Steps = append(all.Steps, func(s $Step) {
		if clock != nil {
			s.Time = clock()
		}
		observer(s)
	})
}`)
	g.function(comment.Wrap("ObserveRefusals adds an observer, which receives each event that the machine refuses, from the next one on, except those that are refused with *"+
		n.Reentrant+". Everything else is as ["+n.Machine+".Observe] documents."), `
func (m *$Machine) ObserveRefusals(clock func() time.Time, observer func($Refusal)) {
	all := m.observers()
	all.Refusals = append(all.Refusals, func(r $Refusal) {
		if clock != nil {
			r.Time = clock()
		}
		observer(r)
	})
}`)
	g.function(comment.Wrap("observers returns the observers of the machine, to add one."), `
func (m *$Machine) observers() *fsm.Observers[$Step, $Refusal] {
	if m.observed == nil {
		m.observed = &fsm.Observers[$Step, $Refusal]{}
	}
	m.mode.SetObserved(true)
	return m.observed
}`)
}

// observing emits the methods through which events reach observers.
func (g printer) observing() {
	param, arg, fill, values := "", "", "", ""
	if g.m.Names.Values.Input != "" {
		param, arg, fill = ", in "+g.m.Names.Values.Input, "in, ", ", Input: in"
	}
	refused := fill
	if g.m.Names.Columns.Values != "" {
		values = "\n\tvalues := m.Values()"
		fill += ", Before: values, After: m.Values()"
	}
	if g.m.Core.Rank == 1 {
		fill += ", Progress: m.Progress()"
	}
	g.function(comment.Wrap("observe handles an event of a machine with observers. It refuses one that is sent during a step."), `
func (m *$Machine) observe(e $Event`+param+`, handle func() error) error {
	if !m.mode.Observed() {
		return &$Reentrant{State: m.state, Event: e}
	}
	from, before, observers := m.state, m.steps, m.observed.Steps`+values+`
	if err := m.mode.Direct(handle); err != nil {
		return m.refuse(e, `+arg+`err)
	}
	if m.steps != before {
		fsm.Tell(&m.mode, observers, $Step{From: from, Event: e, To: m.state`+fill+`})
	}
	return nil
}`)
	g.function(comment.Wrap("refuse reports a refusal to the observers, except during a step, and returns err."), `
func (m *$Machine) refuse(e $Event`+param+`, err error) error {
	if m.mode.Observed() {
		fsm.Tell(&m.mode, m.observed.Refusals, $Refusal{State: m.state, Event: e`+refused+`, Err: err})
	}
	return err
}`)
}
