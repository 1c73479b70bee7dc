package conform

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// config is a configuration in which some values are known.
type config struct {
	state int
	vars  []value
	// count is the least number of transitions since the begin of the run, or since the last environment event.
	count int64
	// costs are the least costs since the begin of the run, or since what is known of it, of those with a claim. Nothing changes the slice.
	costs []int64
	// since has for each timer the earliest time at which it can have begun the last time; zero: it is not known. Nothing changes the slice.
	since []time.Time
	// open means that the begin is not known, so count says nothing.
	open bool
	// via are the transitions of the present step that lead here.
	via []int
}

// key is the same for two configurations if they are, apart from the counts.
func (c config) key() string {
	var b strings.Builder
	fmt.Fprint(&b, c.state, c.open)
	for _, v := range c.vars {
		if v.known {
			fmt.Fprint(&b, " ", v.n)
		} else {
			b.WriteString(" ?")
		}
	}
	return b.String()
}

// set is different configurations.
type set struct {
	list  []config
	index map[string]int
}

// add adds a configuration, and reports whether it is new, or has a lower count than before.
func (s *set) add(c config) bool {
	if s.index == nil {
		s.index = map[string]int{}
	}
	key := c.key()
	i, ok := s.index[key]
	switch {
	case !ok:
		s.index[key] = len(s.list)
		s.list = append(s.list, c)
	default:
		old := &s.list[i]
		lower := old.least(c)
		if c.count >= old.count {
			return lower
		}
		old.count = c.count
	}
	return true
}

// most is how many configurations one step may lead to. If there are more, those in the same state become one.
const most = 200

// wide is at most one configuration for each state. What is not the same in all that it stands for is not known.
type wide map[int]config

// add adds a configuration, and reports whether the one of its state has changed.
func (w wide) add(c config) bool {
	old, ok := w[c.state]
	if !ok {
		w[c.state] = c
		return true
	}
	joined := config{
		state: c.state, vars: slices.Clone(old.vars), count: min(old.count, c.count), costs: old.costs, since: old.since,
		open: old.open || c.open, via: old.via,
	}
	lower := joined.least(c)
	for i, v := range c.vars {
		if v != joined.vars[i] {
			joined.vars[i] = value{}
		}
	}
	if !lower && joined.count == old.count && joined.open == old.open && slices.Equal(joined.vars, old.vars) {
		return false
	}
	w[c.state] = joined
	return true
}

// run is a machine with the values that are fixed for a run.
type run struct {
	m      *core.Machine
	params []value
	texts  *texts
	claims *claims
	// at is the time of the record that is being checked, or zero.
	at time.Time
}

// scope returns the values that expressions read.
func (r *run) scope(c config, in input) *scope {
	return &scope{params: r.params, vars: c.vars, fields: in.fields, answers: in.answers, texts: r.texts}
}

// input is an event with the values that are known of it.
type input struct {
	event           int
	fields, answers []value
}

// start returns the configurations at the begin, at rest.
func (r *run) start() *set {
	c := config{state: r.m.Initial, vars: make([]value, len(r.m.Vars))}
	for i, v := range r.m.Vars {
		c.vars[i] = is(0)
		if v.Init == nil || !v.Type.Scalar() {
			continue
		}
		var err error
		if c.vars[i], err = r.scope(config{vars: c.vars}, input{}).eval(v.Init); err != nil {
			return &set{} // The machine cannot start with these parameters.
		}
	}
	c.costs = charged(nil, r.claims.start(), r.scope(c, input{}))
	c.since = began(make([]time.Time, len(r.m.Timers)), r.m.Begins(), r.at)
	return r.settle([]config{c})
}

// anywhere returns the configurations in a state of which nothing else is known but the least costs, or in all states if it is -1.
func (r *run) anywhere(in int, costs []int64) *set {
	s := &set{}
	for i := range r.m.States {
		if i != in && in >= 0 {
			continue
		}
		c := config{state: i, vars: make([]value, len(r.m.Vars)), open: true, costs: costs, since: make([]time.Time, len(r.m.Timers))}
		for v := range c.vars {
			if implied := r.m.Vars[v].Implied; implied == core.Pending || implied == core.Carried || !r.m.Exists(v, i) {
				c.vars[v] = is(0) // At rest, nothing is pending.
			}
		}
		s.add(c)
	}
	return s
}

// chosen returns the alternatives that may be chosen for an input, and whether it may be none.
func (r *run) chosen(c config, in input) (list []int, none bool) {
	first := r.m.First(c.state, in.event)
	for k, t := range r.m.On(c.state, in.event) {
		if t.Guard == nil {
			return append(list, first+k), false
		}
		switch holds, err := r.scope(c, in).eval(t.Guard); {
		case err != nil:
			return list, false // The guard has no value, so no run gets here.
		case !holds.known:
			list = append(list, first+k)
		case holds.n == 1:
			return append(list, first+k), false
		}
	}
	return list, true
}

// take returns the configuration after a transition, and whether there is one.
func (r *run) take(c config, transition int, in input) (config, bool) {
	t := &r.m.Transitions[transition]
	after := config{state: t.To, vars: slices.Clone(c.vars), count: c.count + 1, open: c.open, via: append(slices.Clone(c.via), transition)}
	if r.m.Events[t.Event].Environment {
		after.count, after.open = 0, false
	}
	for v := range after.vars {
		if !t.Internal && r.m.Vars[v].State >= 0 {
			after.vars[v] = is(0)
		}
	}
	s := r.scope(c, in)
	after.costs, after.since = charged(c.costs, r.claims.step(transition), s), began(c.since, t.Starts, r.at)
	for _, u := range t.Updates {
		if v := &r.m.Vars[u.Var]; !v.Type.Scalar() || !r.m.Exists(u.Var, t.To) {
			continue
		}
		now, err := s.eval(u.Value)
		if err != nil {
			return config{}, false
		}
		after.vars[u.Var] = now
	}
	return after, true
}

// settle returns the configurations at rest to which transitions without an event lead.
func (r *run) settle(from []config) *set {
	seen, rest := &set{}, &set{}
	for left := slices.Clone(from); len(left) > 0; {
		c := left[len(left)-1]
		left = left[:len(left)-1]
		if !seen.add(c) {
			continue
		}
		if len(seen.list) > most {
			return r.settleWide(from)
		}
		next, rests := r.goOn(c)
		left = append(left, next...)
		if rests {
			rest.add(c)
		}
	}
	return rest
}

// settleWide is settle for many configurations.
func (r *run) settleWide(from []config) *set {
	seen, rest := wide{}, &set{}
	for left := slices.Clone(from); len(left) > 0; {
		c := left[len(left)-1]
		left = left[:len(left)-1]
		if seen.add(c) {
			next, _ := r.goOn(seen[c.state])
			left = append(left, next...)
		}
	}
	for i := range r.m.States {
		if c, ok := seen[i]; ok {
			if _, rests := r.goOn(c); rests {
				rest.add(c)
			}
		}
	}
	return rest
}

// goOn returns where transitions without an event may lead, and whether there may be none.
func (r *run) goOn(c config) (next []config, rests bool) {
	in := input{event: r.m.Eventless(), answers: make([]value, len(r.m.Asks))}
	if in.event < 0 {
		return nil, true
	}
	list, none := r.chosen(c, in)
	for _, t := range list {
		if after, ok := r.take(c, t, in); ok {
			next = append(next, after)
		}
	}
	return next, none
}

// inputs returns the inputs that a recorded event can be in a state: one for each combination of values that are not recorded of
// bools, enums, and answers, unless there are too many.
func (r *run) inputs(state int, in input) []input {
	const enough = 64
	list := []input{in}
	vary := func(n int, at func(*input) *value) {
		if n == 0 || n*len(list) > enough || at(&list[0]).known {
			return
		}
		var all []input
		for _, each := range list {
			for v := range n {
				next := input{each.event, slices.Clone(each.fields), slices.Clone(each.answers)}
				*at(&next) = is(int64(v))
				all = append(all, next)
			}
		}
		list = all
	}
	for i, f := range r.m.Events[in.event].Fields {
		vary(finite(f.Type), func(in *input) *value { return &in.fields[i] })
	}
	for i := range r.m.Asks {
		read := func(x *expr.Symbol) bool { return x.Scope == expr.External && x.Index == i }
		if slices.ContainsFunc(r.m.On(state, in.event), func(t core.Transition) bool { return expr.Uses(t.Guard, read) }) {
			vary(2, func(in *input) *value { return &in.answers[i] })
		}
	}
	return list
}
