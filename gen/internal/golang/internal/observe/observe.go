package observe

import (
	"cmp"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
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

// Write adds the observers of a machine. The method observe may also get events that are illegal, without observers.
func Write(f *file.File, m *machine.Machine, illegal bool) {
	n := m.Names
	g := printer{f, m, []string{
		"$Step", n.Record.Step, "$Input", n.Values.Input, "$Refusal", n.Record.Refusal, "$Event", n.Event, "$Reentrant", n.Reentrant, "$refusals", n.Refusals,
	}}
	g.adding()
	g.observing(illegal)
}

// Observers writes the type of the observers of a machine.
func Observers(m *machine.Machine) *jen.Statement {
	types := []jen.Code{jen.Id(m.Names.State), jen.Id(m.Names.Event)}
	for _, name := range faces(m) {
		types = append(types, jen.Id(name))
	}
	return file.Runtime("Observers").Types(types...)
}

// faces are the types of events as values and of values as a struct, or of what stands for them.
func faces(m *machine.Machine) []string {
	return []string{cmp.Or(m.Names.Values.Input, "fsm.None"), cmp.Or(m.Names.Columns.Values, "fsm.None")}
}

// function adds a function, given as Go text with names.
func (g printer) function(doc []string, text string) { g.f.Function(doc, text, g.names...) }

// adding emits the methods that add observers.
func (g printer) adding() {
	g.function(comment.Wrap("Observe adds an observer of transitions, as [fsm.Observers.Observe] documents. The clock may be nil."), `
func (m *$Machine) Observe(clock func() time.Time, observer func($Step)) {
	fsm.Observed(&m.observed, &m.mode).Observe(clock, observer)
}`)
	g.function(comment.Wrap("ObserveRefusals adds an observer of refused events, as [fsm.Observers.ObserveRefusals] documents."), `
func (m *$Machine) ObserveRefusals(clock func() time.Time, observer func($Refusal)) {
	fsm.Observed(&m.observed, &m.mode).ObserveRefusals(clock, observer)
}`)
}

// observing emits the methods through which events reach observers.
func (g printer) observing(illegal bool) {
	param, fill := "", ""
	if g.m.Names.Values.Input != "" {
		param, fill = ", in "+g.m.Names.Values.Input, ", Input: in"
	}
	refused := fill
	progress, columns := "nil", "nil"
	if g.m.Core.Rank == 1 {
		progress = "m.Progress"
	}
	if g.m.Names.Columns.Values != "" {
		columns = "m.Values"
		fill += ", Before: m.Values()"
	}
	doc, refuse := "observe handles an event of a machine with observers, as [fsm.Observers.Handle] documents.", ""
	if illegal {
		doc, refuse = "observe handles an event of a machine with observers, as [fsm.Observers.Handle] documents. It refuses one that is illegal without observers.", `
	if m.mode == 0 {
		return &$refusals[m.state][e]
	}`
	}
	g.function(comment.Wrap(doc), `
func (m *$Machine) observe(e $Event`+param+`, handle func() error) error {`+refuse+`
	return m.observed.Handle(&m.mode, &m.state, &m.steps, $Step{Event: e`+fill+`}, `+progress+`, `+columns+`, handle)
}`)
	if g.m.Names.Values.Input != "" {
		g.function(comment.Wrap("observeInput is observe for an event as a value."), `
func (m *$Machine) observeInput(`+code.ContextParam(g.m)+`in $Input) error {
	return m.observe(in.Event(), in, func() error { return in.send(`+code.ContextArg(g.m)+`m) })
}`)
	}
	g.function(comment.Wrap("refuse reports a refusal to the observers, except during a step, and returns err."), `
func (m *$Machine) refuse(e $Event`+param+`, err error) error {
	return m.observed.Refuse(&m.mode, $Refusal{State: m.state, Event: e`+refused+`, Err: err})
}`)
}
