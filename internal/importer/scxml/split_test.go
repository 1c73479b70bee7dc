package scxml

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// sides are the reasons for which random documents with parallel states are not imported.
var sides = []string{
	"`parallel` without states inside",
	"`parallel` inside `parallel` with transitions or content of its own",
	"`parallel` inside `parallel` in a document with transitions for the end of a state",
	"a state that begins inside a `parallel`",
	"a region that begins deep inside a state",
	"a `history` with a `parallel` inside or around it",
	"a transition that leaves a `parallel` while regions other than its own do something on exit",
	"an event that is raised in a `parallel`, or when it is entered, and that it may ignore,",
	"a `parallel` that does not always leave itself at once when it is done",
	"a transition without a target that is taken together with one of a region",
	"a transition without a target in a region that is taken together with one of the `parallel`",
	"a transition without a target that is taken together with one that leaves the `parallel`",
	"a transition without an event that leaves the `parallel` while other regions have ones, too,",
	"a variable that a transition assigns while one of another region uses it",
	"a question to the program in a region other than the first one that has a transition for the event",
	"`In()` of a region with transitions that are taken together",
	"several outputs of transitions that are taken together",
	"a transition that never leaves the `parallel`, because one of an earlier region has precedence,",
	"a region that ends, but whose transitions differ between its states,",
	"a transition without effect that depends on `In()` alone",
	"`In()` of another region outside of the condition of a transition",
}

// splits are what must happen often enough in random documents with parallel states, for a hundred of them.
var splits = map[string]int{"hoisted": 1, "together": 2, "preempted": 1, "left": 5, "parallel done": 1, "again": 1, "at rest": 1}

// TestSplit is TestRandom for documents with parallel states.
func TestSplit(t *testing.T) {
	sample.Turn(t)
	seed := sample.Seed(t)
	imported, steps := 0, 0
	did, refused := map[string]int{}, map[string]int{}
	n := sample.Size(300, 300, 900)
	for i := range n {
		r := &maker{Rand: rand.New(rand.NewPCG(seed+uint64(i), 2)), split: true}
		m := r.model()
		src := m.xml()
		out, diags := load("machine.scxml", []byte(src))
		if out == nil {
			why := refusal(t, diags)
			if refused[why]++; why == "" {
				t.Fatalf("case %d\n%s", i, src)
			}
			continue
		}
		if strings.Contains(string(out), "_and_") {
			did["at rest"]++
		} else if !strings.Contains(string(out), "parallel:") {
			continue
		}
		imported++
		if slices.ContainsFunc(r.states, func(s *modelState) bool { return s.parallel && s.parent.parallel }) {
			did["hoisted"]++
		}
		steps += play(t, i, r, m, src, out, did)
	}
	rarely(t, refused[misread], n)
	t.Logf("%d of %d documents imported with parallel states, %d events; %v; refused: %v", imported, n, steps, did, refused)
	if imported < n/8 || steps < n/2 {
		t.Errorf("%d of %d documents were imported with parallel states, %d events were handled", imported, n, steps)
	}
	for what, least := range splits {
		if n >= 2000 && did[what] < n*least/100 {
			t.Errorf("in %d documents, %q happens %d times", n, what, did[what])
		}
	}
	for why := range refused {
		if why != "" && !slices.Contains(slices.Concat(inexact, sides, []string{"it never comes to rest", "it is too big", misread}), why) {
			t.Errorf("refused: %s", why)
		}
	}
}
