package trace_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// loop never ends: it has a cycle without environment events, and one with them.
const loop = `
machine: Loop
params:
  kind: {type: bool}
  low: {type: int, min: 1, max: 4}
  any: {type: int, min: low}
  name: {type: string}
  top: {type: int, max: 9}
vars:
  x: {type: int, init: low}
  ghost: "*Person"
  text: {type: string, init: name}
guards:
  ready: {doc: Ready is asked.}
enums:
  Colour: [Red, Green, Blue]
events:
  Paint: {colour: Colour, amount: int, by: "*Person"}
  Turn: {}
  Skip: {}
  Push: {environment: true}
initial: A
states:
  A:
    on:
      Paint:
        - {if: event.colour == Blue && ready && text == "alice" && event.amount > 0, to: B, set: {x: x + 1}}
        - {otherwise: reject}
      Push: C
  B:
    on: {Turn: {to: A, set: {x: x - 1}}, Skip: A}
  C:
    on: {Turn: A}
`

func load(t *testing.T, src string) *core.Machine {
	t.Helper()
	s, diags := spec.Load("test.fsm.yaml", []byte(src))
	if diags.HasErrors() {
		var b strings.Builder
		_ = diag.WriteText(&b, diags, func(string) []byte { return []byte(src) })
		t.Fatal(b.String())
	}
	return s.Machine
}

// lasso returns the run Push, Turn, Paint, Turn, of which the last two steps
// repeat for ever.
func lasso(m *core.Machine) trace.Run {
	step := func(label string, before, after int64) trace.Step {
		i := 0
		for !strings.HasPrefix(m.Label(i), label) {
			i++
		}
		return trace.Step{
			Transition: i, Fields: make([]int64, len(m.Events[m.Transitions[i].Event].Fields)),
			Externals: []int64{0}, Before: []int64{before, 0, 1}, After: []int64{after, 0, 1},
		}
	}
	r := trace.Run{
		Params: []int64{1, 2, 5, 1, 9}, Start: []int64{2, 0, 1}, LoopFrom: 2,
		Steps: []trace.Step{step("A --Push", 2, 2), step("C --Turn", 2, 2), step("A --Paint", 2, 3), step("B --Turn", 3, 2)},
	}
	r.Steps[2].Fields, r.Steps[2].Externals = []int64{2, 9, 0}, []int64{1}
	return r
}

// TestReplay changes one thing at a time in a run that the machine has. The error
// must say what is wrong.
func TestReplay(t *testing.T) {
	m := load(t, loop)
	if err := lasso(m).Replay(m); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		change func(*trace.Run)
		want   string // "" if the machine has the changed run too
	}{
		{"another int of a payload", func(r *trace.Run) { r.Steps[2].Fields[1] = 1 }, ""},
		{"no cycle", func(r *trace.Run) { r.LoopFrom = -1 }, ""},
		{"the lowest parameter", func(r *trace.Run) { r.Params[2] = 2 }, ""},
		{"a parameter missing", func(r *trace.Run) { r.Params = r.Params[:3] }, "replay run: 3 parameters and 3 variables do not fit the machine"},
		{"a variable missing", func(r *trace.Run) { r.Start = r.Start[:2] }, "replay run: 5 parameters and 2 variables do not fit the machine"},
		{"no bool", func(r *trace.Run) { r.Params[0] = 2 }, `replay run: parameter "kind" cannot be 2`},
		{"no string", func(r *trace.Run) { r.Params[3] = 3 }, `replay run: parameter "name" cannot be 3`},
		{"below the range", func(r *trace.Run) { r.Params[1] = 0 }, `replay run: parameter "low" is 0, outside its range`},
		{"above the range", func(r *trace.Run) { r.Params[1] = 5 }, `replay run: parameter "low" is 5, outside its range`},
		{"above a range without a minimum", func(r *trace.Run) { r.Params[4] = 10 }, `replay run: parameter "top" is 10, outside its range`},
		{"below another parameter", func(r *trace.Run) { r.Params[2] = 1 }, `replay run: parameter "any" is 1, outside its range`},
		{"another parameter", func(r *trace.Run) { r.Params[1] = 3 }, "replay run: the run starts with the values [2 0 1], the machine with [3 0 1]"},
		{"another start", func(r *trace.Run) { r.Start[0] = 7 }, "replay run: the run starts with the values [7 0 1], the machine with [2 0 1]"},
		{"a cycle beyond the end", func(r *trace.Run) { r.LoopFrom = 4 }, "replay run: a cycle cannot start at step 4 of 4"},
		{"a cycle before the start", func(r *trace.Run) { r.LoopFrom = -2 }, "replay run: a cycle cannot start at step -2 of 4"},
		{"an environment event in the cycle", func(r *trace.Run) { r.LoopFrom = 0 }, `replay step 1: the cycle contains the environment event "Push"`},
		{"a cycle that begins in another state", func(r *trace.Run) { r.LoopFrom = 1 }, `replay run: the run ends in "A" [2 0 1], which is not where its cycle starts`},
		{"a cycle that ends elsewhere", func(r *trace.Run) { r.Steps = r.Steps[:3] }, `replay run: the run ends in "B" [3 0 1], which is not where its cycle starts`},
		{"no transition", func(r *trace.Run) { r.Steps[1].Transition = -1 }, "replay step 2: there is no transition -1"},
		{"a transition too high", func(r *trace.Run) { r.Steps[1].Transition = len(m.Transitions) }, "replay step 2: there is no transition 6"},
		{"an alternative that rejects", func(r *trace.Run) { r.Steps[2].Transition++ }, "replay step 3: alternative A --Paint[otherwise]--> rejected does not take a transition"},
		{"a transition of another state", func(r *trace.Run) { r.Steps[2].Transition = r.Steps[1].Transition }, `replay step 3: transition C --Turn--> A does not start in state "A"`},
		{"other values before", func(r *trace.Run) { r.Steps[2].Before[0] = 7 }, "replay step 3: the values before are [2 0 1], not [7 0 1]"},
		{"other values after", func(r *trace.Run) { r.Steps[2].After[0] = 7 }, "are [3 0 1], not [7 0 1]"},
		{"no enum value", func(r *trace.Run) { r.Steps[2].Fields[0] = 3 }, `replay step 3: field "colour" cannot be 3`},
		{"another enum value", func(r *trace.Run) { r.Steps[2].Fields[0] = 1 }, "is not the one that is taken"},
		{"another int that matters", func(r *trace.Run) { r.Steps[2].Fields[1] = 0 }, "is not the one that is taken"},
		{"another answer", func(r *trace.Run) { r.Steps[2].Externals[0] = 0 }, "is not the one that is taken"},
		{"no answer", func(r *trace.Run) { r.Steps[2].Externals = nil }, "replay step 3: there are 1 external guards, not 0"},
		{"a field missing", func(r *trace.Run) { r.Steps[2].Fields = r.Steps[2].Fields[:2] }, `replay step 3: event "Paint" has 3 fields, not 2`},
		{"a cycle from the start", func(r *trace.Run) { r.Steps, r.LoopFrom = r.Steps[2:], 0 }, ""},
		{"a cycle from the start that ends in another state", func(r *trace.Run) { r.Steps, r.LoopFrom = r.Steps[2:3], 0 }, `replay run: the run ends in "B" [3 0 1], which`},
		{"a cycle that ends with other values", func(r *trace.Run) {
			r.Steps, r.LoopFrom = r.Steps[2:], 0
			r.Steps[1].Transition, r.Steps[1].After = r.Steps[1].Transition+1, []int64{3, 0, 1}
		}, `replay run: the run ends in "A" [3 0 1], which`},
	} {
		r := lasso(m)
		test.change(&r)
		err := r.Replay(m)
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.want != "" && err == nil:
			t.Errorf("%s: accepted", test.name)
		case err != nil && !strings.Contains(err.Error(), test.want):
			t.Errorf("%s: got %q, want %q", test.name, err, test.want)
		}
	}
	found := slices.ContainsFunc(explore.Explore(t.Context(), m, lasso(m).Params, 100).Lassos(make([]bool, len(m.Transitions)), 3), func(r trace.Run) bool {
		return r.LoopFrom >= 0 && r.Replay(m) == nil
	})
	if !found {
		t.Error("the search finds no lasso")
	}
}

// A machine whose outputs at the start cannot be computed takes no step, and does not even
// start.
func TestReplayBeginning(t *testing.T) {
	m := load(t, strings.Replace(loop, "  A:\n", "  A:\n    entry: {Say: {n: 12 / (low - 3)}}\n", 1)+"outputs: {Say: {n: int}}\n")
	r := lasso(m)
	if err := r.Replay(m); err != nil {
		t.Fatal(err)
	}
	r.Params[1], r.Params[2], r.Start[0], r.Steps, r.LoopFrom = 3, 5, 3, nil, -1
	if err := r.Replay(m); err == nil || err.Error() != "replay run: field n of output Say: division by zero" {
		t.Errorf("got %v", err)
	}
}

func TestStrings(t *testing.T) {
	m := load(t, strings.NewReplacer(`"alice"`, `"other"`, "init: name", `init: '"x"'`).Replace(loop))
	want := []string{"", "other", "x", "other'"}
	texts := trace.Strings(m)
	if d := cmp.Diff(want, texts); d != "" {
		t.Error(d)
	}
	number := trace.Intern(texts)
	for i, text := range want[:3] {
		if n := number(text); n != int64(i) {
			t.Errorf("%q has the number %d, not %d", text, n, i)
		}
	}
	// A constant that occurs twice counts once.
	m = load(t, strings.ReplaceAll(loop, "init: name", `init: '"alice"'`))
	if texts := trace.Strings(m); len(texts) != 3 {
		t.Errorf("the strings are %q", texts)
	}
}
