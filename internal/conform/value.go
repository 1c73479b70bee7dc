package conform

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// value is a value as in expr.Env, if it is known.
type value struct {
	n     int64
	known bool
}

// is returns a known value.
func is(n int64) value { return value{n, true} }

// texts numbers strings. The empty one is 0.
type texts struct{ numbers map[string]int64 }

func (t *texts) number(text string) int64 {
	if t.numbers == nil {
		t.numbers = map[string]int64{"": 0}
	}
	n, ok := t.numbers[text]
	if !ok {
		n = int64(len(t.numbers))
		t.numbers[text] = n
	}
	return n
}

// scope is the values that an expression reads.
type scope struct {
	params, vars, fields, answers []value
	texts                         *texts
}

// of returns the value of a symbol.
func (s *scope) of(x *expr.Symbol) value {
	list := map[expr.Scope][]value{expr.Param: s.params, expr.Var: s.vars, expr.Field: s.fields, expr.External: s.answers}[x.Scope]
	if x.Index >= len(list) {
		return value{}
	}
	return list[x.Index]
}

// eval evaluates an expression. The value is known if it is the same for all values that are not known. The error is that of
// expr.Eval: there is no value.
func (s *scope) eval(e expr.Expr) (value, error) {
	if !expr.Uses(e, func(x *expr.Symbol) bool { return !s.of(x).known }) {
		n, err := expr.Eval(e, s.env())
		return value{n, err == nil}, err
	}
	switch e := e.(type) {
	case *expr.Unary:
		if e.Op != expr.Not {
			return value{}, nil
		}
		v, err := s.eval(e.X)
		return value{1 - v.n, v.known}, err
	case *expr.Binary:
		if e.Op == expr.And || e.Op == expr.Or {
			return s.either(e)
		}
	}
	return value{}, nil
}

// either evaluates && and ||, where one operand can be enough. The second one has no value only if it is evaluated.
func (s *scope) either(e *expr.Binary) (value, error) {
	enough := int64(0)
	if e.Op == expr.Or {
		enough = 1
	}
	x, err := s.eval(e.X)
	if err != nil || x.known && x.n == enough {
		return x, err
	}
	y, err := s.eval(e.Y)
	switch {
	case err != nil && x.known:
		return value{}, err
	case err != nil:
		return is(enough), nil // The first operand is enough, or there is no value.
	case y.known && (y.n == enough || x.known):
		return y, nil
	}
	return value{}, nil
}

// env returns the values for expr.Eval. Those that are not known are not read.
func (s *scope) env() *expr.Env {
	numbers := func(list []value) []int64 {
		out := make([]int64, len(list))
		for i, v := range list {
			out[i] = v.n
		}
		return out
	}
	return &expr.Env{Params: numbers(s.params), Vars: numbers(s.vars), Fields: numbers(s.fields), Externals: numbers(s.answers), Intern: s.texts.number}
}

// finite returns how many values a type has, or 0 if that is too many to try.
func finite(t expr.Type) int {
	switch t.Kind {
	case expr.Bool:
		return 2
	case expr.Enumerated:
		return len(t.Enum.Values)
	}
	return 0
}

// event returns the index of an event by its name, also by an earlier one, or -1. The event of transitions without an event is none.
func event(m *core.Machine, name string) int {
	return slices.IndexFunc(m.Events, func(e core.Event) bool { return !e.Eventless && (e.Name == name || slices.Contains(e.Was, name)) })
}

// state returns the index of a state by its name, by what is stored in its place, or by an earlier name, or -1.
func state(m *core.Machine, name string) int {
	return slices.IndexFunc(m.States, func(s core.State) bool { return s.Name == name || slices.Contains(s.Texts(), name) })
}
