package reference

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// typeOf reads a type.
func (m *Machine) typeOf(t syntax.Text) (expr.Type, error) {
	switch t.Value {
	case "int":
		return expr.Type{Kind: expr.Int}, nil
	case "duration":
		return expr.Type{Kind: expr.Int, Duration: true}, nil
	case "bool":
		return expr.Type{Kind: expr.Bool}, nil
	case "string":
		return expr.Type{Kind: expr.String}, nil
	}
	if e := m.enums[t.Value]; e != nil {
		return expr.Type{Kind: expr.Enumerated, Enum: e}, nil
	}
	g, err := expr.ParseGoType(t.Value)
	return expr.Type{Kind: expr.Opaque, Go: g}, err
}

// ranges are those fields that have a range.
func ranges(list []syntax.Field) (out []limits) {
	for i, f := range list {
		if f.Min.Given() || f.Max.Given() {
			out = append(out, limits{i, f.Min, f.Max})
		}
	}
	return out
}

func (m *Machine) fields(list []syntax.Field) (out []Field, err error) {
	for _, f := range list {
		t, err := m.typeOf(f.Type)
		if err != nil {
			return nil, err
		}
		out = append(out, Field{f.Name.Value, t})
	}
	return out, nil
}

func (m *Machine) parameters(list []syntax.Field) (out []expr.Parameter, err error) {
	fields, err := m.fields(list)
	for _, f := range fields {
		out = append(out, expr.Parameter{Name: f.Name, Type: f.Type})
	}
	return out, err
}

// texts are numbered by their index.
type texts []string

// Intern returns the number of a string. The empty one has number 0.
func (m *Machine) Intern(s string) int64 {
	if i := slices.Index(*m.strings, s); i >= 0 {
		return int64(i)
	}
	*m.strings = append(*m.strings, s)
	return int64(len(*m.strings) - 1)
}

// String returns the string of a number.
func (m *Machine) String(n int64) string { return (*m.strings)[n] }

// moment is what an expression is evaluated over: values, active states, and a payload.
type moment struct {
	vars   []int64
	active []bool
	event  *event
	fields []int64
}

// moment returns the present.
func (r *Run) moment() *moment { return &moment{vars: r.vars, active: r.active} }

// past returns a copy of the present, with a payload.
func (r *Run) past(e *event, fields []int64) *moment {
	return &moment{slices.Clone(r.vars), slices.Clone(r.active), e, fields}
}

// evaluator evaluates expressions of the spec.
type evaluator struct {
	m      *Machine
	params []int64
	// asked answers what the program decides, while an event is handled.
	asked Answers
}

// eval evaluates an expression of the spec.
func (ev *evaluator) eval(t syntax.Text, at *moment) (int64, error) {
	e, err := ev.m.parse(t, at.active, at.event)
	if err != nil {
		return 0, err
	}
	return ev.value(e, at)
}

// value evaluates an expression.
func (ev *evaluator) value(e expr.Expr, at *moment) (int64, error) {
	env := &expr.Env{Params: ev.params, Vars: at.vars, Fields: at.fields, Intern: ev.m.Intern}
	var failed error
	expr.Walk(e, func(e expr.Expr) {
		ref, ok := e.(*expr.Ref)
		if !ok || ref.Symbol.Scope != expr.External || failed != nil {
			return
		}
		if env.Externals == nil {
			env.Externals = make([]int64, len(ev.m.asks))
		}
		var holds bool
		holds, failed = ev.answer(&ev.m.asks[ref.Symbol.Index], at)
		if holds {
			env.Externals[ref.Symbol.Index] = 1
		}
	})
	if failed != nil {
		return 0, failed
	}
	return expr.Eval(e, env)
}

// ask is what only a run knows: whether a state is active, or what the program answers to an external guard.
type ask struct {
	state *node
	guard string
	args  []expr.Expr
}

func (ev *evaluator) answer(a *ask, at *moment) (bool, error) {
	if a.state != nil {
		return at.active[a.state.index], nil
	}
	var args []int64
	for _, x := range a.args {
		v, err := ev.value(x, at)
		if err != nil {
			return false, err
		}
		args = append(args, v)
	}
	if ev.asked == nil {
		return false, fmt.Errorf("nobody answers guard %s", a.guard)
	}
	return ev.asked(a.guard, args), nil
}

// text is an expression in the scope in which it is parsed.
type text struct {
	value string
	// state is the innermost active state outside of regions, which has the data.
	state *node
	event *event
}

// parse parses an expression over the data of active states and the payload of an event.
func (m *Machine) parse(t syntax.Text, active []bool, e *event) (expr.Expr, error) {
	key := text{t.Value, m.place(active), e}
	if x := m.cache[key]; x != nil {
		return x, nil
	}
	var faults diag.List
	x := expr.Parse(t.Value, t.Span, expr.Type{}, &scope{m, key.state, e}, &faults)
	if x == nil {
		return nil, fmt.Errorf("%v: %s", t.Span, faults[0].Message)
	}
	m.cache[key] = x
	return x, nil
}

// place returns the innermost active state that is not inside a region.
func (m *Machine) place(active []bool) *node {
	n := m.root
	for {
		i := slices.IndexFunc(n.children, func(c *node) bool { return active[c.index] })
		if i < 0 || n.parallel {
			return n
		}
		n = n.children[i]
	}
}
