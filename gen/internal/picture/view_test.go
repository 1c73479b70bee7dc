package picture_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

// several returns machines with all features, and random ones.
func several(t *testing.T) []*core.Machine {
	t.Helper()
	list := []*core.Machine{picturetest.Fallback(), picturetest.Call(), picturetest.Endless(), picturetest.Everything()}
	s, diags := spec.Load("forms.fsm.yaml", []byte(picturetest.Forms))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	list = append(list, s.Machine)
	first := sample.Seed(t)
	for i := range uint64(200) {
		list = append(list, random(rand.New(rand.NewPCG(first+i, 3))))
	}
	return list
}

// walk takes transitions at random, whatever their guards say.
func walk(m *core.Machine, r *rand.Rand) picture.Run {
	run := picture.Run{Loop: -1}
	for at := m.Initial; len(run.Transitions) < 12; {
		var ways []int
		for i := range m.Transitions {
			if t := &m.Transitions[i]; t.From == at && t.Effect == core.Take {
				ways = append(ways, i)
			}
		}
		if len(ways) == 0 {
			break
		}
		next := ways[r.IntN(len(ways))]
		run.Transitions = append(run.Transitions, next)
		at = m.Transitions[next].To
	}
	if n := len(run.Transitions); n > 2 {
		run.Loop = n / 2
	}
	return run
}

// TestRun looks for each step of a run in the picture: its number stands in
// one place, and that place says what the transition does. Without the numbers
// the picture is that of the machine.
func TestRun(t *testing.T) {
	steps := 0
	r := sample.Rand(t)
	for n, m := range several(t) {
		run := walk(m, r)
		p := picture.NewRun(m, run)
		where := make(map[string]string)
		see := func(place string, l *picture.Label) {
			for _, s := range l.Steps {
				if where[s] != "" {
					t.Errorf("step %s is at %s and at %s", s, where[s], place)
				}
				where[s] = l.Event + " at " + place
			}
			l.Steps = nil
		}
		for i := range p.Edges {
			e := &p.Edges[i]
			for j := range e.Labels {
				see("to "+p.Nodes[e.To].Name, &e.Labels[j])
			}
		}
		for i := range p.Nodes {
			for j := range p.Nodes[i].Stays {
				see("stays", &p.Nodes[i].Stays[j])
			}
		}
		visited := []string{m.States[m.Initial].Name}
		for k, i := range run.Transitions {
			steps++
			tr := &m.Transitions[i]
			number := fmt.Sprint(k + 1)
			if run.Loop >= 0 && k >= run.Loop {
				number += "↻"
			}
			event := m.Events[tr.Event].Name
			if tr.Rule != "" {
				event = tr.Rule
			}
			want := event + " at to " + m.States[tr.To].Name
			// A state that reenters itself has a row, unless a composite state declares the transition.
			if tr.Rule == "" && (tr.Internal || tr.From == tr.To && tr.Composite == "") {
				want = event + " at stays"
			}
			if where[number] != want {
				t.Errorf("machine %d: step %s is %q, want %q", n, number, where[number], want)
			}
			visited = append(visited, m.States[tr.To].Name)
		}
		for i := range p.Nodes {
			if node := &p.Nodes[i]; node.Visited != (slices.Contains(visited, node.Name) && !node.Any) {
				t.Errorf("machine %d: %s visited: %v, in %v", n, node.Name, node.Visited, visited)
			}
		}
		if d := cmp.Diff(arrows(picture.New(m)), arrows(p)); d != "" {
			t.Errorf("machine %d: with a run it is another picture: %s", n, d)
		}
	}
	if steps < 500 {
		t.Errorf("only %d steps", steps)
	}
}

// arrows writes the edges without what stands inside nodes, where a label with
// a step may be told from an ignored event.
func arrows(p *picture.Picture) []string {
	var list []string
	for _, line := range edges(p) {
		if !strings.HasPrefix(line, "in ") {
			list = append(list, line)
		}
	}
	return list
}

// TestSplit looks for everything of a picture in its parts: each state and
// composite state is inside of one, and each label of an arrow that does not
// stay inside a box of the overview is in one, at the ends that it has there.
func TestSplit(t *testing.T) {
	for n, m := range several(t) {
		p := picture.New(m)
		p.Annotate(m)
		parts, why := p.Split()
		if len(p.Blocks) == 0 {
			if (why == "") != (len(parts) > 1) {
				t.Errorf("machine %d: %d parts, %q", n, len(parts), why)
			}
			continue
		}
		if len(parts) != len(p.Blocks)+1 {
			t.Fatalf("machine %d: %d parts for %d blocks", n, len(parts), len(p.Blocks))
		}
		nodes, boxes := 0, 0
		starts := 0
		said := make(map[string]bool)
		for b, part := range parts {
			if (part.Frame >= 0) != (b > 0) || b > 0 && part.Blocks[part.Frame].Name != p.Blocks[b-1].Name {
				t.Errorf("machine %d: part %d has another frame", n, b)
			}
			if part.Start >= 0 && !part.Nodes[part.Start].Collapsed {
				starts++
			}
			for _, node := range part.Nodes {
				switch {
				case node.Outside:
				case node.Collapsed:
					boxes++
				default:
					nodes++
				}
				if node.Block >= len(part.Blocks) || node.Outside && node.Block >= 0 {
					t.Errorf("machine %d: %s is in block %d", n, node.Name, node.Block)
				}
			}
			for _, e := range part.Edges {
				for _, l := range e.Labels {
					said[text(l)] = true
				}
				if part.Nodes[e.From].Outside && part.Nodes[e.To].Outside {
					t.Errorf("machine %d: an edge of part %d is outside of it", n, b)
				}
			}
		}
		if nodes != len(p.Nodes) || boxes != len(p.Blocks) || starts != 1 {
			t.Errorf("machine %d: %d nodes for %d, %d boxes for %d, %d starts", n, nodes, len(p.Nodes), boxes, len(p.Blocks), starts)
		}
		for _, e := range p.Edges {
			for _, l := range e.Labels {
				if !said[text(l)] {
					t.Errorf("machine %d: no part says %s", n, text(l))
				}
			}
		}
	}
}

// TestSplitEnds compares the ends of arrows in the parts of one machine.
func TestSplitEnds(t *testing.T) {
	var got []string
	parts, _ := picture.New(picturetest.Call()).Split()
	for _, part := range parts {
		got = append(got, "--")
		for _, line := range edges(part) {
			if !strings.HasPrefix(line, "in ") {
				got = append(got, line)
			}
		}
	}
	want := []string{
		"--",
		"Idle -> Busy: «env» Call / retries ← 0",
		"Idle -> Closed: Close",
		"Busy -> Broken: Failure [otherwise]; after 30s or hold in Trying: Expire / emit Switched",
		"Busy -> Closed: Close",
		"Broken -> Idle: «env» Reset",
		"Broken -> Closed: Close",
		"--",
		"Idle -> Trying: «env» Call / retries ← 0",
		"Trying -> Waiting: Failure [fits(event.request, 1) ∧ retries < most] / retries += 1, emit Switched, emit Log",
		"Trying -> Broken: Failure [otherwise]",
		"any state of Busy -> Broken: after 30s or hold in Trying: Expire / emit Switched",
		"any state of Busy -> Closed: Close",
		"Waiting -> Trying: after backoff(retries): RetryReady",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestDetail takes away more with each detail, and never an arrow.
func TestDetail(t *testing.T) {
	var sizes []int
	m := picturetest.Everything()
	for _, word := range picture.Details() {
		d, err := picture.ParseDetail(word)
		if err != nil {
			t.Fatal(err)
		}
		p := picture.New(m).At(d)
		if len(p.Edges) != len(picture.New(m).Edges) {
			t.Errorf("%s has %d edges", word, len(p.Edges))
		}
		text := strings.Join(edges(p), "\n")
		sizes = append(sizes, len(text))
		for sign, has := range map[string]bool{" / ": d == picture.Full, "[otherwise]": d <= picture.Choices, "Tick": d <= picture.Events} {
			if strings.Contains(text, sign) != has {
				t.Errorf("%s has %q: %v\n%s", word, sign, !has, text)
			}
		}
	}
	if !slices.IsSortedFunc(sizes, func(a, b int) int { return b - a }) || len(sizes) != 5 {
		t.Errorf("sizes %v", sizes)
	}
	if _, err := picture.ParseDetail("much"); err == nil {
		t.Error("there is a detail \"much\"")
	}
}

func TestAnnotate(t *testing.T) {
	s, diags := spec.Load("x.fsm.yaml", []byte(`
machine: Steps
params: {n: {type: int, min: 1}}
vars: {i: {type: int, min: 0, max: n, init: n}}
events: {Go: {}}
initial: A
terminal: {done: [Done]}
invariants: [i >= 0, i <= n]
states:
  A: {invariants: i == n, on: {Go: B}}
  B: {invariants: [i > 0, i != n + 1], on: {Go: Done}}
  Done: {}
progress: {A: [n, 2], B: [n, 1]}
`))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	p := picture.New(s.Machine)
	p.Annotate(s.Machine)
	got := [][]string{p.Notes, p.Nodes[0].Notes, p.Nodes[1].Notes, p.Nodes[2].Notes}
	want := [][]string{
		{"invariant i ≥ 0", "invariant i ≤ n"},
		{"progress (n, 2)", "invariant i = n"},
		{"progress (n, 1)", "invariant i > 0", "invariant i ≠ n + 1"},
		nil,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
