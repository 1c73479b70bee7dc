package reference

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
)

// change is a transition as it is worked out.
type change struct {
	run            *Run
	source         *node
	target         *node // nil for a transition without one
	exits, enters  []*node
	step           Step
	before         *moment
	raise          []string
	rule           string
	set            []syntax.Assignment
	clear          []syntax.Text
	ends, stalling bool
}

// take takes a transition, and reports whether it has: one that is blocked by what another region has done takes none.
func (r *Run) take(c *choice, e *event, fields []int64) (bool, error) {
	ch := &change{run: r, source: c.source, before: r.past(e, fields), rule: c.rule, step: Step{Event: c.event, Rule: c.rule}}
	a := c.alt
	if a == nil {
		a = &syntax.Alternative{} // the rule takes the place of all alternatives
	}
	ch.step.At, ch.set, ch.clear = a.Span, a.Set, a.Clear
	if err := ch.aim(c, a); err != nil {
		return false, err
	}
	if ch.target != nil {
		if err := ch.route(a); err != nil {
			return false, err
		}
		if ch.rule != "limit" && r.blocked(ch.exits) { // the limit rule ends the machine in any case
			return false, nil
		}
	}
	if r.taken > 0 && c.rule == "" && r.exhausted() {
		// Another region has reached the limit for the same event: the rule takes the place of this transition.
		return r.take(r.limit(c.source, c.event), nil, nil)
	}
	if err := ch.perform(a); err != nil {
		return false, err
	}
	r.taken++
	r.left = append(r.left, ch.exits...)
	r.steps = append(r.steps, ch.step)
	if len(r.steps) > most {
		return true, ErrEndless
	}
	return true, nil
}

// aim finds the target of a transition, which a rule may choose.
func (ch *change) aim(c *choice, a *syntax.Alternative) (err error) {
	switch {
	case c.rule == "limit":
		ch.target = ch.run.m.limit.to
	case a.To.Given():
		ch.target, err = ch.run.m.find(a.To)
	default:
		return ch.stall(a)
	}
	return err
}

// route finds the states that a transition leaves, from the inside out, and those that it enters, from the outside in.
func (ch *change) route(a *syntax.Alternative) error {
	d := domain(ch.source, ch.target)
	if d == nil {
		return fmt.Errorf("no state is around %s and %s", ch.source.name, ch.target.name)
	}
	top := d
	if d.parallel { // only one region is left
		top = below(d, ch.source)
		ch.exits = []*node{top}
	}
	for _, n := range ch.run.m.nodes {
		if ch.run.active[n.index] && n.inside(top) {
			ch.exits = append(ch.exits, n)
		}
	}
	inward(ch.exits)
	slices.Reverse(ch.exits)
	ch.ends = ch.target.outcome != ""
	return ch.enter(d, a)
}

// below returns the node directly inside outer that is n or is around it.
func below(outer, n *node) *node {
	for n.parent != outer {
		n = n.parent
	}
	return n
}

// inward sorts nodes in the order of the spec, what is around a state before it.
func inward(list []*node) {
	slices.SortFunc(list, func(a, b *node) int { return a.index - b.index })
}

// perform changes the configuration, and says what the program is told.
func (ch *change) perform(a *syntax.Alternative) error {
	if err := ch.leave(); err != nil {
		return err
	}
	if err := ch.run.emit(&ch.step, a.Emit, ch.before); err != nil {
		return err
	}
	ch.raise = append(ch.raise, names(a.Raise)...)
	vars, err := ch.assign()
	if err != nil {
		return err
	}
	ch.run.remember(ch.exits)
	for _, n := range ch.exits {
		ch.run.active[n.index] = false
	}
	ch.run.vars = vars
	for _, n := range ch.enters {
		ch.run.active[n.index] = true
	}
	ch.stopTimers()
	ch.cancel()
	return ch.arrive()
}

// leave emits and raises what the states do that are left.
func (ch *change) leave() error {
	for _, n := range ch.exits {
		if err := ch.run.emit(&ch.step, n.state.Exit, ch.before); err != nil {
			return err
		}
		ch.raise = append(ch.raise, names(n.state.RaiseExit)...)
	}
	return nil
}

// arrive emits and raises what the states do that are entered, and starts what runs in them.
func (ch *change) arrive() error {
	for _, n := range ch.enters {
		// The values after the transition, and the payload of its event.
		if err := ch.run.emit(&ch.step, n.state.Entry, ch.run.moment().with(ch.before.event, ch.before.fields)); err != nil {
			return err
		}
		ch.raise = append(ch.raise, names(n.state.RaiseEntry)...)
	}
	if ch.ends {
		ch.run.outcome, ch.run.raised = ch.target.outcome, nil
		return nil
	}
	ch.run.raised = append(ch.run.raised, ch.raise...)
	if err := ch.startTimers(); err != nil {
		return err
	}
	return ch.invoke()
}

// assign computes the values after a transition from those before it.
func (ch *change) assign() ([]int64, error) {
	after := slices.Clone(ch.run.vars)
	for _, n := range ch.exits {
		for _, i := range n.data {
			after[i] = 0
		}
	}
	for _, s := range ch.set {
		i, err := ch.slot(s.Name)
		if err != nil {
			return nil, err
		}
		if after[i], err = ch.run.values.eval(s.Value, ch.before); err != nil {
			return nil, err
		}
	}
	for _, c := range ch.clear {
		i, err := ch.slot(c)
		if err != nil {
			return nil, err
		}
		if after[i], err = ch.run.initial(i); err != nil {
			return nil, err
		}
	}
	ch.count(after)
	return after, nil
}

// slot finds what a transition assigns: a datum of a state that it enters or stays in, or a variable.
func (ch *change) slot(name syntax.Text) (int, error) {
	for _, n := range ch.run.m.nodes {
		stays := ch.run.active[n.index] && !slices.Contains(ch.exits, n)
		if !stays && !slices.Contains(ch.enters, n) {
			continue
		}
		for _, i := range n.data {
			if ch.run.m.slots[i].Name == name.Value {
				return i, nil
			}
		}
	}
	for i, s := range ch.run.m.slots {
		if s.State == "" && s.Name == name.Value {
			return i, nil
		}
	}
	return 0, fmt.Errorf("unknown variable %q at %v", name.Value, name.Span)
}

// emit appends outputs with their values.
func (r *Run) emit(step *Step, list []syntax.Emit, at *moment) error {
	for _, e := range list {
		declared := r.m.output[e.Output.Value]
		if declared == nil {
			return fmt.Errorf("unknown output %q at %v", e.Output.Value, e.Output.Span)
		}
		out := Output{Name: declared.Name.Value}
		for _, f := range declared.Fields {
			i := slices.IndexFunc(e.Values, func(a syntax.Assignment) bool { return a.Name.Value == f.Name.Value })
			if i < 0 {
				return fmt.Errorf("output %q has no value for %q at %v", out.Name, f.Name.Value, e.Output.Span)
			}
			v, err := r.values.eval(e.Values[i].Value, at)
			if err != nil {
				return err
			}
			out.Values = append(out.Values, v)
		}
		step.Outputs = append(step.Outputs, out)
	}
	return nil
}

func names(list []syntax.Text) (out []string) {
	for _, t := range list {
		out = append(out, t.Value)
	}
	return out
}
