package raise

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// maxPlaces limits the combinations of leaves of a state with regions that are told apart.
const maxPlaces = 1024

// places are the variables of a state with regions that are told apart when queues are explored:
// where each region is, unless there are too many combinations, and what is left of an event.
func (r *lowering) places(state int) (vars []int) {
	s := &r.machine.States[state]
	if len(s.Regions) == 0 {
		return nil
	}
	product := 1
	for _, region := range s.Regions {
		product = min(product*len(region.Leaves), maxPlaces+1)
		vars = append(vars, region.Var)
	}
	if product > maxPlaces {
		vars = nil
	}
	if rest := r.rests[r.tree.Plain[state]]; rest != nil {
		vars = append(vars, rest.Index)
	}
	return vars
}

// env returns the values of the variables at a place; ok reports which are known.
func (r *lowering) env(p situation) (env *expr.Env, known func(*expr.Symbol) bool) {
	if last := &r.last; last.env != nil && last.place == (situation{state: p.state, where: p.where}) {
		return last.env, last.known
	}
	env, known = r.evaluated(p)
	r.last = valuation{situation{state: p.state, where: p.where}, env, known}
	return env, known
}

func (r *lowering) evaluated(p situation) (env *expr.Env, known func(*expr.Symbol) bool) {
	env = &expr.Env{Vars: make([]int64, len(r.machine.Vars))}
	vars := r.places(p.state)
	for i, text := range strings.Fields(p.where) {
		env.Vars[vars[i]], _ = strconv.ParseInt(text, 10, 64)
	}
	return env, func(s *expr.Symbol) bool { return s.Scope == expr.Var && slices.Contains(vars, s.Index) }
}

// possible reports whether a transition can be taken at a place, as far as the place tells.
func (r *lowering) possible(p situation, t *core.Transition) bool {
	if p.where == "" || t.Guard == nil {
		return true
	}
	env, known := r.env(p)
	var holds func(e expr.Expr) bool
	holds = func(e expr.Expr) bool {
		if and, ok := e.(*expr.Binary); ok && and.Op == expr.And {
			return holds(and.X) && holds(and.Y)
		}
		if expr.Uses(e, func(s *expr.Symbol) bool { return !known(s) }) {
			return true
		}
		v, err := expr.Eval(e, env)
		return err != nil || v != 0
	}
	return holds(t.Guard)
}

// midway reports whether regions are still to handle an event: the machine then goes on with it.
func (r *lowering) midway(p situation) bool {
	rest := r.rests[r.tree.Plain[p.state]]
	if rest == nil || p.where == "" {
		return false
	}
	env, _ := r.env(p)
	return env.Vars[rest.Index] != 0
}

// next returns the place to which a transition leads.
func (r *lowering) next(p situation, t *core.Transition) string {
	before, _ := r.env(p)
	values := make([]string, 0, len(r.places(t.To)))
	for _, v := range r.places(t.To) {
		value := before.Vars[v]
		if lit, ok := t.Updated(r.machine.Vars[v].Symbol).(*expr.Lit); ok {
			value = lit.Value
		}
		values = append(values, strconv.FormatInt(value, 10))
	}
	return strings.Join(values, " ")
}

// first returns the place at which the machine starts.
func (r *lowering) first() string {
	var values []string
	for _, v := range r.places(r.machine.Initial) {
		value := int64(0)
		if lit, ok := r.machine.Vars[v].Init.(*expr.Lit); ok {
			value = lit.Value
		}
		values = append(values, strconv.FormatInt(value, 10))
	}
	return strings.Join(values, " ")
}
