package picture_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// alternative is one possible effect of an event in a state.
type alternative struct{ guard, actions, to string }

// read answers for a state and event what can happen, by the picture alone, as
// a reader of statecharts does: what the state says, then what the blocks
// around it say from the inside out, until something is unguarded.
//
// It also returns after which times the event is raised, each with the state
// or composite state in which it is.
func read(p *picture.Picture, state int, event string) (list []alternative, times []string) {
	open := true
	take := func(from string, l picture.Label, to string) {
		if l.Event != event {
			return
		}
		for _, text := range l.After {
			if !strings.Contains(text, " in ") {
				text += " in " + from
			}
			times = append(times, text)
		}
		if !slices.Equal(l.Updates, []string{"rejected"}) {
			list = append(list, alternative{l.Guard, actions(l), to})
			open = open && l.Guard != ""
		}
	}
	name := func(node int) string {
		switch n := p.Nodes[node]; {
		case !n.Any:
			return n.Name
		case n.Block >= 0:
			return p.Blocks[n.Block].Name
		}
		return ""
	}
	layer := func(is func(int) bool) {
		if !open {
			return
		}
		for _, e := range p.Edges {
			for _, l := range e.Labels {
				if is(e.From) {
					take(name(e.From), l, p.Nodes[e.To].Name)
				}
			}
		}
		for i, n := range p.Nodes {
			if !is(i) {
				continue
			}
			for _, l := range n.Stays {
				to := ""
				if l.Reenter {
					to = name(i)
				}
				take(name(i), l, to)
			}
			for _, e := range n.Ignores {
				take(name(i), picture.Label{Event: e}, "")
			}
		}
	}
	layer(func(n int) bool { return n == state })
	for b := p.Nodes[state].Block; ; b = p.Blocks[b].Parent {
		layer(func(n int) bool { return p.Nodes[n].Any && p.Nodes[n].Block == b })
		if b < 0 || p.Blocks[b].Region {
			return list, times // a region leaves what it does not handle to the state around it
		}
	}
}

// actions joins what a label says is done; "ignored" is nothing.
func actions(l picture.Label) string {
	return strings.TrimPrefix(strings.Join(l.Actions(), ", "), "ignored")
}

// TestNothingLost reads pictures of random machines back and compares with the
// machines.
func TestNothingLost(t *testing.T) {
	machines := []*core.Machine{picturetest.Fallback(), picturetest.Everything(), picturetest.Call(), picturetest.Endless()}
	machines = append(machines, load(t, "../../testdata/triage.fsm.yaml"), load(t, "../../testdata/grader.fsm.yaml"), load(t, "../../../spec/testdata/ok/always.fsm.yaml"), load(t, "../../testdata/order/checkout.fsm.yaml"))
	first := sample.Seed(t)
	for i := range uint64(500) {
		machines = append(machines, random(rand.New(rand.NewPCG(first+i, 1))))
	}
	shared := 0
	for _, m := range machines {
		p := picture.New(m)
		for s := range m.States {
			if m.Terminal(s) {
				continue
			}
			for e := range m.Events {
				var want []alternative
				for _, t := range m.On(s, e) {
					if t.Effect == core.Reject {
						continue // like an event that the state does not list
					}
					a := alternative{to: m.States[t.To].Name}
					if t.Internal {
						a.to = ""
					}
					l := labelOf(m, t)
					a.guard, a.actions = l.Guard, actions(l)
					want = append(want, a)
				}
				got, times := read(p, s, m.Events[e].Name)
				if first, _ := read(p, s, "always"); m.Transient(s) && !m.Events[e].Eventless {
					if !slices.ContainsFunc(first, func(a alternative) bool { return a.guard == "" }) {
						t.Fatalf("%s: the picture does not say that the machine never waits there: %v", m.States[s].Name, first)
					}
					continue // a reader looks at what needs no event first
				}
				if !slices.Equal(sorted(got), sorted(want)) {
					t.Fatalf("%s on %s: the picture says %v, the machine %v\n%s", m.States[s].Name, m.Events[e].Name, got, want, strings.Join(edges(p), "\n"))
				}
				if d := timersLost(m, s, e, times); d != "" {
					t.Fatalf("%s on %s: %s\n%s", m.States[s].Name, m.Events[e].Name, d, strings.Join(edges(p), "\n"))
				}
			}
		}
		if d := outputsLost(m, p); d != "" {
			t.Fatalf("%s\n%s", d, strings.Join(edges(p), "\n"))
		}
		if d := cmp.Diff(invocations(m), invoked(p)); d != "" {
			t.Fatalf("invocations of the machine and the picture: %s", d)
		}
		for _, e := range p.Edges {
			if p.Nodes[e.From].Any {
				shared++
			}
		}
	}
	if shared < 100 {
		t.Errorf("only %d edges come from blocks: the machines test nothing", shared)
	}
}

// timersLost says what is wrong with the times that a picture gives for a state
// and event: one is missing, or there is no such timer. Only whole seconds are
// looked at.
func timersLost(m *core.Machine, state, event int, times []string) string {
	var all []string
	for _, t := range m.Timers {
		if t.Delay >= 0 || t.Constant >= time.Minute || t.Event != event {
			continue
		}
		text := t.Constant.String() + " in " + t.Owner
		all = append(all, text)
		if slices.Contains(t.States, state) && !slices.Contains(times, text) {
			return fmt.Sprintf("the picture gives the times %q, not %q", times, text)
		}
	}
	for _, text := range times {
		if _, err := time.ParseDuration(strings.Fields(text)[0]); err == nil && !strings.Contains(text, "h") && !strings.Contains(text, "m") && !slices.Contains(all, text) {
			return fmt.Sprintf("the picture gives the time %q, the machine %q", text, all)
		}
	}
	return ""
}

// invocations lists what each state and composite state of a machine invokes.
func invocations(m *core.Machine) map[string][]string {
	all := map[string][]string{}
	for _, i := range m.Invocations {
		text := m.Calls[i.Call].Name
		for k, a := range i.Args {
			text += " " + m.Calls[i.Call].Args[k].Name + "=" + expr.Print(a, expr.Math)
		}
		all[i.Owner] = append(all[i.Owner], text)
	}
	return all
}

// invoked lists the same from a picture: "stock(item, n: 2)" is "stock item=item n=2".
func invoked(p *picture.Picture) map[string][]string {
	all := map[string][]string{}
	read := func(name string, texts []string) {
		for _, text := range texts {
			call, args, _ := strings.Cut(strings.TrimSuffix(text, ")"), "(")
			for arg := range strings.SplitSeq(args, ", ") {
				field, value, ok := strings.Cut(arg, ": ")
				if !ok {
					value = field
				}
				if arg != "" {
					call += " " + field + "=" + value
				}
			}
			all[name] = append(all[name], call)
		}
	}
	for _, n := range p.Nodes {
		read(n.Name, n.Invokes)
	}
	for _, b := range p.Blocks {
		read(b.Name, b.Invokes)
	}
	return all
}

// outputsLost says what is wrong with the outputs of entering and leaving in a
// picture: those that a transition or the start has are not the same, in the
// same order, as those that the picture has with the state.
func outputsLost(m *core.Machine, p *picture.Picture) string {
	type visit struct {
		state string
		cause core.Cause
	}
	drawn := make(map[visit][]string)
	for _, n := range p.Nodes {
		drawn[visit{n.Name, core.ByEntry}], drawn[visit{n.Name, core.ByExit}] = n.Entry, n.Exit
	}
	for _, b := range p.Blocks {
		drawn[visit{b.Name, core.ByEntry}], drawn[visit{b.Name, core.ByExit}] = b.Entry, b.Exit
	}
	met := make(map[visit]bool)
	lists := [][]core.Emission{m.Start}
	for _, t := range m.Transitions {
		lists = append(lists, t.Emits)
	}
	for _, list := range lists {
		names := make(map[visit][]string)
		for _, e := range list {
			if e.Cause != core.ByTransition {
				v := visit{e.State, e.Cause}
				met[v] = true
				names[v] = append(names[v], m.Outputs[e.Output].Name)
			}
		}
		for v, want := range names {
			if !slices.Equal(drawn[v], want) {
				return fmt.Sprintf("%s, %d: the picture emits %v, the machine %v", v.state, v.cause, drawn[v], want)
			}
		}
	}
	for v, list := range drawn {
		if len(list) > 0 && !met[v] {
			return fmt.Sprintf("%s, %d: the picture emits %v, the machine nothing", v.state, v.cause, list)
		}
	}
	return ""
}

// labelOf writes a transition by drawing it alone.
func labelOf(m *core.Machine, t core.Transition) picture.Label {
	t.Composite = ""
	alone := *m
	alone.Transitions, alone.Timers = []core.Transition{t}, nil
	p := picture.New(&alone)
	for _, e := range p.Edges {
		return e.Labels[0]
	}
	for _, n := range p.Nodes {
		for _, l := range n.Stays {
			return l
		}
	}
	return picture.Label{}
}

func sorted(list []alternative) []alternative {
	slices.SortFunc(list, func(a, b alternative) int {
		return strings.Compare(a.guard+"\x00"+a.actions+"\x00"+a.to, b.guard+"\x00"+b.actions+"\x00"+b.to)
	})
	return slices.Compact(list)
}

// random returns a machine of up to three levels, lowered as package spec does
// it: the alternatives of the state, then those of what is around it, until
// one has no guard. Outputs and timers are all over it.
func random(r *rand.Rand) *core.Machine {
	m := &core.Machine{Outcomes: []core.Outcome{{Name: "success", Kind: core.Success}}}
	names := strings.Split("ABCDEFGH", "")
	var composites [][]string
	for i, n := range names {
		composites = append(composites, [][]string{nil, {"X"}, {"X", "Y"}, {"Z"}}[r.IntN(4)])
		s := core.State{Name: n, Outcome: -1, Composites: composites[i]}
		if i >= 6 {
			s.Outcome = 0
		}
		m.States = append(m.States, s)
	}
	m.Events = []core.Event{{Name: "e"}, {Name: "f"}}
	m.Outputs = []core.Output{{Name: "o"}, {Name: "p"}}
	outputs := func(cause core.Cause, state string) []core.Emission {
		var list []core.Emission
		for range r.IntN(6) - 3 {
			list = append(list, core.Emission{Output: r.IntN(2), Cause: cause, State: state})
		}
		return list
	}
	entry, exit := make(map[string][]core.Emission), make(map[string][]core.Emission)
	for i, n := range append([]string{"X", "Y", "Z"}, names...) {
		entry[n], exit[n] = outputs(core.ByEntry, n), outputs(core.ByExit, n)
		timer := core.Timer{Owner: n, Constant: time.Duration(i+1) * time.Second, Delay: -1, Event: r.IntN(2)}
		for s := range names[:6] {
			if names[s] == n || slices.Contains(composites[s], n) {
				timer.States = append(timer.States, s)
			}
		}
		if r.IntN(3) == 0 {
			m.Timers = append(m.Timers, timer)
		}
	}
	type key struct {
		level string
		event int
	}
	said := make(map[key][]core.Transition)
	levels := append([]string{"X", "Y", "Z", "the machine"}, names[:6]...)
	for _, level := range levels {
		for e := range m.Events {
			n := r.IntN(3)
			for i := range n {
				t := core.Transition{Event: e, To: r.IntN(len(names)), Internal: r.IntN(4) == 0, Emits: outputs(core.ByTransition, "")}
				if i < n-1 || r.IntN(2) == 0 {
					t.Guard = &expr.Binary{Op: expr.Gt, X: expr.Number(int64(r.IntN(3))), Y: expr.Number(int64(len(said)))}
					t.Written = t.Guard
				}
				said[key{level, e}] = append(said[key{level, e}], t)
			}
		}
	}
	for s := range names[:6] {
		around := append([]string{names[s]}, slices.Clone(m.States[s].Composites)...)
		slices.Reverse(around[1:])
		around = append(around, "the machine")
		for e := range m.Events {
		levels:
			for i, level := range around {
				for _, t := range said[key{level, e}] {
					t.From = s
					if t.Internal {
						t.To = s
					}
					if i > 0 {
						t.Composite = level
					}
					if !t.Internal {
						t.Emits = slices.Concat(exit[names[s]], t.Emits, entry[names[t.To]])
						for _, c := range composites[s] {
							if !slices.Contains(composites[t.To], c) {
								t.Emits = slices.Concat(exit[c], t.Emits)
							}
						}
						for _, c := range composites[t.To] {
							if !slices.Contains(composites[s], c) {
								t.Emits = slices.Concat(t.Emits, entry[c])
							}
						}
					}
					m.Transitions = append(m.Transitions, t)
					if t.Guard == nil {
						break levels
					}
				}
			}
		}
	}
	m.Sort()
	return m
}
