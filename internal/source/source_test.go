package source_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// parsed returns the machine of a spec in the test data of package spec.
func parsed(t *testing.T, file string) *core.Machine {
	t.Helper()
	src, err := os.ReadFile("../../spec/testdata/ok/" + file)
	if err != nil {
		t.Fatal(err)
	}
	s, diags := spec.Load(file, src)
	if s.Machine == nil {
		t.Fatal(diags)
	}
	return s.Machine
}

// rows describes transitions by their labels, what their author wrote of implied variables, what the loader
// made of it, and the guard without that.
func rows(m *core.Machine, from string) (out []string) {
	text := func(e expr.Expr) string {
		if e == nil {
			return "-"
		}
		return expr.Print(e, expr.Spec)
	}
	for i := range m.Transitions {
		if t := &m.Transitions[i]; m.States[t.From].Name == from {
			out = append(out, strings.Join([]string{m.Label(i), strings.Join(source.Actions(m, t), ", "), text(source.Implied(m, t)), text(source.Own(m, t)), text(source.Condition(m, t))}, " | "))
		}
	}
	return out
}

// TestImplied reads transitions of raised events and to histories in the words of their author.
func TestImplied(t *testing.T) {
	m := parsed(t, "raise.fsm.yaml")
	want := []string{
		"Choice --Again--> Done | raise Next | - | - | -",
		"Choice --always[n > 3]--> Wait | raise Due | raised == Then_Next || raised == Next | n > 3 | (raised == Then_Next || raised == Next) && n > 3",
		"Choice --always[n > 3]--> Wait | raise Due | - | n > 3 | n > 3",
		"Choice --Then[n > 1]--> Wait |  | raised == Then_Next | n > 1 | raised == Then_Next && n > 1",
		"Choice --Then[otherwise]--> Choice |  | raised == Then_Next | - | raised == Then_Next",
		"Choice --Next--> Choice |  | raised == Next | - | raised == Next",
	}
	if diff := cmp.Diff(want, rows(m, "Choice")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	want = []string{
		"Paused --Resume--> Chorus (deep history of Playing) | to deep history of Playing | playingDeepHistory == Chorus | - | playingDeepHistory == Chorus",
		"Paused --Resume--> Verse (deep history of Playing) | to deep history of Playing | playingDeepHistory == Verse | - | playingDeepHistory == Verse",
		"Paused --Resume--> Intro (deep history of Playing) | to deep history of Playing | - | - | -",
		"Paused --Return--> Verse (history of Playing) | to history of Playing | playingHistory == Song | - | playingHistory == Song",
		"Paused --Return--> Intro (history of Playing) | to history of Playing | - | - | -",
		"Paused --Stop--> Off |  | - | - | -",
	}
	h := parsed(t, "history.fsm.yaml")
	if diff := cmp.Diff(want, rows(h, "Paused")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	var kinds []core.Implied
	for _, v := range append(slices.Clone(m.Vars), h.Vars...) {
		kinds = append(kinds, v.Implied)
	}
	if want := []core.Implied{core.Declared, core.Pending, core.Remembered, core.Remembered}; !slices.Equal(kinds, want) {
		t.Errorf("the variables are %v, want %v", kinds, want)
	}
}

// TestDivided tells alternatives that the loader has divided from others.
func TestDivided(t *testing.T) {
	m := parsed(t, "raise.fsm.yaml")
	var got []string
	for i := 1; i < len(m.Transitions); i++ {
		if source.Divided(m, &m.Transitions[i-1], &m.Transitions[i]) {
			got = append(got, m.Label(i))
		}
	}
	want := []string{"Choice --always[n > 3]--> Wait", "Wait --Next--> Wait"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestDuration leaves out trailing units that are zero.
func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{90 * time.Second: "1m30s", 2 * time.Hour: "2h", 2 * time.Minute: "2m", 0: "0s"} {
		if got := source.Duration(d); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestRaised knows the events that the machine raises, also at its start, and not those of timers.
func TestRaised(t *testing.T) {
	m := parsed(t, "raise.fsm.yaml")
	var got []string
	for e := range m.Events {
		if source.Raised(m, e) {
			got = append(got, m.Events[e].Name)
		}
	}
	if want := []string{"Next", "Then", "Due"}; !slices.Equal(got, want) {
		t.Errorf("the machine raises %v, want %v", got, want)
	}
	m.Transitions = nil
	if next := slices.IndexFunc(m.Events, func(e core.Event) bool { return e.Name == "Next" }); !source.Raised(m, next) || source.Raised(m, next+1) {
		t.Error("the start raises Next, and only Next")
	}
}
