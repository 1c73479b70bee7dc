package reference

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// invocation is a call, or a child machine, that runs while a state is active.
type invocation struct {
	owner   *node
	written *syntax.Invocation
	name    string
	// args are the arguments of the call, or the parameters of the child machine.
	args  []Slot
	child *Machine
	// results are the events of the results, by the names under `on`.
	results map[string]*event
}

// Invocation names an invocation: by the state that has it, and the call or child machine.
type Invocation struct {
	Owner, Call string
	// Args are its arguments when it starts, in the order of their declarations.
	Args []int64
}

// invoke declares an invocation of a state.
func (m *Machine) invoke(n *node, written *syntax.Invocation) (err error) {
	inv := invocation{owner: n, written: written, results: map[string]*event{}}
	if written.Machine.Given() {
		err = m.invokeChild(&inv)
	} else {
		err = m.invokeCall(&inv)
	}
	m.invocations = append(m.invocations, inv)
	return err
}

func (m *Machine) invokeCall(inv *invocation) error {
	inv.name = inv.written.Call.Value
	i := slices.IndexFunc(m.file.Calls, func(c syntax.Call) bool { return c.Name.Value == inv.name })
	if i < 0 {
		return fmt.Errorf("unknown call %q at %v", inv.name, inv.written.Span)
	}
	with, err := m.fields(m.file.Calls[i].With)
	if err != nil {
		return err
	}
	for _, f := range with {
		inv.args = append(inv.args, Slot{Name: f.Name, Type: f.Type})
	}
	done, err := m.fields(m.file.Calls[i].Done)
	if err != nil {
		return err
	}
	failure, err := m.typeOf(syntax.Text{Value: "error"})
	m.result(inv, "done", done, ranges(m.file.Calls[i].Done))
	m.result(inv, "error", []Field{{"err", failure}}, nil)
	return err
}

func (m *Machine) invokeChild(inv *invocation) error {
	inv.name = inv.written.Machine.Value
	inv.child = m.children[inv.name]
	if inv.child == nil {
		return fmt.Errorf("unknown machine %q at %v", inv.name, inv.written.Span)
	}
	inv.args = inv.child.params
	for _, o := range inv.child.file.Terminal {
		m.result(inv, o.Name.Value, m.passed(inv.child, o), nil)
	}
	return nil
}

// passed returns the data that all states of an outcome of a child machine have and that have a type that is passed.
func (m *Machine) passed(child *Machine, o syntax.Outcome) (out []Field) {
	for i, s := range o.States {
		var have []Field
		for _, slot := range child.byName[s.Value].data {
			v := child.slots[slot]
			if t, ok := m.common(v.Type); ok && (i == 0 || slices.ContainsFunc(out, func(f Field) bool { return f.Name == v.Name && f.Type.Same(t) })) {
				have = append(have, Field{v.Name, t})
			}
		}
		if i == 0 {
			out = have
		} else {
			out = slices.DeleteFunc(out, func(f Field) bool { return !slices.ContainsFunc(have, func(g Field) bool { return g.Name == f.Name }) })
		}
	}
	return out
}

// common returns the type of this machine that a type of a child machine means here.
func (m *Machine) common(t expr.Type) (expr.Type, bool) {
	switch t.Kind {
	case expr.Enumerated:
		e := m.enums[t.Enum.Name]
		return expr.Type{Kind: expr.Enumerated, Enum: e}, e != nil && slices.Equal(e.Values, t.Enum.Values)
	case expr.Opaque:
		return t, t.Go.Text == "error"
	}
	return t, true
}

// result declares the event of a result, such as stockDone.
func (m *Machine) result(inv *invocation, result string, fields []Field, limits []limits) {
	name := m.ResultEvent(inv.name, result)
	if m.events[name] == nil {
		m.events[name] = &event{name: name, fields: fields, limits: limits}
	}
	inv.results[result] = m.events[name]
}

// ResultEvent returns the name of the event for a result of a call, such as stockDone.
func (m *Machine) ResultEvent(call, result string) string {
	return call + strings.ToUpper(result[:1]) + result[1:]
}

// Calls returns the invocations that run, with their arguments.
func (r *Run) Calls() (list []Invocation) {
	for i, on := range r.running {
		if on {
			list = append(list, Invocation{r.m.invocations[i].owner.name, r.m.invocations[i].name, r.args[i]})
		}
	}
	return list
}

// Result lets a call or a child machine that runs end with a result: done or error, or an outcome.
func (r *Run) Result(owner, call, result string, fields []int64, answers Answers) (Result, error) {
	i := slices.IndexFunc(r.m.invocations, func(v invocation) bool { return v.owner.name == owner && v.name == call })
	if i < 0 || !r.running[i] {
		return Result{}, ErrNotRunning
	}
	inv := &r.m.invocations[i]
	e := inv.results[result]
	if e == nil {
		return Result{}, fmt.Errorf("%s has no result %q", call, result)
	}
	if out, err := outside(r, e, fields); out || err != nil {
		r.steps, r.left, r.taken = nil, nil, 0
		return Result{Verdict: Outside}, err
	}
	r.running[i] = false
	return r.end(inv, result, e, fields, answers)
}

// end handles the result of an invocation, for which its `on` has a name, and what the machine does then.
func (r *Run) end(inv *invocation, result string, e *event, fields []int64, answers Answers) (Result, error) {
	r.steps, r.values.asked, r.left, r.taken = nil, answers, nil, 0
	defer func() { r.values.asked = nil }()
	verdict, err := r.finish(inv, result, e, fields)
	if err != nil {
		return Result{}, err
	}
	r.values.asked = nil
	err = r.settle()
	return Result{verdict, r.steps}, err
}

// timeout returns the name under which `on` has the transitions for the timeout of an invocation.
func (inv *invocation) timeout() string {
	if slices.ContainsFunc(inv.written.On, func(h syntax.Handler) bool { return h.Event.Value == "timeout" }) {
		return "timeout"
	}
	return "error"
}

// finish handles a result, which only the invocation does.
func (r *Run) finish(inv *invocation, result string, e *event, fields []int64) (Verdict, error) {
	i := slices.IndexFunc(inv.written.On, func(h syntax.Handler) bool { return h.Event.Value == result })
	if i < 0 {
		return Illegal, nil
	}
	h, source := &inv.written.On[i], r.current(inv.owner)
	var d decision
	if moves, _ := offers(h.Alternatives); moves && r.exhausted() {
		d.verdict, d.take = Taken, r.limit(source, e.name)
	} else if _, err := r.first(&d, source, h, r.moment().with(e, fields)); err != nil {
		return 0, err
	}
	if d.take == nil {
		return d.verdict, nil
	}
	d.take.event = e.name
	_, err := r.take(d.take, e, fields)
	return d.verdict, err
}

// cancel stops what runs in the states that are left, or all if the machine ends.
func (ch *change) cancel() {
	for i, on := range ch.run.running {
		if inv := &ch.run.m.invocations[i]; on && (ch.ends || slices.Contains(ch.exits, inv.owner)) {
			ch.run.running[i] = false
			ch.step.Cancels = append(ch.step.Cancels, Invocation{Owner: inv.owner.name, Call: inv.name})
		}
	}
}

// invoke starts what runs in the states that are entered.
func (ch *change) invoke() error {
	for _, n := range ch.enters {
		for _, i := range n.invocations {
			args, err := ch.run.arguments(&ch.run.m.invocations[i])
			if err != nil {
				return err
			}
			ch.run.running[i], ch.run.args[i] = true, args
			ch.step.Invokes = append(ch.step.Invokes, Invocation{n.name, ch.run.m.invocations[i].name, args})
		}
	}
	return nil
}

// arguments computes the arguments of an invocation that starts. Parameters of a child machine have defaults.
func (r *Run) arguments(inv *invocation) (args []int64, err error) {
	for _, a := range inv.args {
		i := slices.IndexFunc(inv.written.With, func(w syntax.Assignment) bool { return w.Name.Value == a.Name })
		var v int64
		switch {
		case i >= 0:
			v, err = r.values.eval(inv.written.With[i].Value, r.moment())
		case inv.child != nil && a.init.Given():
			child := &Run{m: inv.child, values: evaluator{m: inv.child, params: args}, active: make([]bool, len(inv.child.nodes))}
			v, err = child.values.eval(a.init, child.moment())
		default:
			err = fmt.Errorf("%v: no value for %s", inv.written.Span, a.Name)
		}
		if err != nil {
			return nil, err
		}
		args = append(args, v)
	}
	return args, nil
}

// Results returns the names of the results of an invocation that the program sends, sorted.
func (m *Machine) Results(owner, call string) []string {
	for _, inv := range m.invocations {
		if inv.owner.name == owner && inv.name == call {
			return slices.DeleteFunc(slices.Sorted(maps.Keys(inv.results)), func(result string) bool { return result == "timeout" && inv.written.Timeout.Given() })
		}
	}
	return nil
}

// Arguments returns the arguments of a call, or the parameters of a child machine, and whether a state invokes it.
func (m *Machine) Arguments(call string) (out []Field, ok bool) {
	for _, inv := range m.invocations {
		if inv.name == call {
			for _, a := range inv.args {
				out = append(out, Field{a.Name, a.Type})
			}
			return out, true
		}
	}
	return nil, false
}
