package values

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/core"
)

// kind emits the type whose methods have the same names for every machine.
func (g printer) kind() {
	n := g.m.Names
	v := n.Values
	g.f.Doc(comment.Wrap(v.Kind + " creates, restores, and reads machines, with methods that every generated package has under the same names, for programs that work " +
		"with any machine, as [github.com/fsmgen/fsmgen/store.Kind] documents. Its machines record their outputs" + g.andCalls() + ", and it returns the outputs of each step."))
	g.f.Type().Id(v.Kind).StructFunc(func(fields *jen.Group) {
		if v.Questions != "" {
			fields.Comment("// Questions answers what the machines ask; not nil.")
			fields.Id("Questions").Id(v.Questions)
		}
	})
	g.function("Machine returns the name of the machine in the spec.", "func ($Kind) Machine() string { return "+strconv.Quote(g.m.Core.Name)+" }")
	g.make()
	g.steps()
	g.refresh()
	g.reading()
	g.caller()
}

// make emits the methods that make machines.
func (g printer) make() {
	v := g.m.Names.Values
	made := "" // no guard is asked at the start, and outputs are recorded: nobody receives the context
	if g.m.Names.Context != "" {
		made = "context.Background(), "
	}
	created, restored := "m, err := $New("+made+"p)", "$Restore(snapshot)"
	outputs := "nil"
	if v.Recorder != "" {
		created = "recorder := &$Recorder{" + g.recorded("k.Questions", "now") + "}\nm, err := $New(" + made + "p, recorder)"
		restored, outputs = "$Restore(snapshot, &$Recorder{"+g.recorded("k.Questions", "")+"})", "recorder.Outputs"
	}
	asked := ""
	if v.Questions != "" {
		asked = "if k.Questions == nil {\nreturn nil, nil, errors.New(\"$pkg: $Kind: Questions is nil\")\n}\n"
	}
	follow := "."
	if g.m.Goes(g.m.Core.Initial) {
		follow = ", and of the transitions without an event that follow."
	}
	g.function("Create returns a new machine and the outputs of entering its initial state"+follow, `
func (`+g.k()+`$Kind) Create(p $Params, now time.Time) (*$Machine, []$Output, error) {
	`+asked+created+`
	return m, `+outputs+`, err
}`)
	g.function("Restore returns the machine that a snapshot is of, as [$Restore] does.", `
func (`+g.k()+`$Kind) Restore(snapshot []byte) (*$Machine, error) {
	return `+restored+`
}`)
}

// asksInContext reports whether a kind hands contexts to the guards of its machines.
func (g printer) asksInContext() bool {
	return slices.ContainsFunc(g.m.Core.Guards, func(guard core.Guard) bool { return guard.Context })
}

// contextual returns the name of a method of the kind that makes a step, and the parameter for the context, which are those of a
// method without contexts if no guard takes one. If guards do, it emits that method, which has no context to hand on.
func (g printer) contextual(name, params, args, results string) (with, context string) {
	if !g.asksInContext() {
		return name, ""
	}
	with = name + "Context"
	g.function(name+" is "+with+" with context.Background.", `
func (k $Kind) `+name+`(`+params+`) `+results+` {
	return k.`+with+`(context.Background(), `+args+`)
}`)
	return with, code.ContextParam(g.m)
}

// made is the context with which a kind makes steps, as an argument with a comma, or "". If only outputs take contexts, nobody
// receives it: a kind records outputs.
func (g printer) made() string {
	if g.m.Names.Context != "" && !g.asksInContext() {
		return "context.Background(), "
	}
	return code.ContextArg(g.m)
}

// k returns the receiver of a method that asks questions.
func (g printer) k() string {
	if g.m.Names.Values.Questions == "" {
		return ""
	}
	return "k "
}

// steps emits the methods that send an event.
func (g printer) steps() {
	n := g.m.Names
	v := n.Values
	ended := ""
	if n.CallSet != "" {
		ended = ", except that a call whose result it is has ended"
	}
	const results = "(outputs []$Output, ignored bool, err error)"
	name, context := g.contextual("Apply", "m *$Machine, in $Input, now time.Time", "m, in, now", results)
	g.function(name+" has m handle in at a time, and returns the outputs. An event that the spec ignores in this configuration changes nothing"+ended+".", `
func (k $Kind) `+name+`(`+context+`m *$Machine, in $Input, now time.Time) `+results+` {
	return k.step(m, now, func() error { return m.Apply(`+g.made()+`in) })
}`)
	name, context = g.contextual("Fire", "m *$Machine, timer string, now time.Time", "m, timer, now", results)
	if n.TimerSet == "" {
		g.function(name+" always returns an error, because the machine has no timers.", `
func ($Kind) `+name+`(`+context+`m *$Machine, timer string, now time.Time) `+results+` {
	return nil, false, fmt.Errorf("$pkg: unknown timer %.40q", timer)
}`)
	} else {
		late, fire := "", "return m.Fire("+g.made()+"t, m.starts[t])"
		if g.m.Unsettled() {
			late = " If transitions without an event come first and stop it, they are what it causes."
			fire = `steps := m.steps
		err := m.Fire(` + g.made() + `t, m.starts[t])
		if m.steps != steps && errors.As(err, new(*` + n.StaleTimer + `)) {
			return nil
		}
		return err
	`
		}
		g.function(name+" raises the event of a timer, given by its text, and returns what Apply returns. A timer that is not running is refused with *"+n.StaleTimer+"."+late, `
func (k $Kind) `+name+`(`+context+`m *$Machine, timer string, now time.Time) `+results+` {
	var t $Timer
	if err := t.UnmarshalText([]byte(timer)); err != nil {
		return nil, false, err
	}
	return k.step(m, now, func() error { `+fire+` })
}`)
	}
	asked, host, outputs := "", "", "nil"
	if v.Questions != "" {
		asked = "if k.Questions == nil {\nreturn nil, false, errors.New(\"$pkg: $Kind: Questions is nil\")\n}\n"
	}
	if v.Recorder != "" {
		host = "host, recorder := m.host, &$Recorder{" + g.recorded("k.Questions", "now") + "}\nm.host = recorder\ndefer func() { m.host = host }()\n"
		outputs = "recorder.Outputs"
	}
	makes, keep, undo := "step has m make a step with a host that records.", "", ""
	if g.m.Unsettled() {
		makes = "step has m make steps with a host that records. After an error, those before the event are undone."
		keep = "before := *m\n"
		undo = "before.steps = m.steps // which no two configurations share\n*m = before\n"
	}
	g.function(makes, `
func (`+g.k()+`$Kind) step(m *$Machine, now time.Time, send func() error) ([]$Output, bool, error) {
	`+asked+host+`steps := m.steps
	`+keep+`if err := send(); err != nil {
		`+undo+`return nil, false, err
	}
	return `+outputs+`, m.steps == steps, nil
}`)
}

// refresh emits the method that starts timers of which a snapshot does not know when they are due.
func (g printer) refresh() {
	n := g.m.Names
	if n.TimerSet == "" {
		g.function("Refresh does nothing, because the machine has no timers.", `
func ($Kind) Refresh(m *$Machine, now time.Time) error { return nil }`)
		return
	}
	asked, cases := "", "case !m.due[t].IsZero():\n"
	if n.Values.Questions != "" {
		asked = "if k.Questions == nil {\nreturn errors.New(\"$pkg: $Kind: Questions is nil\")\n}\n"
	}
	for i, timer := range n.Timers {
		cases += fmt.Sprintf("case t == %s:\nm.beginTimer(t, %#v)\n", timer, code.Length(g.m, i, "m.host"))
	}
	g.function("Refresh starts the running timers of which m does not know when they are due, with their whole durations: those that m does not have from an earlier version of the spec.", `
func (`+g.k()+`$Kind) Refresh(m *$Machine, now time.Time) error {
	`+asked+`host := m.host
	m.host = &$Recorder{`+g.recorded("k.Questions", "now")+`}
	defer func() { m.host = host }()
	for _, t := range m.Timers() {
		switch {
		`+cases+`}
	}
	return nil
}`)
}

// reading emits the methods that read machines, events, and outputs.
func (g printer) reading() {
	n := g.m.Names
	outcome := `""`
	if len(g.m.Core.Outcomes) > 0 {
		outcome = "codec.OutcomeName(m.Outcome())"
	}
	g.f.Line()
	g.reader(`
func ($Kind) State(m *$Machine) (state, outcome string) {
	return codec.StateText(m.state), ` + outcome + `
}`)
	due, event := "map[string]time.Time{}", "\"\", false"
	if n.TimerSet != "" {
		events := make([]string, len(g.m.Core.Timers))
		for i, t := range g.m.Core.Timers {
			events[i] = g.m.Core.Events[t.Event].Name
		}
		due, event = "codec.Due(&$textsOfTimer, m.due[:])", "codec.TimerEvent(&$textsOfTimer, timer, []string{"+code.Quoted(events)+"})"
	}
	g.reader(`
func ($Kind) Due(m *$Machine) map[string]time.Time { return ` + due + ` }`)
	g.reader(`
func ($Kind) TimerEvent(timer string) (event string, ok bool) {
	return ` + event + `
}`)
	g.reader(`
func ($Kind) EventName(in $Input) string { return codec.EventName(in) }`)
	g.reader(`
func ($Kind) OutputName(o $Output) string { return o.Name() }`)
	g.reader(`
func ($Kind) ReadInput(event string, payload []byte) ($Input, error) {
	return codec.ReadInput(&$textsOfEvent, event, payload, $ReadInput)
}`)
	g.reader(`
func ($Kind) ReadOutput(output string, payload []byte) ($Output, error) {
	return $ReadOutput(output, payload)
}`)
}

// reader adds a method of the kind that package store documents.
func (g printer) reader(text string, names ...string) { g.function("", text, names...) }
