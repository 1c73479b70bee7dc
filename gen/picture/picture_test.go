package picture_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/picture"
	"github.com/fsmgen/fsmgen/gen/picture/picturetest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

func plain(s string) string { return s }

// edges writes a picture's edges as "from -> to: label; label", and what stays
// inside a node as "in node: label; ignores event".
func edges(p *picture.Picture) []string {
	name := func(e picture.End) string {
		if e.Node < 0 {
			return p.Blocks[e.Block].Name
		}
		n := p.Nodes[e.Node]
		if n.Any && n.Block >= 0 {
			return n.Name + " of " + p.Blocks[n.Block].Name
		}
		return n.Name
	}
	text := func(l picture.Label) string { return strings.TrimSpace(l.Head(plain) + " " + l.Action(plain)) }
	var list []string
	for _, e := range p.Edges {
		var labels []string
		for _, l := range e.Labels {
			labels = append(labels, text(l))
		}
		list = append(list, name(e.From)+" -> "+name(e.To)+": "+strings.Join(labels, "; "))
	}
	for i, n := range p.Nodes {
		var rows []string
		for _, l := range n.Stays {
			rows = append(rows, text(l))
		}
		for _, e := range n.Ignores {
			rows = append(rows, "ignores "+e)
		}
		if len(rows) > 0 {
			list = append(list, "in "+name(picture.End{Node: i, Block: -1})+": "+strings.Join(rows, "; "))
		}
	}
	return list
}

func TestFallback(t *testing.T) {
	p := picture.New(picturetest.Fallback())
	want := []string{
		"Idle -> Selecting: RequestReceived",
		"Selecting -> Attempting: Select [remaining > 0] / remaining -= 1, retries ← 0",
		"Selecting -> Exhausted: Select [otherwise]",
		"Attempting -> Succeeded: Success / response ← event.response",
		"Attempting -> Retrying: Failure [class = Transient]",
		"Attempting -> Selecting: Failure [class = Recoverable]",
		"Attempting -> Aborted: Failure [otherwise]",
		"Active -> Aborted: Cancelled",
		"Retrying -> Attempting: RetryReady [retries < maxRetries] / retries += 1",
		"Retrying -> Selecting: RetryReady [otherwise]",
	}
	if d := cmp.Diff(want, edges(p)); d != "" {
		t.Error(d)
	}
	if e := p.Edges[4]; e.Block != 0 {
		t.Errorf("Attempting -> Retrying is in block %d, want that of Active", e.Block)
	}
	if e := p.Edges[1]; e.Block != -1 {
		t.Errorf("Selecting -> Attempting is in block %d, want none", e.Block)
	}
}

func TestEverything(t *testing.T) {
	p := picture.New(picturetest.Everything())
	got := strings.ReplaceAll(strings.Join(edges(p), "\n"), picturetest.Hostile, "HOSTILE")
	want := strings.Join([]string{
		"end -> Run: Go [n > 0 ∧ event.class ≠ Hard] / pause ← event.pause; Go [¬healthy ∨ count·2 ≥ limit % 3] / pause ← event.pause, count ← min(count + 1, limit)",
		"end -> Wait: Go [otherwise]",
		"end -> end: Tick; Ping / flag ← ¬flag",
		"any state -> Other: HOSTILE [¬flag]",
		"Run -> Wait: Go [n = 1]",
		"Run -> Run: Tick [count < limit] / count += 1",
		"Run -> HOSTILE: Tick [otherwise]",
		"any state of Outer -> Leave: Stop",
		"Wait -> Work: Go / job ← event.job",
		"Inner -> __proto__: HOSTILE [text = \"</script>|`#;:%%\"] / text ← \"'-->|\\\\\"",
		"Inner -> Run: HOSTILE [otherwise] / pause ← event.pause",
		"Work -> Wait: Go; Tick / count ← 0",
		"Work -> Done: Stop [flag]",
		"as -> Other: Go",
		"any state of as -> Lone: Tick",
		"HOSTILE -> direction LR: Go",
		"HOSTILE -> Lone: Tick",
		"direction LR -> s_1: Go; HOSTILE",
		"s_1 -> Done: Go [flag]",
		"in end: ignores Stop",
		"in Wait: ignores Tick",
		"in s_1: Go [otherwise]; ignores Stop; ignores Ping",
		"in any state of Outer: Ping / flag ← true",
	}, "\n")
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestRules draws a machine with rules and named guards.
func TestRules(t *testing.T) {
	const src = `
machine: Dialog
params: {most: {type: int, min: 1}}
vars: {name: {type: bool}}
guards: {said: event.name && !name}
events: {Turn: {name: bool}, Again: {}}
initial: Ask
terminal: {success: [Done], failure: [Escalated, Cut]}
stall: {limit: most, to: Escalated}
limit: {transitions: 2*most, to: Cut}
states:
  Ask:
    on:
      Turn:
        - {if: said, to: Done, set: {name: true}}
        - {if: name}
        - {}
      Again: Ask
  Done: {}
  Escalated: {}
  Cut: {}
`
	s, diags := spec.Load("dialog.fsm.yaml", []byte(src))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	want := []string{
		"any state -> Cut: limit [transitions ≥ 2·most]",
		"Ask -> Done: Turn [said] / name ← true",
		"any state -> Escalated: stall [stalls + 1 ≥ most]",
		"Ask -> Ask: Again",
		"in Ask: Turn [name]; Turn [otherwise]",
	}
	if d := cmp.Diff(want, edges(picture.New(s.Machine))); d != "" {
		t.Error(d)
	}
}

// TestDeclarations draws what composite states declare: once from the block,
// without "otherwise" where only the first state inside has something before
// it, and from each state where the states differ.
func TestDeclarations(t *testing.T) {
	m := &core.Machine{
		Events: []core.Event{{Name: "go"}, {Name: "stop"}, {Name: "stay"}},
		States: []core.State{
			{Name: "A", Outcome: -1, Composites: []string{"X"}},
			{Name: "B", Outcome: -1, Composites: []string{"X"}},
			{Name: "C", Outcome: -1},
			{Name: "D", Outcome: 0},
		},
		Outcomes: []core.Outcome{{Name: "success", States: []int{3}}},
		Transitions: []core.Transition{
			{From: 0, Event: 0, To: 2, Composite: "X"},
			{From: 0, Event: 1, To: 2, Guard: expr.Truth(true), Written: expr.Truth(true)},
			{From: 0, Event: 1, To: 3, Composite: "X"},
			{From: 0, Event: 2, To: 0, Internal: true, Composite: "X"},
			{From: 1, Event: 0, To: 3, Composite: "X"},
			{From: 1, Event: 1, To: 3, Composite: "X"},
			{From: 1, Event: 2, To: 0, Composite: "X"},
		},
	}
	want := []string{
		"A -> C: go; stop [true]",
		"X -> D: stop",
		"B -> D: go",
		"B -> A: stay",
		"in A: ignores stay",
	}
	if d := cmp.Diff(want, edges(picture.New(m))); d != "" {
		t.Error(d)
	}
}

func TestBrief(t *testing.T) {
	full := picture.New(picturetest.Everything())
	before := edges(full)
	brief := edges(full.Brief())
	if len(brief) != len(full.Edges) {
		t.Errorf("%d lines for %d edges", len(brief), len(full.Edges))
	}
	for _, line := range brief {
		if strings.Contains(line, " / ") || strings.Contains(line, "[otherwise]") || strings.Contains(line, "[count") {
			t.Errorf("brief picture says %s", line)
		}
	}
	if d := cmp.Diff(before, edges(full)); d != "" {
		t.Errorf("Brief changed its receiver: %s", d)
	}
}

// alternative is one thing that can happen in a state on an event.
type alternative struct{ guard, updates, to string }

// read answers for a state and event what can happen, by the picture alone, as
// a reader of statecharts does: what the state says, then what the blocks
// around it say from the inside out, until something is unguarded.
func read(p *picture.Picture, state int, event string) []alternative {
	var list []alternative
	open := true
	take := func(l picture.Label, to string) {
		if l.Event == event {
			list = append(list, alternative{l.Guard, strings.Join(l.Updates, ", "), to})
			open = open && l.Guard != ""
		}
	}
	layer := func(is func(picture.End) bool) {
		if !open {
			return
		}
		for _, e := range p.Edges {
			for _, l := range e.Labels {
				if is(e.From) {
					take(l, p.Nodes[e.To.Node].Name)
				}
			}
		}
		for i, n := range p.Nodes {
			if !is(picture.End{Node: i, Block: -1}) {
				continue
			}
			for _, l := range n.Stays {
				take(l, "")
			}
			for _, e := range n.Ignores {
				take(picture.Label{Event: e}, "")
			}
		}
	}
	layer(func(e picture.End) bool { return e.Node == state })
	for b := p.Nodes[state].Block; ; b = p.Blocks[b].Parent {
		layer(func(e picture.End) bool {
			return e.Node < 0 && e.Block == b || e.Node >= 0 && p.Nodes[e.Node].Any && p.Nodes[e.Node].Block == b
		})
		if b < 0 {
			return list
		}
	}
}

// TestNothingLost reads pictures of random machines back and compares with the
// machines.
func TestNothingLost(t *testing.T) {
	machines := []*core.Machine{picturetest.Fallback(), picturetest.Everything()}
	for seed := range uint64(500) {
		machines = append(machines, random(rand.New(rand.NewPCG(seed, 1))))
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
					a := alternative{to: m.States[t.To].Name}
					if t.Internal {
						a.to = ""
					}
					l := labelOf(m, t)
					a.guard, a.updates = l.Guard, strings.Join(l.Updates, ", ")
					want = append(want, a)
				}
				got := read(p, s, m.Events[e].Name)
				if !slices.Equal(sorted(got), sorted(want)) {
					t.Fatalf("%s on %s: the picture says %v, the machine %v\n%s", m.States[s].Name, m.Events[e].Name, got, want, strings.Join(edges(p), "\n"))
				}
			}
		}
		for _, e := range p.Edges {
			if e.From.Node < 0 || p.Nodes[e.From.Node].Any {
				shared++
			}
		}
	}
	if shared < 100 {
		t.Errorf("only %d edges come from blocks: the machines test nothing", shared)
	}
}

// labelOf writes a transition by drawing it alone.
func labelOf(m *core.Machine, t core.Transition) picture.Label {
	t.Composite = ""
	alone := *m
	alone.Transitions = []core.Transition{t}
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
		return strings.Compare(a.guard+"\x00"+a.updates+"\x00"+a.to, b.guard+"\x00"+b.updates+"\x00"+b.to)
	})
	return slices.Compact(list)
}

// random returns a machine of up to three levels, lowered as package spec does
// it: the alternatives of the state, then those of what is around it, until
// one has no guard.
func random(r *rand.Rand) *core.Machine {
	m := &core.Machine{Outcomes: []core.Outcome{{Name: "success"}}}
	names := strings.Split("ABCDEFGH", "")
	composites := [][]string{nil, {"X"}, {"X", "Y"}, {"Z"}}
	for i, n := range names {
		s := core.State{Name: n, Outcome: -1, Composites: composites[r.IntN(len(composites))]}
		if i >= 6 {
			s.Outcome = 0
		}
		m.States = append(m.States, s)
	}
	m.Events = []core.Event{{Name: "e"}, {Name: "f"}}
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
				t := core.Transition{Event: e, To: r.IntN(len(names)), Internal: r.IntN(4) == 0}
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
