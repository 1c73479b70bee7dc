package diff

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// callees compares calls and invocations.
type callees struct{ c *comparison }

// declared compares the calls and child machines. The changes of events report their results.
func (cs callees) declared() {
	cs.c.matching.each(call, func(i, j int) {
		x, y := &cs.c.a.Calls[i], &cs.c.b.Calls[j]
		details := append(cs.child(x, y), cs.c.matching.fields("arguments", x.Args, y.Args)...)
		details = append(details, texts("Go name", x.Go, y.Go)...)
		cs.c.record.both("call", x.Name, y.Name, append(details, oldNames(x.Name, x.Was, y.Name, y.Was)...))
	}, func(a Action, m *core.Machine, i int) {
		x := &m.Calls[i]
		var results []string
		for _, e := range x.Results {
			results = append(results, m.Events[e].Name)
		}
		about := having("machine", childName(x), "arguments", fieldTexts(x.Args), "results", strings.Join(results, ", "), "Go name", x.Go)
		cs.c.record.single(a, m, "call", x.Name, about)
	})
}

// callName names a call by its index, or is "" for -1.
func callName(m *core.Machine, i int) string {
	if i < 0 {
		return ""
	}
	return m.Calls[i].Name
}

// childName names the machine of a call, or is "" for a call of the program.
func childName(x *core.Call) string {
	if x.Child == nil {
		return ""
	}
	return x.Child.Name + " in " + x.Path
}

// child compares the child machines of two calls. A parent does not depend on what happens inside a child,
// other than through its parameters, outcomes, and bound, so only the number of the other changes is reported.
func (cs callees) child(x, y *core.Call) []Detail {
	details := texts("machine", childName(x), childName(y))
	if x.Child == nil || y.Child == nil {
		return details
	}
	inside := compare(cs.c.prover.ctx, &Side{Spec: &spec.Spec{Machine: x.Child}}, &Side{Spec: &spec.Spec{Machine: y.Child}})
	others := 0
	for i := range inside.record.d.Changes {
		if ch := &inside.record.d.Changes[i]; ch.Part == "progress" && ch.Name == "bound" {
			details = append(details, texts("bound", ch.Details[0].Old, ch.Details[0].New)...)
		} else {
			others++
		}
	}
	if others > 0 {
		details = append(details, Detail{What: "spec of the machine", Old: x.Path, New: y.Path, Note: diag.Count(others, "change", "changes") + " inside"})
	}
	return details
}

// invocationText describes an invocation without its arguments, for people.
func invocationText(m *core.Machine, i *core.Invocation) string {
	return i.Owner + " invokes " + m.Calls[i.Call].Name
}

// callPairs are the invocations that both versions have, like [timerPairs].
type callPairs struct {
	// of has for each new invocation the old one, or -1.
	of []int
	// old and new map the invocations of either side to a common name; it is "" for those that the other side lacks, or runs in other
	// states.
	old, new []string
}

func pairCalls(m *matching) *callPairs {
	p := &callPairs{of: pairInvocations(m), old: make([]string, len(m.a.Invocations)), new: make([]string, len(m.b.Invocations))}
	for j, i := range p.of {
		if i < 0 {
			continue
		}
		if t, u := &m.a.Invocations[i], &m.b.Invocations[j]; m.oldReader().where(t.States, t.Within) == m.newReader().where(u.States, u.Within) {
			p.new[j] = strconv.Itoa(j + 1)
			p.old[i] = p.new[j]
		}
	}
	return p
}

// starting writes the invocations that both versions have in the same states, in order, for comparison. The others are said of their
// states.
func (r reader) starting(list []int, names []string) string {
	var out []string
	for _, i := range list {
		if names[i] != "" {
			out = append(out, names[i])
		}
	}
	return strings.Join(out, ", ")
}

// callTexts names the calls of invocations.
func callTexts(m *core.Machine, list []int) string {
	var out []string
	for _, i := range list {
		out = append(out, m.Calls[m.Invocations[i].Call].Name)
	}
	return strings.Join(out, ", ")
}

// pairInvocations pairs each new invocation with the index of an old one of the same call: that of the same
// state or composite state, or else the one whose states it shares. The index is -1 if there is none.
func pairInvocations(m *matching) []int {
	pairs := slices.Repeat([]int{-1}, len(m.b.Invocations))
	for _, like := range []func(t, u *core.Invocation) bool{
		func(t, u *core.Invocation) bool { return m.newState(t.Owner) == u.Owner },
		func(t, u *core.Invocation) bool {
			return slices.ContainsFunc(t.States, func(s int) bool {
				q, ok := m.toNew[part{state, s, 0}]
				return ok && slices.Contains(u.States, q.i)
			})
		},
	} {
		for j := range m.b.Invocations {
			u := &m.b.Invocations[j]
			for i := range m.a.Invocations {
				t := &m.a.Invocations[i]
				if pairs[j] < 0 && !slices.Contains(pairs, i) && m.same(part{call, t.Call, 0}, part{call, u.Call, 0}) && like(t, u) {
					pairs[j] = i
				}
			}
		}
	}
	return pairs
}

// invocations compares what the states invoke. A state that only one version has is reported with the state.
func (cs callees) invocations() {
	pairs := cs.c.calls.of
	for j, i := range pairs {
		if i >= 0 {
			cs.invocation(&cs.c.a.Invocations[i], &cs.c.b.Invocations[j])
			continue
		}
		cs.lone(Added, cs.c.b, j, func(s int) bool { _, ok := cs.c.matching.toOld[part{state, s, 0}]; return ok })
	}
	for i := range cs.c.a.Invocations {
		if !slices.Contains(pairs, i) {
			cs.lone(Removed, cs.c.a, i, func(s int) bool { _, ok := cs.c.matching.toNew[part{state, s, 0}]; return ok })
		}
	}
}

// lone records an invocation that only one version has. It is another effect if a state has it that both
// versions have.
func (cs callees) lone(a Action, m *core.Machine, at int, matched func(state int) bool) {
	i := &m.Invocations[at]
	ch := Change{Action: a, Part: "invocation", Name: invocationText(m, i), span: i.Span, gone: a == Removed}
	ch.Details = sided(a, having("as", source.Invocation(m, i), "in", placeNames(m, i.States, i.Within), "counts in the bound", written(i.Cost)))
	if slices.ContainsFunc(i.States, matched) {
		text := "now invoked"
		if a == Removed {
			text = "no longer invoked"
		}
		ch.breaks = []breach{{EffectChanged, text}}
	}
	cs.c.record.add(ch)
}

// invocation compares an invocation that both versions have.
func (cs callees) invocation(t, u *core.Invocation) {
	x, y := &cs.c.a.Calls[t.Call], &cs.c.b.Calls[u.Call]
	var details []Detail
	for k, arg := range y.Args {
		at := slices.IndexFunc(x.Args, func(f core.Field) bool { return f.Name == arg.Name })
		if at < 0 {
			details = append(details, Detail{What: "with " + arg.Name, New: written(u.Args[k])})
			continue
		}
		details = append(details, cs.c.prover.expr("with "+arg.Name, t.Args[at], u.Args[k])...)
	}
	for k, arg := range x.Args {
		if !slices.ContainsFunc(y.Args, func(f core.Field) bool { return f.Name == arg.Name }) {
			details = append(details, Detail{What: "with " + arg.Name, Old: written(t.Args[k])})
		}
	}
	if old, new := cs.c.matching.oldReader().where(t.States, t.Within), cs.c.matching.newReader().where(u.States, u.Within); old != new {
		details = append(details, texts("runs in", placeNames(cs.c.a, t.States, t.Within), placeNames(cs.c.b, u.States, u.Within))...)
	} else if t.Owner != u.Owner && cs.c.matching.newState(t.Owner) != u.Owner {
		cs.c.record.note("what " + u.Owner + " invokes, " + y.Name + ", was declared in " + t.Owner)
	}
	breaks := effects(cs.c.matching, details)
	details = append(details, cs.c.prover.expr("counts in the bound", t.Cost, u.Cost)...)
	if len(details) > 0 {
		cs.c.record.add(Change{Action: Changed, Part: "invocation", Name: invocationText(cs.c.b, u), Details: details, breaks: breaks, span: u.Span})
	}
}

// states writes a set of states, for comparison.
func (r reader) states(list []int) string {
	var names []string
	for _, s := range list {
		names = append(names, r.call(part{state, s, 0}))
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// ended reports whether a transition is for the result of a call that no longer runs in the state, which is
// said of the invocation. State is the new index of the state.
func (cs callees) ended(t *core.Transition, state int) bool {
	old := cs.c.a.Caller(t.Event)
	if old < 0 {
		return false
	}
	q, ok := cs.c.matching.toNew[part{call, old, 0}]
	return !ok || !cs.c.b.Runs(q.i, state)
}

// stored reports the calls and child machines that the new version does not know. Restore drops the
// numbers of their runs.
func (cs callees) stored() {
	for i := range cs.c.a.Calls {
		for n, name := range append([]string{cs.c.a.Calls[i].Name}, cs.c.a.Calls[i].Was...) {
			if slices.ContainsFunc(cs.c.b.Calls, func(x core.Call) bool { return x.Name == name || slices.Contains(x.Was, name) }) {
				continue
			}
			b := Breaking{Code: StoredCall, Subject: "call " + name, Text: "removed", Possible: n > 0}.at(cs.c.places().of(part{call, i, 0}))
			if cs.c.a.Faces.Snapshot && cs.c.b.Faces.Snapshot {
				b.Text += ", so Restore drops what stored machines say of it"
			}
			if q, ok := cs.c.matching.toNew[part{call, i, 0}]; ok {
				b.Text = "now " + cs.c.b.Calls[q.i].Name
				if cs.c.a.Faces.Snapshot && cs.c.b.Faces.Snapshot {
					b.Text += ", so stored machines forget the number of the start that runs"
				}
				b.Help = "add `was: " + name + "` to " + cs.c.b.Calls[q.i].Name
			}
			cs.c.record.d.Breaking = append(cs.c.record.d.Breaking, b)
		}
	}
}
