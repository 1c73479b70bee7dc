package scxml

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// flatly are the reasons for which only the import by configurations refuses random documents.
var flatly = []string{
	"`send` with a delay of an event that is still to come",
	"`send` with a delay of an event that can come while one that was sent after it is still to come",
	"several `send` with the same delay at a time",
	"the end of a `parallel` that a `parallel` directly inside it decides",
}

// turns are what must happen often enough in documents that are imported by their configurations, for a hundred of them.
var turns = map[string]int{
	"several": 10, "split history": 1, "shallow": 3, "deep": 2, "left": 100, "together": 10, "preempted": 10, "again": 10,
	"parallel done": 1, "done": 5, "raised": 20, "failed": 5, "peeked": 5, "delayed": 1,
}

// TestFlat compares random documents of all kinds with the specs that have a state for each configuration: regions in regions, several
// targets, histories in regions, states that begin in a history.
func TestFlat(t *testing.T) {
	seed := sample.Seed(t)
	imported, steps := 0, 0
	did, refused := map[string]int{}, map[string]int{}
	n := sample.Size(40, 50, 350)
	for i := range n {
		r := &maker{Rand: rand.New(rand.NewPCG(seed+uint64(i), 3)), split: i%4 > 0, wild: i%8 < 2, late: i%5 == 0, free: i%3 > 0}
		m := r.model()
		src := m.xml()
		out, diags := flatten("machine.scxml", []byte(src), nil).Spec()
		if out == nil {
			why := refusal(t, diags)
			if refused[why]++; why == "" {
				t.Fatalf("case %d\n%s", i, src)
			}
			continue
		}
		imported++
		steps += play(t, i, r, m, src, out, did)
	}
	rarely(t, refused[misread], n)
	t.Logf("%d of %d documents imported, %d events; %v; refused: %v", imported, n, steps, did, refused)
	if imported < n*2/3 || steps < 4*n {
		t.Errorf("%d of %d documents were imported, %d events were handled", imported, n, steps)
	}
	for what, least := range turns {
		if n >= 2000 && did[what] < n*least/100 {
			t.Errorf("in %d documents, %q happens %d times", n, what, did[what])
		}
	}
	for why := range refused {
		if slices.Contains(sides, why) && !slices.Contains(flatly, why) && why != "`parallel` without states inside" {
			t.Errorf("refused: %s", why)
		}
	}
}

// TestAim reads what the machine cannot be in at a time, and what does not exist.
func TestAim(t *testing.T) {
	split := func(target string) string {
		return head + "\n<state id='z'><transition event='e' target='" + target + "'/></state><parallel id='p'><state id='a'><history id='h'><transition target='a1'/></history><state id='a1'/><state id='a2'/></state><state id='b'><state id='b1'/></state></parallel>" + tail
	}
	for _, test := range []struct{ target, message string }{
		{"a1 b1", ""}, {"h b1", ""}, {"b h", ""}, {"a b", ""},
		{"a1 a2", "the machine cannot be in all of the states `a1 a2` at a time"},
		{"a a1", "the machine cannot be in all of the states `a a1` at a time"},
		{"a1 p", "the machine cannot be in all of the states `a1 p` at a time"},
		{"h a2", "the machine cannot be in all of the states `h a2` at a time"},
		{"a h", "the machine cannot be in all of the states `a h` at a time"},
		{"h h", "the machine cannot be in all of the states `h h` at a time"},
		{"b1 b1", "the machine cannot be in all of the states `b1 b1` at a time"},
		{"a1 z", "the machine cannot be in all of the states `a1 z` at a time"},
		{"a1 q", "unknown state `q`"},
	} {
		d := Read("x.scxml", []byte(split(test.target)), 1)
		said := ""
		for _, e := range d.Errors() {
			said += e.Span.String() + ": " + e.Message
		}
		want := test.message
		if want != "" {
			want = "x.scxml:2:45: " + want
		}
		if said != want {
			t.Errorf("%s: %q, want %q", test.target, said, want)
		}
	}
}

// TestAgain refuses a transition that enters a state which it has not left, as the algorithm of the recommendation does where a history
// begins inside the state.
func TestAgain(t *testing.T) {
	src := head + "\n<state id='a'><history id='h' type='deep'><transition target='c'/></history><state id='b'><onexit><log expr='1'/></onexit><state id='d'><transition event='e' target='h'/></state><state id='c'/></state></state>" + tail
	d := flatten("x.scxml", []byte(src), nil)
	if list := d.Errors(); len(list) != 1 || list[0].Message != "a transition to the `history` of a state from inside of it cannot be imported" || list[0].Span.String() != "x.scxml:2:137" {
		t.Errorf("%v", list)
	}
}
