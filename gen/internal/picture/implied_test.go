package picture_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/spec/core"
)

// drawn lists all that a picture says of transitions and of entries and exits.
func drawn(p *picture.Picture) (got []string) {
	for _, e := range p.Edges {
		for _, l := range e.Labels {
			got = append(got, p.Nodes[e.From].Name+" -> "+p.Nodes[e.To].Name+": "+l.String())
		}
	}
	same := func(s string) string { return s }
	for _, n := range p.Nodes {
		for _, l := range n.Stays {
			got = append(got, n.Name+": "+l.String())
		}
		for _, row := range n.Rows(0, same) {
			if !slices.ContainsFunc(n.Stays, func(l picture.Label) bool { return row == l.String() }) {
				got = append(got, n.Name+": "+row)
			}
		}
	}
	return got
}

// TestRaised draws raised events as their author wrote them: once, by their names, and without the variable
// of what is pending. The order of conditions is that of one event.
func TestRaised(t *testing.T) {
	want := []string{
		"Start -> Passing: Next / raise Next",
		"Passing -> Choice: always",
		"Choice -> Wait: always [n > 3] / raise Due",
		"Choice -> Wait: Then [n > 1]",
		"any state -> Done: Again / raise Next",
		"Wait -> Start: Due [n < 9] / n += 1",
		"Wait -> Start: after 30s in Outer: Due [n < 9] / n += 1",
		"Wait -> Done: Due [otherwise]",
		"Wait -> Done: after 30s in Outer: Due [otherwise]",
		"Start: entry / raise Next",
		"Start: exit / raise Then",
		"Choice: Then [otherwise] / n ← 2",
		"Choice: Next / n ← n",
		"Wait: reenter Next / n ← 0",
		"Wait: reenter Go / raise Then, raise Due",
	}
	m := load(t, "../../../spec/testdata/ok/raise.fsm.yaml")
	got := drawn(picture.New(m))
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	covers(t, m, picture.New(m))
}

// TestHistory draws returns to a history without the variable, and does not number them: they are one
// alternative.
func TestHistory(t *testing.T) {
	m := loadText(t, "m.fsm.yaml", `
machine: Player
vars: {n: {type: int, min: 0, max: 9}}
events: {Next: {}, Pause: {}, Resume: {}}
initial: Playing
terminal: {done: [Off]}
states:
  Playing:
    initial: Intro
    on: {Pause: Paused}
    states:
      Intro: {on: {Next: Verse}}
      Verse: {on: {Next: Chorus}}
      Chorus: {on: {Next: Off}}
  Paused:
    on:
      Resume:
        - {if: n < 5, to: Playing, history: deep, set: {n: n + 1}}
        - {if: n < 7, to: Playing, history: shallow}
        - {to: Off}
  Off: {}
`)
	var got []string
	for _, text := range drawn(picture.New(m)) {
		if strings.HasPrefix(text, "Paused") {
			got = append(got, text)
		}
	}
	want := []string{
		"Paused -> Chorus: Resume [1: n < 5] / n += 1, to deep history of Playing",
		"Paused -> Chorus: Resume [2: n < 7] / to history of Playing",
		"Paused -> Verse: Resume [1: n < 5] / n += 1, to deep history of Playing",
		"Paused -> Verse: Resume [2: n < 7] / to history of Playing",
		"Paused -> Intro: Resume [1: n < 5] / n += 1, to deep history of Playing",
		"Paused -> Intro: Resume [2: n < 7] / to history of Playing",
		"Paused -> Off: Resume [otherwise]",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	covers(t, m, picture.New(m))
}

// TestSharedRaised draws what a composite state does with a raised event once, although it is pending in some
// of the states inside only, and behind different others. A run is drawn on the same label.
func TestSharedRaised(t *testing.T) {
	m := loadText(t, "m.fsm.yaml", `
machine: Shared
events: {Go: {}, Walk: {}, Both: {}, X: {internal: true}, Y: {internal: true}}
initial: Idle
terminal: {done: [Off]}
states:
  Idle: {on: {Go: {to: A, raise: X}, Both: {to: B, raise: [X, Y]}, Walk: A}}
  Outer:
    initial: A
    on: {X: Middle, Go: {to: C, raise: X}}
    states:
      A: {on: {Both: {to: A, raise: [X, Y]}}}
      B: {}
      C: {on: {X: Off}}
  Middle: {ignore: [Y], on: {Go: Off}}
  Off: {}
`)
	got := drawn(picture.New(m))
	want := []string{
		"Idle -> A: Go / raise X",
		"Idle -> A: Walk",
		"Idle -> B: Both / raise X, raise Y",
		"any state -> Middle: X",
		"any state -> C: Go / raise X",
		"C -> Off: X",
		"Middle -> Off: Go",
		"A: reenter Both / raise X, raise Y",
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	covers(t, m, picture.New(m))
	for i := range m.Transitions {
		run := drawn(picture.NewRun(m, picture.Run{Transitions: []int{i}, Loop: -1}))
		if len(run) != len(want) || !slices.ContainsFunc(run, func(text string) bool { return strings.Contains(text, ": (1) ") }) {
			t.Errorf("a run with %s is drawn as %q", m.Label(i), run)
		}
	}
}

// covers checks that each transition is on exactly one label.
func covers(t *testing.T, m *core.Machine, p *picture.Picture) {
	t.Helper()
	count := map[int]int{}
	for _, e := range p.Edges {
		for _, l := range e.Labels {
			for _, i := range l.Of {
				count[i]++
			}
		}
	}
	for _, n := range p.Nodes {
		for _, l := range n.Stays {
			for _, i := range l.Of {
				count[i]++
			}
		}
	}
	for i := range m.Transitions {
		if count[i] != 1 {
			t.Errorf("%s is on %d labels", m.Label(i), count[i])
		}
	}
}
