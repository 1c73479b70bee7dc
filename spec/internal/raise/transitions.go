package raise

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/names"
)

// declare adds the enum and the variable. It reports whether their names are free.
func (r *lowering) declare() bool {
	m := r.machine
	enum := &expr.Enum{Name: pendingType, Doc: "Raised is a list of raised events that are still to be handled.", Values: []string{"none"}, Span: m.Events[m.Eventless()].Span}
	// The order of states and events in a spec has no meaning, and enum values have numbers.
	slices.SortFunc(r.order, func(a, b string) int {
		return cmp.Or(len(r.queues[a])-len(r.queues[b]), strings.Compare(r.eventNames(r.queues[a]), r.eventNames(r.queues[b])))
	})
	if r.order[0] != "" {
		r.order = slices.Insert(r.order, 0, "")
	}
	for _, k := range r.order[1:] {
		var parts []string
		for _, e := range r.queues[k] {
			parts = append(parts, m.Events[e].Name)
		}
		names.AddValue(enum, strings.Join(parts, "_"))
	}
	if at, taken := r.names.Taken(pendingName, pendingType); taken {
		r.diags.Errorf(diag.CodeRaise, at, "this has the name of the variable or the type of the events that this machine raises").
			Helpf("choose another name than `%s` or `%s`", pendingName, pendingType)
		return false
	}
	m.Enums = append(m.Enums, enum)
	t := expr.Type{Kind: expr.Enumerated, Enum: enum}
	r.symbol = &expr.Symbol{Scope: expr.Var, Index: len(m.Vars), Name: pendingName, Type: t}
	m.Vars = append(m.Vars, core.Var{
		Name: pendingName, Doc: "the raised events that are still to be handled", Type: t, State: -1, Implied: core.Pending, Span: enum.Span,
		Symbol: r.symbol, Init: r.value(r.started()),
	})
	return true
}

// value returns a queue as a value of the variable.
func (r *lowering) value(q queue) expr.Expr {
	return &expr.Lit{T: r.symbol.Type, Value: int64(slices.Index(r.order, q.key()))}
}

// rewrite gives each state transitions for the events that can be pending there.
func (r *lowering) rewrite() {
	m := r.machine
	var out []core.Transition
	for s := range m.States {
		always := m.Always(s)
		for i := range always {
			out = append(out, r.always(&always[i])...)
		}
		if r.drops(s) {
			out = append(out, r.pendingInRegions(s)...)
		} else {
			out = append(out, r.pending(s)...)
		}
		if n := len(out); n > 0 && out[n-1].From == s && out[n-1].Guard == nil {
			continue // the machine never waits in the state
		}
		list := m.From(s)
		for i := range list {
			t := &list[i]
			if m.Events[t.Event].Eventless || r.only(t.Event, s) {
				continue
			}
			if t.Effect == core.Take {
				out = append(out, r.sent(t)...)
			} else {
				out = append(out, *t)
			}
		}
	}
	m.Transitions = out
}

// sent returns a transition for an event from outside, once for each queue that it can leave behind. None is
// pending before it.
func (r *lowering) sent(t *core.Transition) []core.Transition {
	g := group{remainders: r.remainders(t, nil)}
	last := g.remainders[len(g.remainders)-1].left
	if _, known := r.queues[g.remainders[0].left.key()]; !known || len(g.remainders) == 1 && len(last) == 0 {
		return []core.Transition{*t}
	}
	return r.copies(*t, []group{g}, false)
}

// sets returns the update of the variable.
func (r *lowering) sets(q queue, at diag.Span) core.Update {
	return core.Update{Var: r.symbol.Index, Value: r.value(q), Implied: true, Span: at}
}

// group are queues after which a transition leaves the same ones behind.
type group struct {
	keys       []string
	remainders []remainder
}

// groups divides the queues of a state by what a transition leaves of them. rest is what it finds of each.
func (r *lowering) groups(t *core.Transition, keys []string, rest func(queue) queue) (out []group) {
	for _, k := range keys {
		left := r.remainders(t, rest(r.queues[k]))
		same := func(x, y remainder) bool { return x.left.key() == y.left.key() }
		i := slices.IndexFunc(out, func(g group) bool { return slices.EqualFunc(g.remainders, left, same) })
		if i < 0 {
			i = len(out)
			out = append(out, group{remainders: left})
		}
		out[i].keys = append(out[i].keys, k)
	}
	return out
}

// when returns the condition that one of the queues of a group is pending, and that another
// condition holds, which may be nil.
func (r *lowering) when(g group, guard expr.Expr) expr.Expr {
	var any []expr.Expr
	for _, k := range g.keys {
		any = append(any, &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: r.symbol}, Y: r.value(r.queues[k])})
	}
	return expr.Both(expr.AnyOf(any...), guard)
}

// copies returns a transition once for each queue that each group leaves behind. The condition for the last group says
// nothing of queues if no others are left.
func (r *lowering) copies(t core.Transition, groups []group, others bool) (out []core.Transition) {
	for i, g := range groups {
		for _, x := range g.remainders {
			u := t
			u.Guard = expr.Both(t.Guard, x.when)
			if others || i < len(groups)-1 {
				u.Guard = r.when(g, u.Guard)
			}
			u.Updates = append(slices.Clip(t.Updates), r.sets(x.left, t.Span))
			out = append(out, u)
		}
	}
	return out
}

// always returns a transition without an event, once for each queue that it leaves behind.
func (r *lowering) always(t *core.Transition) []core.Transition {
	keys := r.at[t.From]
	if r.drops(t.From) {
		// Where the regions are excludes some of the queues.
		keys = slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return !r.steps[choice{t, k}] })
	}
	groups := r.groups(t, keys, func(q queue) queue { return q })
	if !slices.ContainsFunc(groups, func(g group) bool {
		return len(g.remainders) > 1 || len(g.keys) > 1 || g.remainders[0].left.key() != g.keys[0]
	}) {
		return []core.Transition{*t}
	}
	return r.copies(*t, groups, false)
}

// pending returns the transitions for the events that can be pending in a state, as transitions
// without an event.
func (r *lowering) pending(s int) (out []core.Transition) {
	m := r.machine
	byHead := map[int][]string{}
	var heads []int
	for _, k := range r.at[s] {
		if q := r.queues[k]; len(q) > 0 {
			if byHead[q[0]] == nil {
				heads = append(heads, q[0])
			}
			byHead[q[0]] = append(byHead[q[0]], k)
		}
	}
	waits := slices.Contains(r.at[s], "")
	for i, head := range heads {
		list := m.On(s, head)
		for k := range list {
			t := list[k]
			groups := r.groups(&list[k], byHead[head], func(q queue) queue { return q[1:] })
			t.Event, t.Handles = m.Eventless(), m.Events[head].Name
			out = append(out, r.copies(t, groups, waits || i < len(heads)-1)...)
		}
	}
	return out
}

// pendingInRegions is pending for a state with regions. The first event of a queue is one that an alternative is for: see
// [lowering.remainders].
func (r *lowering) pendingInRegions(s int) (out []core.Transition) {
	m := r.machine
	for _, k := range r.at[s] {
		q := r.queues[k]
		if len(q) == 0 {
			continue
		}
		list := m.On(s, q[0])
		var not expr.Expr // an earlier alternative takes no transition
		for j := range list {
			t := list[j]
			if t.Effect != core.Take {
				if t.Guard != nil {
					not = expr.Both(not, &expr.Unary{Op: expr.Not, X: t.Guard})
				}
				continue
			}
			if !r.steps[choice{&list[j], k}] {
				continue
			}
			t.Event, t.Handles = m.Eventless(), m.Events[q[0]].Name
			t.Guard = expr.Both(not, t.Guard)
			out = append(out, r.copies(t, []group{{[]string{k}, r.remainders(&list[j], q[1:])}}, true)...)
		}
	}
	return out
}
