package interp

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Machine is a core machine with values for its parameters. Its methods do not
// change it. Values are as in [expr.Env]: ints as they are, bools as 0 and 1,
// enum values by number, strings by the number that Intern gives them, and
// opaque values as 0.
type Machine struct {
	Core *core.Machine
	// Params holds one value for each parameter. The caller must ensure that the
	// values are in their ranges.
	Params []int64
	// Intern numbers string constants. It may be nil if the machine has none.
	Intern func(string) int64
}

// Config is a configuration: a state, and a value for each variable of the
// machine, 0 for opaque variables and for data of other states.
type Config struct {
	State int
	Vars  []int64
}

// Input is the input of one step.
type Input struct {
	// Event is an index into the machine's events.
	Event int
	// Fields is the payload: one value for each field of the event.
	Fields []int64
	// Answers holds the answer of each external guard as 0 or 1, by index into the
	// machine's Asks.
	Answers []int64
}

// Output is an output of the machine with its values, one for each field.
type Output struct {
	Output int
	Values []int64
}

// Initial returns the initial configuration. The error is a [*Fault] if an initial value
// cannot be computed.
func (m *Machine) Initial() (Config, error) {
	c := Config{State: m.Core.Initial, Vars: make([]int64, len(m.Core.Vars))}
	for i := range m.Core.Vars {
		v := &m.Core.Vars[i]
		if v.Init == nil || !v.Type.Scalar() {
			continue
		}
		value, err := m.Eval(c, v.Init)
		if err != nil {
			return Config{}, &Fault{Transition: -1, Var: i, Emission: -1, Err: err, part: "initial value of " + v.Name}
		}
		c.Vars[i] = value
	}
	return c, nil
}

// Opening returns the outputs of entering the initial state, given the initial
// configuration. The error is a [*Fault] if an output cannot be computed; then the
// machine does not start, and takes no step.
func (m *Machine) Opening(initial Config) ([]Output, error) {
	return m.outputs(-1, m.Core.Start, m.env(initial, Input{}))
}

// Eval computes an expression over the parameters and the variables, such as
// the end of a range, an invariant, or the bound. The error is that of
// [expr.Eval].
func (m *Machine) Eval(c Config, e expr.Expr) (int64, error) {
	return expr.Eval(e, m.env(c, Input{}))
}

// Progress returns the value of the declared progress function, one number for
// each component, or nil for a machine that declares none. The error is that of
// [expr.Eval].
func (m *Machine) Progress(c Config) ([]int64, error) {
	var values []int64
	for _, component := range m.Core.States[c.State].Progress {
		v, err := m.Eval(c, component)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return values, nil
}

func (m *Machine) env(c Config, in Input) *expr.Env {
	return &expr.Env{Params: m.Params, Vars: c.Vars, Fields: in.Fields, Externals: in.Answers, Intern: m.Intern}
}
