package reference

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Machine is a spec that can be run.
type Machine struct {
	file   *syntax.File
	nodes  []*node
	root   *node
	byName map[string]*node
	// initial is where the machine starts.
	initial *node

	enums  map[string]*expr.Enum
	params []Slot
	slots  []Slot
	events map[string]*event
	// guards are named and external conditions, delays are durations of timers, outputs are in order.
	guards map[string]*guard
	delays map[string]*guard
	output map[string]*syntax.Output

	timers      []timer
	invocations []invocation
	children    map[string]*Machine

	limit, stall *rule
	// counter and stalls are the slots of the counters of the rules, or -1.
	counter, stalls int

	asks []ask
	// strings has numbers for strings, shared with child machines.
	strings *texts
	cache   map[text]expr.Expr
}

// Slot is a parameter, a variable, the counter of a rule, or a datum of a state.
type Slot struct {
	Name string
	// State is the name of the state that has the datum, or "".
	State string
	Type  expr.Type
	init  syntax.Text
}

// Full returns the name of a variable, or "State.name" for a datum.
func (s Slot) Full() string {
	if s.State == "" {
		return s.Name
	}
	return s.State + "." + s.Name
}

// event is an event with the fields of its payload. Results of calls are events, too.
type event struct {
	name   string
	fields []Field
	limits []limits
	// internal marks an event that nobody sends.
	internal bool
}

// Field is a field of a payload or an argument.
type Field struct {
	Name string
	Type expr.Type
}

type guard struct {
	condition syntax.Text
	args      []expr.Parameter
}

// rule is a limit or stall rule.
type rule struct {
	at syntax.Text
	to *node
}

// New makes a machine of a spec. children are the specs of its child machines, by the names under `use`.
func New(file *syntax.File, children map[string]*syntax.File) (*Machine, error) {
	m := &Machine{
		file: file, root: &node{name: "", on: file.On, ignore: file.Ignore}, byName: map[string]*node{},
		enums: map[string]*expr.Enum{}, events: map[string]*event{}, guards: map[string]*guard{}, delays: map[string]*guard{},
		output: map[string]*syntax.Output{}, children: map[string]*Machine{}, counter: -1, stalls: -1,
		cache: map[text]expr.Expr{}, strings: &texts{""},
	}
	m.nodes = []*node{m.root}
	if err := m.grow(m.root, file.States); err != nil {
		return nil, err
	}
	for _, e := range file.Enums {
		enum := &expr.Enum{Name: e.Name.Value}
		for _, v := range e.Values {
			enum.Values = append(enum.Values, v.Value)
		}
		m.enums[enum.Name] = enum
	}
	for name, f := range children {
		child, err := New(f, nil)
		if err != nil {
			return nil, fmt.Errorf("child machine %s: %w", name, err)
		}
		child.strings = m.strings
		m.children[name] = child
	}
	for _, step := range []func() error{m.declareValues, m.declareEvents, m.declareStates, m.declareRules} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	var err error
	m.initial, err = m.find(file.Initial)
	return m, err
}

// declareValues makes the slots of parameters and variables.
func (m *Machine) declareValues() (err error) {
	add := func(list *[]Slot, state string, d syntax.Decl) error {
		t, err := m.typeOf(d.Type)
		*list = append(*list, Slot{d.Name.Value, state, t, d.Init})
		return err
	}
	for _, d := range m.file.Params {
		if err := add(&m.params, "", d); err != nil {
			return err
		}
	}
	for _, d := range m.file.Vars {
		if err := add(&m.slots, "", d); err != nil {
			return err
		}
	}
	if m.file.Limit != nil {
		m.counter = len(m.slots)
		m.slots = append(m.slots, Slot{Name: "transitions", Type: expr.Type{Kind: expr.Int}})
	}
	if m.file.Stall != nil {
		m.stalls = len(m.slots)
		m.slots = append(m.slots, Slot{Name: "stalls", Type: expr.Type{Kind: expr.Int}})
	}
	for _, n := range m.nodes[1:] {
		for _, d := range n.state.Data {
			n.data = append(n.data, len(m.slots))
			if err := add(&m.slots, n.name, d); err != nil {
				return err
			}
		}
	}
	return nil
}

// declareEvents reads events, guards, delays, and outputs.
func (m *Machine) declareEvents() error {
	for _, e := range m.file.Events {
		fields, err := m.fields(e.Fields)
		if err != nil {
			return err
		}
		m.events[e.Name.Value] = &event{e.Name.Value, fields, ranges(e.Fields), e.Internal.Given()}
	}
	for _, g := range m.file.Guards {
		args, err := m.parameters(g.Args)
		if err != nil {
			return err
		}
		m.guards[g.Name.Value] = &guard{g.If, args}
	}
	for _, d := range m.file.Delays {
		args, err := m.parameters(d.Args)
		if err != nil {
			return err
		}
		m.delays[d.Name.Value] = &guard{d.After, args}
	}
	for i := range m.file.Outputs {
		m.output[m.file.Outputs[i].Name.Value] = &m.file.Outputs[i]
	}
	return nil
}

// declareStates reads what states do: outcomes, timers, invocations.
func (m *Machine) declareStates() error {
	for _, o := range m.file.Terminal {
		for _, s := range o.States {
			n, err := m.find(s)
			if err != nil {
				return err
			}
			n.outcome = o.Name.Value
		}
	}
	for _, n := range m.nodes[1:] {
		for i := range n.state.After {
			n.timers = append(n.timers, len(m.timers))
			m.timers = append(m.timers, timer{n, &n.state.After[i], -1})
		}
		for i := range n.state.Invoke {
			n.invocations = append(n.invocations, len(m.invocations))
			if err := m.invoke(n, &n.state.Invoke[i]); err != nil {
				return err
			}
			m.timeout(n, len(m.invocations)-1)
		}
	}
	return nil
}

// timeout adds the timer that ends an invocation, if that has a timeout.
func (m *Machine) timeout(n *node, invocation int) {
	inv := &m.invocations[invocation]
	if !inv.written.Timeout.Given() {
		return
	}
	m.result(inv, "timeout", nil, nil)
	n.timers = append(n.timers, len(m.timers))
	m.timers = append(m.timers, timer{n, &syntax.Timer{Delay: inv.written.Timeout, Event: syntax.Text{Value: m.ResultEvent(inv.name, "timeout")}}, invocation})
}

func (m *Machine) declareRules() error {
	for _, r := range []struct {
		from *syntax.Rule
		to   **rule
	}{{m.file.Limit, &m.limit}, {m.file.Stall, &m.stall}} {
		if r.from == nil {
			continue
		}
		to, err := m.find(r.from.To)
		if err != nil {
			return err
		}
		*r.to = &rule{r.from.At, to}
	}
	return nil
}

// Params returns the parameters in order.
func (m *Machine) Params() []Slot { return slices.Clone(m.params) }

// Slots returns the variables in order, then the counters of rules, then the data of states.
func (m *Machine) Slots() []Slot { return slices.Clone(m.slots) }

// Fields returns the fields of the payload of an event or a result, and whether it exists.
func (m *Machine) Fields(event string) ([]Field, bool) {
	e := m.events[event]
	if e == nil {
		return nil, false
	}
	return slices.Clone(e.fields), true
}

// Events returns the names of the events that a program can send.
func (m *Machine) Events() (names []string) {
	for _, e := range m.file.Events {
		if !e.Internal.Given() {
			names = append(names, e.Name.Value)
		}
	}
	return names
}

// OutputFields returns the fields of an output, and whether it exists.
func (m *Machine) OutputFields(output string) ([]Field, bool) {
	o := m.output[output]
	if o == nil {
		return nil, false
	}
	fields, err := m.fields(o.Fields)
	return fields, err == nil
}
