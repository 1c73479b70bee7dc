package timer

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/decl"
	"github.com/fsmgen/fsmgen/spec/internal/handler"
	"github.com/fsmgen/fsmgen/spec/internal/names"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/scope"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Timers are the timers of the states.
type Timers struct {
	machine *core.Machine
	names   *names.Table
	diags   *diag.List
	decls   *decl.Declarations
	tree    *tree.Tree
	env     *scope.Env
	// Started lists the timers that each state starts when it is entered, by their numbers in the machine.
	Started map[*tree.Node][]int
}

// Declare adds to the machine the timers of all states and composite states, also with the texts that they had when their states
// and events had other names.
func Declare(in pass.Input, decls *decl.Declarations, states *tree.Tree, env *scope.Env) *Timers {
	l := &Timers{in.Machine, in.Names, in.Diags, decls, states, env, map[*tree.Node][]int{}}
	l.declare()
	l.oldNames()
	return l
}

// declare adds the timers. One of a
// composite state runs in all states inside it that are not terminal.
func (l *Timers) declare() {
	m := l.machine
	for _, name := range l.tree.StateNames() {
		n := l.tree.Nodes[name]
		if n == nil {
			continue
		}
		seen := map[string]diag.Span{}
		for _, t := range n.Decl.After {
			event := l.decls.Event(t.Event.Value)
			switch {
			case event < 0:
				l.names.Unknown(t.Event, "event", l.decls.EventNames())
				continue
			case !handler.CheckNoResult(m, l.diags, event, t.Event):
				continue
			case len(m.Events[event].Fields) > 0:
				l.diags.Errorf(diag.CodeTimer, t.Event.Span, "a timer cannot raise event `%s`, which has a payload", t.Event.Value).
					Note(m.Events[event].Span, "declared here").Helpf("declare an event without fields for the timer")
				continue
			}
			l.add(n, event, t.Delay, func() bool {
				return l.names.Once(seen, t.Event, "two timers of the same state raise event `%s`", "the other timer is here")
			})
		}
		l.timeouts(n)
	}
}

// timeouts adds the timers that end the invocations of a state.
func (l *Timers) timeouts(n *tree.Node) {
	m := l.machine
	for _, i := range n.Decl.Invoke {
		name := i.Call
		if i.Machine.Given() {
			name = i.Machine
		}
		call := slices.IndexFunc(m.Calls, func(c core.Call) bool { return c.Name == name.Value && c.Timeout >= 0 })
		if call >= 0 && i.Timeout.Given() && (n.Index < 0 || !m.Terminal(n.Index)) {
			l.add(n, m.Calls[call].Timeout, i.Timeout, func() bool { return true })
		}
	}
}

// add adds a timer of a state, if its delay is right, and so is something else.
func (l *Timers) add(n *tree.Node, event int, delay syntax.Text, right func() bool) {
	m := l.machine
	timer := core.Timer{Owner: n.Decl.Name.Value, Event: event, Within: n.Within(), Delay: -1, Span: delay.Span}
	if !l.length(&timer, n, delay) || !right() {
		return
	}
	if timer.Within != nil {
		timer.States = []int{n.Place().Index}
	}
	for _, p := range l.tree.Plain {
		if p.Inside(n) && !m.Terminal(p.Index) {
			timer.States = append(timer.States, p.Index)
		}
	}
	l.Started[n] = append(l.Started[n], len(m.Timers))
	m.Timers = append(m.Timers, timer)
}

// length resolves the duration of a timer.
func (l *Timers) length(t *core.Timer, n *tree.Node, text syntax.Text) bool {
	switch {
	case l.computed(text.Value, n):
		return l.computes(t, n, text)
	case text.Value != "" && (text.Value[0] < 'A' || text.Value[0] == '.'):
		t.Constant = l.decls.Duration(text)
		return t.Constant > 0
	}
	function, args, ok := expr.ParseCall(text.Value, text.Span, delayScope{scope.State{Env: l.env, At: n.Place().Index, Event: -1}, l.machine.Delays}, l.diags)
	if !ok {
		return false
	}
	t.Delay = slices.IndexFunc(l.machine.Delays, func(d core.Delay) bool { return d.Name == function })
	delay := l.machine.Delays[t.Delay]
	l.decls.Used[delay.Span] = true
	t.Constant, t.Args = delay.Constant, args
	return true
}

// delayScope contains the delays as functions, and for their arguments, the names
// of the state.
type delayScope struct {
	scope.State
	delays []core.Delay
}

// Parameters implements [expr.Functions].
func (s delayScope) Parameters(name string) ([]expr.Parameter, bool) {
	for _, d := range s.delays {
		if d.Name == name {
			return scope.Arguments(d.Args), true
		}
	}
	return nil, false
}

// All adds the delays.
func (s delayScope) All() []string {
	var out []string
	for _, d := range s.delays {
		out = append(out, d.Name)
	}
	return append(out, s.State.All()...)
}

// oldNames lists the texts that timers had when their states and events had other names. A text that two
// timers could have belongs to the one whose state has the name.
func (l *Timers) oldNames() {
	m := l.machine
	taken := map[string]bool{}
	for i := range m.Timers {
		taken[source.Timer(m, i)] = true
	}
	list := func(t *core.Timer, owners ...string) {
		e := &m.Events[t.Event]
		for _, owner := range owners {
			for _, name := range append([]string{e.Name}, e.Was...) {
				if text := owner + "." + name; !taken[text] {
					taken[text] = true
					t.Was = append(t.Was, text)
				}
			}
		}
	}
	for i := range m.Timers {
		list(&m.Timers[i], m.Timers[i].Owner)
	}
	for i := range m.Timers {
		list(&m.Timers[i], l.tree.WasState(m.Timers[i].Owner)...)
	}
}
