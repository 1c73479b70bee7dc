package reference

import (
	"errors"
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// Run is a machine in the course of a run.
type Run struct {
	m      *Machine
	values evaluator
	vars   []int64
	// active has a bit for each node. The root is always active.
	active []bool
	// shallow and deep remember where composite states were left: the state directly inside, and the innermost one.
	// They are indices of nodes, and -1 before the first time.
	shallow, deep []int
	// raised are the events that are still to be handled.
	raised  []string
	timers  []bool
	running []bool
	args    [][]int64
	outcome string
	steps   []Step
	// left are the states that transitions for the present event have left.
	left []*node
	// taken is how many there have been.
	taken int
}

// Answers answers a call of an external guard with the values of its arguments. Within one event, it must give the same
// answer to the same call.
type Answers func(guard string, args []int64) bool

// Verdict is what becomes of an event.
type Verdict uint8

const (
	// Illegal: no active state lists the event, or no alternative holds.
	Illegal Verdict = iota
	// Rejected: an alternative rejects the event.
	Rejected
	// Ignored: the event is accepted without effect.
	Ignored
	// Taken: at least one transition is taken.
	Taken
	// Outside: the payload is outside of its range.
	Outside
)

// String returns the name of the verdict.
func (v Verdict) String() string {
	return [...]string{"illegal", "rejected", "ignored", "taken", "outside"}[v]
}

// Step is one transition, or the start.
type Step struct {
	// Event is what the transition is for: an event, "always", "done", or "start".
	Event string
	// At is the position of the alternative.
	At diag.Span
	// Rule is "limit" or "stall" if the rule chose the target.
	Rule    string
	Outputs []Output
	// Stops and Starts are the timers that the transition stops and starts, and Cancels and Invokes the invocations.
	Stops, Starts []Timer
	Cancels       []Invocation
	Invokes       []Invocation
}

// Output is an output with the values of its fields.
type Output struct {
	Name   string
	Values []int64
}

// Result is what an event does: the transition that it takes, and all that follow until the machine is at rest.
type Result struct {
	Verdict Verdict
	Steps   []Step
}

// ErrEndless is returned if a machine takes very many transitions for one event.
var ErrEndless = errors.New("the machine does not come to rest")

// most is how many transitions an event may take.
const most = 1000

// Start begins a run. It needs a value for each parameter.
func (m *Machine) Start(params []int64) (*Run, Result, error) {
	r := &Run{
		m: m, values: evaluator{m: m, params: params}, vars: make([]int64, len(m.slots)), active: make([]bool, len(m.nodes)),
		shallow: unknown(len(m.nodes)), deep: unknown(len(m.nodes)),
		timers: make([]bool, len(m.timers)), running: make([]bool, len(m.invocations)), args: make([][]int64, len(m.invocations)),
	}
	for i := range m.slots {
		var err error
		if r.vars[i], err = r.initial(i); err != nil {
			return nil, Result{}, err
		}
	}
	r.active[m.root.index] = true
	if err := r.begin(); err != nil {
		return nil, Result{}, err
	}
	err := r.settle()
	return r, Result{Taken, r.steps}, err
}

func unknown(n int) []int { return slices.Repeat([]int{-1}, n) }

// initial returns the value with which a variable begins.
func (r *Run) initial(slot int) (int64, error) {
	if init := r.m.slots[slot].init; init.Given() {
		return r.values.eval(init, r.moment())
	}
	return 0, nil
}

// Send handles an event from outside.
func (r *Run) Send(event string, fields []int64, answers Answers) (Result, error) {
	e := r.m.events[event]
	if e == nil {
		return Result{}, fmt.Errorf("unknown event %q", event)
	}
	return r.handle(e, fields, answers)
}

// handle handles an event, and all that follows.
func (r *Run) handle(e *event, fields []int64, answers Answers) (Result, error) {
	r.steps, r.values.asked = nil, answers
	defer func() { r.values.asked = nil }()
	if r.outcome != "" {
		return Result{}, nil
	}
	if out, err := outside(r, e, fields); out || err != nil {
		return Result{Verdict: Outside}, err
	}
	verdict, err := r.dispatch(e, fields)
	if err != nil {
		return Result{}, err
	}
	r.values.asked = nil
	err = r.settle()
	return Result{verdict, r.steps}, err
}

// Active returns the names of the active states, regions included, in the order of the spec.
func (r *Run) Active() (names []string) {
	for _, n := range r.m.nodes[1:] {
		if r.active[n.index] {
			names = append(names, n.name)
		}
	}
	return names
}

// In reports whether a state is active.
func (r *Run) In(state string) bool {
	n := r.m.byName[state]
	return n != nil && r.active[n.index]
}

// Vars returns the values of [Machine.Slots]. Data of states that are not active are 0.
func (r *Run) Vars() []int64 { return slices.Clone(r.vars) }

// Pending returns the raised events that are still to be handled. There are none at rest.
func (r *Run) Pending() []string { return slices.Clone(r.raised) }

// Outcome returns the outcome of a run that has ended, or "".
func (r *Run) Outcome() string { return r.outcome }

// Clone returns a run that goes on from here by itself.
func (r *Run) Clone() *Run {
	c := *r
	c.vars, c.active = slices.Clone(r.vars), slices.Clone(r.active)
	c.shallow, c.deep = slices.Clone(r.shallow), slices.Clone(r.deep)
	c.raised, c.timers, c.running, c.args = slices.Clone(r.raised), slices.Clone(r.timers), slices.Clone(r.running), slices.Clone(r.args)
	return &c
}
