package diff

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// pair is a pair of matched transitions, by index. An index is -1 if the version does
// not have the transition.
type pair struct {
	old, new int
	// details are the differences.
	details []Detail
	// moved is set if the targets differ.
	moved bool
	// turned is set if the alternatives are tried in a different order.
	turned bool
	// number is the number of the alternative in the old version, if it is turned.
	number int
}

// form is an alternative as text. Equal texts have equal meanings.
type form struct {
	guard, to string
	updates   []string
	own, all  string
	starts    string
	invokes   string
	raises    string
}

// runs are the names of the timers and invocations of one version: see [timerPairs] and [callPairs].
type runs struct{ timers, calls []string }

func (f form) equal(g form) bool {
	return f.guard == g.guard && f.to == g.to && slices.Equal(f.updates, g.updates) && f.all == g.all && f.starts == g.starts && f.invokes == g.invokes && f.raises == g.raises
}

func (r reader) form(t *core.Transition, names runs) form {
	own := func(e *core.Emission) bool { return e.Cause == core.ByTransition }
	all := func(*core.Emission) bool { return true }
	var starts []string
	for _, s := range t.Starts {
		if names.timers[s] != "" {
			starts = append(starts, names.timers[s])
		}
	}
	slices.Sort(starts)
	var raises []string
	for _, e := range t.Raises {
		raises = append(raises, r.call(part{event, e.Event, 0}))
	}
	return form{
		raises: strings.Join(raises, ", "), invokes: r.starting(t.Invokes, names.calls),
		guard: r.expr(t.Event, source.Own(r.m, t)), to: r.to(t), updates: r.updates(t),
		own: r.emissions(t.Event, t.Emits, own), all: r.emissions(t.Event, t.Emits, all), starts: strings.Join(starts, ", "),
	}
}

// forms writes the forms of alternatives.
func (r reader) forms(list []int, names runs) []form {
	forms := make([]form, len(list))
	for i, t := range list {
		forms[i] = r.form(&r.m.Transitions[t], names)
	}
	return forms
}

// pairUp pairs the alternatives of two lists: equal ones first, then those with the same
// condition, then those with the same actions or the same target. It is symmetric in the
// two lists, whose forms are f and g.
func pairUp(old, new []int, f, g []form) []pair {
	used, taken := make([]bool, len(old)), make([]bool, len(new))
	partner := make([]int, len(new))
	for j := range partner {
		partner[j] = -1
	}
	for _, like := range []func(f, g form) bool{
		form.equal,
		func(f, g form) bool { return f.guard == g.guard && f.to == g.to },
		func(f, g form) bool { return f.guard == g.guard },
		func(f, g form) bool {
			return f.to == g.to && slices.Equal(f.updates, g.updates) && f.own == g.own
		},
		func(f, g form) bool { return f.to == g.to },
	} {
		// Equal texts are paired in order. Texts that are only similar are paired if
		// each has no other candidate.
		for i := range f {
			for j := range g {
				if used[i] || taken[j] || !like(f[i], g[j]) {
					continue
				}
				only := func(n int, busy []bool, fits func(k int) bool) bool {
					for k := range n {
						if !busy[k] && fits(k) {
							return false
						}
					}
					return true
				}
				same := f[i].equal(g[j])
				if !same && !(only(len(g), taken, func(k int) bool { return k != j && like(f[i], g[k]) }) &&
					only(len(f), used, func(k int) bool { return k != i && like(f[k], g[j]) })) {
					continue
				}
				used[i], taken[j], partner[j] = true, true, i
			}
		}
	}
	var pairs []pair
	for j, t := range new {
		p := pair{old: -1, new: t}
		if partner[j] >= 0 {
			p.old = old[partner[j]]
		}
		pairs = append(pairs, p)
	}
	for i, t := range old {
		if !used[i] {
			pairs = append(pairs, pair{old: t, new: -1})
		}
	}
	return pairs
}

// displaced reports which elements of a permutation have moved: those that need not stay where as many as possible keep their order.
func displaced(list []int) []bool {
	// before and after are the lengths of the longest ascending lists that end and begin with each element.
	n := len(list)
	before, after := make([]int, n), make([]int, n)
	longest := 0
	for i := range n {
		for j := range i {
			if list[j] < list[i] {
				before[i] = max(before[i], before[j])
			}
		}
		before[i]++
	}
	for i := n - 1; i >= 0; i-- {
		for j := i + 1; j < n; j++ {
			if list[j] > list[i] {
				after[i] = max(after[i], after[j])
			}
		}
		after[i]++
		longest = max(longest, after[i])
	}
	// An element that is the only one at its place in all longest lists is in each of them.
	rivals := make([]int, longest+1)
	for i := range n {
		if before[i]+after[i] == longest+1 {
			rivals[before[i]]++
		}
	}
	out := make([]bool, n)
	for i := range n {
		out[i] = before[i]+after[i] != longest+1 || rivals[before[i]] > 1
	}
	return out
}

// numberOf returns the number of a transition among the alternatives that are compared. A machine can have more: those that the loader adds.
func numberOf(pairs []pair, transition int, side func(pair) int) int {
	n := 1
	for _, p := range pairs {
		if t := side(p); t >= 0 && t < transition {
			n++
		}
	}
	return n
}

// reordered reports alternatives that both versions have, but try in a different order.
func reordered(m *matching, pairs []pair) (Change, bool) {
	var at, old, new []int
	for i, p := range pairs {
		if p.old >= 0 && p.new >= 0 {
			at, old, new = append(at, i), append(old, p.old), append(new, p.new)
		}
	}
	turned := displaced(old)
	if !slices.Contains(turned, true) {
		return Change{}, false
	}
	var before, after []int // of those that have moved
	for i, is := range turned {
		if p := &pairs[at[i]]; is {
			p.turned, p.number = true, numberOf(pairs, p.old, func(q pair) int { return q.old })
			before, after = append(before, old[i]), append(after, new[i])
		}
	}
	slices.Sort(before)
	conditions := func(of *core.Machine, list []int, side func(pair) int) string {
		texts := make([]string, len(list))
		for i, t := range list {
			texts[i] = strconv.Itoa(numberOf(pairs, t, side)) + ": " + condition(of, t)
		}
		return strings.Join(texts, ", ")
	}
	t := &m.b.Transitions[new[0]]
	return Change{
		Action: Changed, Part: "transition", Name: "--" + m.b.Trigger(t) + "-->", from: sourceOf(m.b, t),
		Details: texts("order", conditions(m.a, before, func(p pair) int { return p.old }), conditions(m.b, after, func(p pair) int { return p.new })),
		breaks:  []breach{{Stricter, "the order of the alternatives has changed"}}, span: t.Span,
	}, true
}
