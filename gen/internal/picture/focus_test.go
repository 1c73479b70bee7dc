package picture_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/spec"
)

// TestFocus draws parts of a machine.
func TestFocus(t *testing.T) {
	whole := picture.New(picturetest.Call())
	for _, test := range []struct {
		name string
		part *picture.Picture
		want []string
	}{
		{"Waiting", whole.Focus([]string{"Waiting"}), []string{
			"Trying -> Waiting: Failure [fits(event.request, 1) ∧ retries < most] / retries += 1, emit Switched, emit Log",
			"any state of Busy -> Broken: after 30s or hold in Trying: Expire / emit Switched",
			"any state of Busy -> Closed: Close",
			"Waiting -> Trying: after backoff(retries): RetryReady",
			"in Busy: entry Log; exit Done",
			"in Waiting: entry Switched",
			"in any state of Busy: «env» Reset / emit Log",
		}},
		{"Closed", whole.Focus([]string{"Closed"}), []string{
			"Idle -> Closed: Close",
			"any state of Busy -> Closed: Close",
			"Broken -> Closed: Close",
			"in Busy: entry Log; exit Done",
			"in Closed: entry Log",
		}},
		{"from Broken", whole.Between("Broken", "Idle"), []string{
			"Idle -> Trying: «env» Call / retries ← 0",
			`Trying -> Waiting: Failure [fits(event.request, 1) ∧ retries < most] / retries += 1, emit Switched, emit Log`,
			"Trying -> Broken: Failure [otherwise]",
			"any state of Busy -> Broken: after 30s or hold in Trying: Expire / emit Switched",
			"Waiting -> Trying: after backoff(retries): RetryReady",
			"Broken -> Idle: «env» Reset",
			"in Busy: entry Log; exit Done",
			"in Trying: exit Log",
			"in Waiting: entry Switched",
			"in Broken: entry Log; after 1h: Expire / ignored",
			"in any state of Busy: «env» Reset / emit Log",
		}},
		{"to nowhere", whole.Between("Closed", ""), []string{"in Closed: entry Log"}},
	} {
		if d := cmp.Diff(test.want, edges(test.part)); d != "" {
			t.Errorf("%s: %s", test.name, d)
		}
	}
	if d := cmp.Diff(edges(picture.New(picturetest.Call())), edges(whole)); d != "" {
		t.Errorf("the whole has changed: %s", d)
	}
	for _, n := range whole.Focus([]string{"Waiting"}).Nodes {
		if n.Outside != (n.Name != "Waiting" && !n.Any) {
			t.Errorf("%s is outside: %v", n.Name, n.Outside)
		}
	}
	if p := whole.Focus([]string{"Busy"}); len(p.Nodes) != len(whole.Nodes) {
		t.Errorf("%d nodes around Busy, want all", len(p.Nodes))
	}
}

// flat is a machine without composite states, with two loops.
const flat = `
machine: Flat
events: {Go: {}, Back: {}, Again: {}}
initial: A
terminal: {done: [Done]}
states:
  A: {on: {Go: B}}
  B: {on: {Go: C, Back: A, Again: B}}
  C: {on: {Go: D}}
  D: {on: {Go: E}}
  E: {on: {Back: D, Go: Done}}
  Done: {}
`

// TestSplitFlat divides a machine without composite states by its loops.
func TestSplitFlat(t *testing.T) {
	load := func(src string) *picture.Picture {
		s, diags := spec.Load("flat.fsm.yaml", []byte(src))
		if s.Machine == nil {
			t.Fatal(diags)
		}
		return picture.New(s.Machine)
	}
	parts, why := load(flat).Split()
	if why != "" {
		t.Fatal(why)
	}
	var got []string
	for _, part := range parts {
		got = append(got, "--")
		got = append(got, edges(part)...)
	}
	want := []string{
		"--",
		"A and 1 more -> C: Go",
		"C -> D and 1 more: Go",
		"D and 1 more -> Done: Go",
		"--",
		"A -> B: Go",
		"B -> C: Go",
		"B -> A: Back",
		"in B: reenter Again",
		"--",
		"C -> D: Go",
		"D -> E: Go",
		"E -> Done: Go",
		"E -> D: Back",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	for src, want := range map[string]string{
		strings.NewReplacer("Back: A, ", "", "Back: D, ", "").Replace(flat): "no states that can reach each other",
		strings.Replace(flat, "Back: D, ", "Back: A, ", 1):                  "all 5 states that are not terminal can reach each other",
	} {
		if parts, why := load(src).Split(); len(parts) != 1 || !strings.Contains(why, want) {
			t.Errorf("%d parts: %q, want %q", len(parts), why, want)
		}
	}
}
