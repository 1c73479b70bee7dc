package verdict

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
)

// Closed is a set of configurations that no run leaves, and in which none is at a goal. A run into it shows that
// the goal cannot be reached any more. Values are mathematical integers, and the world does anything: what Go can do is less.
type Closed struct {
	// In has the conditions of the configurations of each state, over parameters and variables, but no strings. It
	// is nil for a state without any.
	In [][]expr.Expr
	// Away proves, for each state, that its configurations are not at the goal, and Kept, for each transition,
	// that it leads into the set: a proof for each condition of the target, or one that it is not taken, if the set has no
	// configurations there. Both are nil where nothing has to be proved.
	Away []*certificate.Proof
	Kept [][]*certificate.Proof
}

// Refutes reports whether the set proves that no run leads to the goal from a configuration that the claim is about.
func (c *Closed) Refutes(m *core.Machine, g *core.Goal, params []int64, state int, vars []int64) bool {
	if !c.formed(m) || c.In[state] == nil {
		return false
	}
	env := &expr.Env{Params: params, Vars: vars}
	for _, x := range append([]expr.Expr{g.Here[state]}, c.In[state]...) {
		if v, err := expr.Eval(x, env); err != nil || v == 0 {
			return false
		}
	}
	t := encode.Empty(m)
	for s := range m.States {
		if p, ok := c.Apart(t, g, s); ok && !replayed(p, c.Away[s]) {
			return false
		}
	}
	for i := range m.Transitions {
		problems := c.Keeps(t, m, i)
		if len(problems) != len(c.Kept[i]) {
			return false
		}
		for k, p := range problems {
			if !replayed(p, c.Kept[i][k]) {
				return false
			}
		}
	}
	return true
}

// formed reports whether the set is one of the machine, so that its problems say what they should.
func (c *Closed) formed(m *core.Machine) bool {
	if len(c.In) != len(m.States) || len(c.Away) != len(m.States) || len(c.Kept) != len(m.Transitions) {
		return false
	}
	for s, list := range c.In {
		strings := func(x expr.Expr) bool {
			return expr.Uses(x, func(y *expr.Symbol) bool { return y.Type.Kind == expr.String })
		}
		if !conditions(m, s, list) || slices.ContainsFunc(list, strings) {
			return false
		}
	}
	return true
}

// Apart returns the problem that no configuration of the set in a state is at the goal. ok is false if there is nothing to
// prove.
func (c *Closed) Apart(t *encode.Theory, g *core.Goal, state int) (p encode.Problem, ok bool) {
	if c.In[state] == nil || !g.Meets(state) {
		return p, false
	}
	e := t.In(state)
	c.assume(e, state)
	return e.Problem(certificate.Not(e.Formula(g.At[state]))), true
}

// Keeps returns the problems that a transition from a configuration of the set leads to one.
func (c *Closed) Keeps(t *encode.Theory, m *core.Machine, transition int) (problems []encode.Problem) {
	a := &m.Transitions[transition]
	if c.In[a.From] == nil || a.Effect != core.Take {
		return nil
	}
	e := t.Step(transition)
	c.assume(e, a.From)
	if c.In[a.To] == nil {
		return []encode.Problem{e.Problem(certificate.Or())}
	}
	for _, x := range c.In[a.To] {
		problems = append(problems, e.Problem(e.Formula(expr.Substitute(x, a.Updated))))
	}
	return problems
}

func (c *Closed) assume(e *encode.Encoder, state int) {
	for _, x := range c.In[state] {
		e.Fact(e.Formula(x))
	}
}
