package observe

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// printer writes the declarations of this package to the file.
type printer struct {
	f *file.File
	m *machine.Machine
}

// Write adds the machine with observers; see the package comment.
func Write(f *file.File, m *machine.Machine) {
	g := printer{f, m}
	n := g.m.Names
	progress, fill := "", ""
	if g.m.Rank == 1 {
		progress = "\n// Progress is the value of the progress function after the transition.\nProgress int"
		fill = ", Progress: m.machine.Progress()"
	}
	names := []string{
		"$Observed", n.Record.Observed, "$Step", n.Record.Step, "$State", n.State, "$Event", n.Event,
		"$Reentrant", n.Reentrant, "$progress", progress, "$fill", fill,
	}
	g.f.Doc(comment.Wrap(n.Record.Step + " is a transition that a machine has made, as its observers receive it."))
	g.f.Add(file.Source(`type $Step struct {
	// From is the state before the transition.
	From $State
	// Event is the event that triggered the transition.
	Event $Event
	// To is the state after the transition.
	To $State$progress
	// Time is the time of the clock after the transition, or zero without a clock.
	Time time.Time
}`, names...))

	throughTyped, toTyped, snapshot := "", "", ""
	if m.Faces.Typed {
		throughTyped, toTyped = ", or to typed states", ", or to a typed state,"
	}
	if m.Faces.Snapshot {
		snapshot = " and take a snapshot of it"
	}
	told := ""
	if n.Host != "" {
		told = ", and the host has been called"
	}
	doc := comment.Wrap(n.Record.Observed + " is a machine with observers. Send events through it" + throughTyped + "; read the machine itself.")
	doc = append(doc, "")
	doc = append(doc, comment.Wrap("Observers are called one after another, in the order in which they were added, when the step is complete: state and "+
		"variables have changed"+told+". So they may read the machine"+snapshot+". An event that is refused, "+
		"or that the spec ignores, is not a step. A panic in an observer propagates to the sender of the event; the step is not undone.")...)
	doc = append(doc, "")
	doc = append(doc, comment.Wrap("An event that an observer sends through the "+n.Record.Observed+toTyped+" is refused with *"+n.Reentrant+
		". Sending one to the machine itself, which the observers would miss, causes a panic when the observer returns.")...)
	g.f.Doc(doc)
	g.f.Add(file.Source(`type $Observed struct {
	machine *$Machine
	observers []func($Step)
	busy bool // an observer is running
}`, append(names, "$Machine", n.Machine)...))

	g.observe(names)
	g.f.Function(comment.Wrap("Observe adds an observer, which receives the steps from the next one on. The clock gives the time of each step; it may be nil."), `
func (m *$Observed) Observe(clock func() time.Time, observer func($Step)) {
	m.observers = append(m.observers, func(s $Step) {
		if clock != nil {
			s.Time = clock()
		}
		observer(s)
	})
}`, names...)
	for e := range g.m.Events {
		g.observedEvent(e)
	}
	g.observedSend()
	g.observedFire()

	g.f.Function(comment.Wrap("step has the machine handle an event, and reports the resulting step to the observers."), `
func (m *$Observed) step(e $Event, handle func() error) error {
	if m.busy {
		return &$Reentrant{State: m.machine.state, Event: e}
	}
	from, steps := m.machine.state, m.machine.steps
	if err := handle(); err != nil || m.machine.steps == steps {
		return err
	}
	m.tell(from, e)
	return nil
}`, names...)
	g.f.Function(comment.Wrap("tell reports the step that the machine has just made to the observers."), `
func (m *$Observed) tell(from $State, e $Event) {
	m.busy = true
	defer func() { m.busy = false }()
	steps := m.machine.steps
	s := $Step{From: from, Event: e, To: m.machine.state$fill}
	for _, observer := range m.observers {
		observer(s)
		if m.machine.steps != steps {
			panic("$pkg: an observer has sent an event to the machine that it observes")
		}
	}
}`, names...)
}

// observe emits the method Observe. The machine keeps the result beside the most recent typed
// states.
func (g printer) observe(names []string) {
	n := g.m.Names
	typed, missing, field := "", "", "observed"
	if g.m.Faces.Typed {
		typed, field = " They also receive the steps of typed states.", "typed.observed"
		missing = "if m.typed == nil {\n\t\tm.typed = &$Block{}\n\t}\n\t"
	}
	g.f.Function(comment.Wrap("Observe adds an observer and returns the machine with all its observers."+typed+
		" The clock gives the time of each step; it may be nil. From then on, the machine must not be copied."), `
func (m *$Machine) Observe(clock func() time.Time, observer func($Step)) *$Observed {
	`+strings.ReplaceAll(missing+`if m.$field == nil {
		m.$field = &$Observed{machine: m}
	}
	m.$field.Observe(clock, observer)
	return m.$field
}`, "$field", field), append(names, "$Block", n.Typed.Block)...)
}

// observedEvent emits the method of an event.
func (g printer) observedEvent(e int) {
	n := g.m.Names
	name := n.Events[e]
	handle := jen.Id("m").Dot("machine").Dot(name.Method)
	if len(name.Args) > 0 {
		args := make([]jen.Code, len(name.Args))
		for i, a := range name.Args {
			args[i] = jen.Id(a)
		}
		handle = jen.Func().Params().Error().Block(jen.Return(handle.Call(args...)))
	}
	g.f.Doc(comment.Wrap(name.Method + " is [" + n.Machine + "." + name.Method + "] with observers."))
	g.f.Func().Params(jen.Id("m").Op("*").Id(n.Record.Observed)).Id(name.Method).
		Params(code.Arguments(g.m, g.m.Events[e].Fields, name.Args)...).Error().
		Block(jen.Return(jen.Id("m").Dot("step").Call(jen.Id(name.Const), handle)))
}

// observedSend emits the method that takes an event as a value.
func (g printer) observedSend() {
	n := g.m.Names
	if n.Send == "" {
		return
	}
	g.f.Doc(comment.Wrap(n.Send + " is [" + n.Machine + "." + n.Send + "] with observers."))
	g.f.Func().Params(jen.Id("m").Op("*").Id(n.Record.Observed)).Id(n.Send).Params(jen.Id("e").Id(n.Event)).Error().Block(
		jen.Return(jen.Id("m").Dot("step").Call(jen.Id("e"), jen.Func().Params().Error().Block(
			jen.Return(jen.Id("m").Dot("machine").Dot(n.Send).Call(jen.Id("e")))))))
}

// observedFire emits Fire of a machine with timers.
func (g printer) observedFire() {
	n := g.m.Names
	if n.TimerSet == "" {
		return
	}
	g.f.Doc(comment.Wrap("Fire is [" + n.Machine + ".Fire] with observers."))
	fire := func() *jen.Statement { return jen.Return(jen.Id("m").Dot("machine").Dot("Fire").Call(jen.Id("t"))) }
	g.f.Func().Params(jen.Id("m").Op("*").Id(n.Record.Observed)).Id("Fire").Params(jen.Id("t").Id(n.Timer)).Error().Block(
		jen.Switch(jen.Id("t")).BlockFunc(func(cases *jen.Group) {
			for e := range g.m.Events {
				var timers []jen.Code
				for i, t := range g.m.Timers {
					if t.Event == e {
						timers = append(timers, jen.Id(n.Timers[i]))
					}
				}
				if len(timers) > 0 {
					cases.Case(timers...).Block(jen.Return(jen.Id("m").Dot("step").Call(jen.Id(n.Events[e].Const), jen.Func().Params().Error().Block(fire()))))
				}
			}
			cases.Default().Block(fire())
		}))
}
