package verify_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// inferences lists what a report infers, as "turns == 0 in Idle".
func inferences(r *verify.Report) (out []string) {
	for _, i := range r.Inferred {
		out = append(out, expr.Print(i.Expr, expr.Spec)+" in "+r.Machine.States[i.State].Name)
	}
	return out
}

// TestInferred removes invariants from specs that cannot be proved without them. They, or
// other sufficient invariants, must be inferred.
func TestInferred(t *testing.T) {
	invariants := regexp.MustCompile(`(?m)^ *invariants:.*\n(?: *- .*\n)*`)
	pages, err := filepath.Glob("../docs/language/*.md")
	if err != nil {
		t.Fatal(err)
	}
	var docs strings.Builder
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		docs.Write(text)
	}
	example := func(name string) string {
		_, rest, _ := strings.Cut(docs.String(), "```yaml\nmachine: "+name+"\n")
		text, _, ok := strings.Cut(rest, "```")
		if !ok {
			t.Fatalf("docs/language has no machine %s", name)
		}
		return "machine: " + name + "\n" + text
	}
	file := func(path string) string {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(src)
	}
	tests := []struct {
		text string
		want []string
	}{
		{file("../machines/negotiation/negotiation.fsm.yaml"), []string{"turns == 0 in Idle", "turns < maxTurns in Negotiating"}},
		{file("testdata/rounds.fsm.yaml"), []string{"pending >= 1 in Execute", "pending >= 1 in RetryStep", "pending >= 1 in Fallback"}},
		{example("Oven"), []string{"batch == 0 in Cold", "batch <= 2 in Rising"}},
		{example("Delivery"), []string{"made < attempts in Waiting"}},
		{example("Lift"), []string{"at == goal in Resting", "at != goal in Moving"}},
		{file("testdata/unranged.fsm.yaml"), []string{"up <= n in Run"}},
		{file("testdata/limit_copied.fsm.yaml"), []string{
			"y == 0 in Low", "10 * x >= y in Low", "y == 0 in Adding", "10 * x >= y in Adding", "x <= 100 in Adding", "x >= 101 in High",
			"x <= 111 in Low", "x <= 111 in High",
		}},
	}
	for _, tt := range tests {
		bare := invariants.ReplaceAllString(tt.text, "")
		m := parse(t, bare)
		if len(m.Invariants) > 0 {
			t.Fatalf("invariants are still there:\n%s", bare)
		}
		r := verify.Machine(context.Background(), m)
		if m.Name == "Lift" {
			// That two values differ is not of the kind that is guessed.
			if r.Proved() || len(contradictions(r)) > 0 {
				t.Errorf("%s: %v", r.Summary(), contradictions(r))
			}
			continue
		}
		if !r.Proved() {
			t.Errorf("not proved:\n%s%v", r.Summary(), r.Diagnostics)
		}
		if d := cmp.Diff(tt.want, inferences(r)); d != "" {
			t.Errorf("%s: inferred (-want +got):\n%s", m.Name, d)
		}
		for _, fault := range contradictions(r) {
			t.Errorf("%s: %s", m.Name, fault)
		}
		for k, i := range r.Inferred {
			if len(i.Proof) == 0 || !slices.Contains(r.Facts, verify.Fact{Var: -1, Invariant: k}) {
				t.Errorf("%s: %v has %d certificates, facts %v", m.Name, expr.Print(i.Expr, expr.Spec), len(i.Proof), r.Facts)
			}
		}
		if !strings.Contains(r.Summary(), "  inferred     "+strings.Split(tt.want[0], " in ")[0]) {
			t.Errorf("the summary says nothing of it:\n%s", r.Summary())
		}
		out, err := json.Marshal(r)
		if state, ok := strings.CutPrefix(tt.want[0], strings.Split(tt.want[0], " in ")[0]+" in "); err != nil || !ok || !strings.Contains(string(out), `"inferred":[{"state":"`+state+`"`) {
			t.Errorf("%v in %s", err, out)
		}
		// The verdict must be the same when the spec says what was inferred.
		stronger := *m
		stronger.Invariants = r.Ranked().Invariants
		again := verify.Machine(context.Background(), &stronger)
		if !again.Proved() || len(again.Inferred) > 0 {
			t.Errorf("%s: with the inferred invariants declared:\n%s", m.Name, again.Summary())
		}
	}
}

// TestInferredNothing checks that nothing is inferred for machines that can be proved as
// they are.
func TestInferredNothing(t *testing.T) {
	for _, file := range []string{"../machines/fallback/fallback", "../machines/reservation/reservation", "testdata/nested", "testdata/phone_holds", "testdata/seed000"} {
		if r := reportOf(t, file+".fsm.yaml"); len(r.Inferred) > 0 {
			t.Errorf("%s: inferred %v", file, inferences(r))
		}
	}
}

// TestSuggested checks that a suggested fact proves the obligation once the spec makes the
// fact provable. That b is at most 1000 holds for small parameters, but not for n = 1001.
func TestSuggested(t *testing.T) {
	src, err := os.ReadFile("testdata/unguessed.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	r := verify.Machine(context.Background(), parse(t, string(src)))
	var got []string
	for _, o := range r.Obligations {
		if o.Suggested != nil {
			got = append(got, fmt.Sprintf("%s %s: %s", o.Kind, o.Status, expr.Print(o.Suggested, expr.Spec)))
		}
	}
	want := []string{"bounded unknown: a <= n", "decrease unknown: a <= n"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if text := fmt.Sprint(r.Diagnostics[1].Notes); !strings.Contains(text, "it would follow from `a <= n` in state `Run`") {
		t.Error(text)
	}
	guarded := strings.Replace(string(src), "if: 2*b", "if: a < n && b < 1000 && 2*b", 1)
	again := verify.Machine(context.Background(), parse(t, strings.Replace(guarded, "  Run:\n", "  Run:\n    invariants: [a <= n, a >= 0]\n", 1)))
	if !again.Proved() {
		t.Errorf("%s%v", again.Summary(), again.Diagnostics)
	}
}

// TestSuggestedState checks that a suggestion is about the state of the unproved
// obligation: a fact about another state would prove it too, but is false here.
func TestSuggestedState(t *testing.T) {
	src, err := os.ReadFile("testdata/unguessed.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	// In Rest a equals n, which nothing proves either.
	text := strings.Replace(string(src), "states:\n", "states:\n  Rest: {on: {Step: Done}}\n", 1)
	text = strings.Replace(text, "{to: Done}", "{to: Rest}", 1)
	text = strings.Replace(text, "progress: {Run: n - a + 1}\nbound: n + 1", "progress: {Run: n - a + 2, Rest: 1}\nbound: n + 2", 1)
	r := verify.Machine(context.Background(), parse(t, text))
	var got []string
	for _, o := range r.Obligations {
		if o.Suggested != nil {
			got = append(got, fmt.Sprintf("%s: %s", o.Kind, expr.Print(o.Suggested, expr.Spec)))
		}
	}
	want := []string{"bounded: a <= n", "decrease: a <= n"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s%s", d, r.Summary())
	}
}

// TestSuggestedSurvives checks that suggestions hold in all explored configurations and
// for all initial values: a guess that distant configurations or large parameters violate
// is not helpful.
func TestSuggestedSurvives(t *testing.T) {
	tests := map[string]string{
		"late": `machine: Late
vars: {x: int, y: {type: int, init: 5000000}}
events: {Step: {}}
initial: A
terminal: {done: [Done]}
states:
  A: {on: {Step: [{if: x * x > y, to: Done}, {set: {x: x + 1}}]}}
  Done: {}
progress: {A: y - 50*x + 1}
`,
		"large": `machine: Large
params: {n: {type: int, min: 0}}
vars: {k: {type: int, min: 0, max: n, init: n}}
events: {Step: {}}
initial: A
terminal: {done: [Done]}
states:
  A: {on: {Step: [{if: k > 0, set: {k: k - 1}}, {if: k > 40, to: A}, {to: B, set: {d: k + 1}}]}}
  B: {data: {d: int}, on: {Step: [{if: "2*d + 5*k < 50", to: Done}, {to: A, set: {k: "k*k*k"}}]}}
  Done: {}
progress: {A: 50 - k, B: 1}
`,
	}
	for name, text := range tests {
		m := parse(t, text)
		r := verify.Machine(context.Background(), m)
		if r.Termination == verify.Proved {
			t.Fatalf("%s is proved", name)
		}
		for _, o := range r.Obligations {
			if o.Suggested == nil {
				continue
			}
			state := o.State
			if o.Transition >= 0 {
				state = m.Transitions[o.Transition].From
			}
			for _, n := range []int64{0, 1, 50, 1000} {
				params := []int64{n}[:len(m.Params)]
				for c := range explore.Explore(context.Background(), m, params, 1<<13).All() {
					if holds, err := expr.Eval(o.Suggested, &expr.Env{Params: params, Vars: c.Vars}); c.State == state && (err != nil || holds == 0) {
						t.Errorf("%s: `%s` is suggested, and false with %v and %v", name, expr.Print(o.Suggested, expr.Spec), params, c.Vars)
						break
					}
				}
			}
		}
	}
}

// TestInferredFlag infers what a flag says of a count with which it is set and cleared, without which the range of the count looks unread.
func TestInferredFlag(t *testing.T) {
	r := verify.Machine(t.Context(), parse(t, `machine: Arm
params: {most: {type: int, min: 1, max: 50}}
vars: {held: bool, count: {type: int, min: 0, max: most}}
events: {Take: {}, Give: {}, More: {}, Quit: {}}
initial: A
terminal: {done: [Z]}
states:
  A: {on: {Take: {to: B, set: {held: true, count: 1}}, Quit: Z}}
  B: {on: {More: [{if: count < most, to: B, set: {count: count + 1}}, C]}}
  C: {on: {Give: [{if: held, to: C, set: {count: count - 1, held: count > 1}}, Z]}}
  Z: {}
`))
	if !r.Proved() || !strings.Contains(r.Full(), "!held || count >= 1 in C") {
		t.Errorf("the report is\n%s%v", r.Full(), r.Diagnostics)
	}
	for _, fault := range faultsOf(r, rand.New(rand.NewPCG(1, 2))) {
		t.Error(fault)
	}
}
