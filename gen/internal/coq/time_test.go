package coq

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// timely has two clocks: one runs beside the other, and one of a state that the machine enters again.
const timely = `machine: Timely
params: {n: {type: int, min: 1, max: 9}}
vars: {tries: {type: int, min: 1, max: n, init: 1}}
events: {Again: {}, Slow: {internal: true}, Late: {internal: true}, Go: {}}
initial: Waiting
terminal: {done: [Done]}
states:
  Waiting: {after: {7s: Late}, on: {Go: Passing, Late: Passing}}
  Passing: {always: Asking}
  Asking: {after: {5s: Slow}, on: {Slow: [{if: tries < n, to: Asking, set: {tries: tries + 1}}, Done], Again: [{if: tries < n, to: Asking, set: {tries: tries + 1}}, Done]}}
  Done: {}
`

// doubling has delays that read a parameter and a variable.
const doubling = `machine: Doubling
params: {n: {type: int, min: 1, max: 9}, cap: {type: duration, min: 10s, max: 1h}}
vars: {tries: {type: int, min: 1, max: n, init: 1}, pause: {type: duration, min: 1s, max: cap, init: 1s}}
events: {Again: {internal: true}, Failed: {}, Slow: {internal: true}, Done: {}}
initial: Calling
terminal: {done: [End]}
states:
  Calling: {after: {cap + 30s: Slow}, on: {Done: End, Failed: [{if: tries < n, to: Pausing, set: {tries: tries + 1, pause: "min(2 * pause, cap)"}}, End], Slow: End}}
  Pausing: {after: {pause: Again}, on: {Again: Calling}}
  End: {}
`

// timed writes the file of a machine from its text.
func timed(t *testing.T, text string) string {
	t.Helper()
	s, diags := spec.Load("timely.fsm.yaml", []byte(text))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	w, err := newWriter(t.Context(), verify.Machine(t.Context(), s.Machine))
	if err != nil {
		t.Fatal(err)
	}
	return w.machine()
}

// limits compiles limits of the time, and what is wrong with them.
func limits(t *testing.T, dir string) {
	body := timed(t, timely)
	// A run takes the whole time for n = 2, so the theorem says something, and nothing less is true.
	const reached = `
Definition two := Params 2147483647 2.
Example slow : Time.timed config (init two) (move two) rests clocks (first two) 17 (Config in_Done (Store 2)) [0; 0].
Proof.
  pose proof (Time.timed_start _ _ (move two) rests clocks (first two) _ _ (start two)) as A.
  pose proof (Time.timed_pass _ _ _ _ _ _ _ _ _ 7 A eq_refl ltac:(discriminate) eq_refl) as B.
  pose proof (Time.timed_move _ _ _ _ _ _ _ _ _ _ _ B (move_1 two (Store 1))) as D.
  pose proof (Time.timed_move _ _ _ _ _ _ _ _ _ _ _ D (move_3 two (Store 1))) as E.
  pose proof (Time.timed_pass _ _ _ _ _ _ _ _ _ 5 E eq_refl ltac:(discriminate) eq_refl) as F.
  pose proof (Time.timed_move _ _ _ _ _ _ _ _ _ _ _ F (move_4 two (Store 1) eq_refl)) as G.
  pose proof (Time.timed_pass _ _ _ _ _ _ _ _ _ 5 G eq_refl ltac:(discriminate) eq_refl) as H.
  exact (Time.timed_move _ _ _ _ _ _ _ _ _ _ _ H (move_5 two (Store 2) eq_refl)).
Qed.
Example whole : longest two = 17.
Proof. reflexivity. Qed.
`
	t.Run("reached", func(t *testing.T) { t.Parallel(); compiles(t, dir, "Reached", body+reached) })
	t.Run("doubling", func(t *testing.T) {
		t.Parallel()
		text := timed(t, doubling)
		for _, want := range []string{"Theorem in_time :", "Time.Begin (v_pause (next_1 P S))", "Time.Begin ((p_cap P) + 30000000000)"} {
			if !strings.Contains(text, want) {
				t.Errorf("the file does not have %s", want)
			}
		}
		compiles(t, dir, "Doubling", text)
	})
	for name, wrong := range map[string][2]string{
		"Longest": {"Definition longest (P : params) : Z := ", "Definition longest (P : params) : Z := (-1) + "},
		"Timer":   {"Time.Begin 5", "Time.Begin 6"},
		"First":   {"first (P : params) : list Time.act := [Time.Begin 7", "first (P : params) : list Time.act := [Time.Begin 8"},
		"Clock":   {"in_Asking => [false; true]", "in_Asking => [false; false]"},
		"Rest":    {"in_Passing => false", "in_Passing => true"},
		"Left":    {"left_in_Asking (P : params) (S : store) : Z := ", "left_in_Asking (P : params) (S : store) : Z := (-1) + "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if strings.Count(body, wrong[0]) == 0 {
				t.Fatalf("the file does not have %s:\n%s", wrong[0], body)
			}
			if out, ok := coqc(t, dir, "Wrong"+name, using(strings.ReplaceAll(body, wrong[0], wrong[1]))); ok {
				t.Errorf("coqc accepts it: %s", out)
			}
		})
	}
	// The machine waits where the event of the timer may be refused, so it has a theorem no more.
	for _, each := range [][2]string{
		{"after: {7s: Late}, on: {Go: Passing, Late: Passing}", "on: {Go: Passing}"},
		{"Late: Passing}}", "Late: [{if: n > 1, to: Passing}, {otherwise: ignore}]}}"},
		{"after: {7s: Late}", "after: {patience: Late}"},
	} {
		text := strings.Replace(timely, each[0], each[1], 1)
		if strings.Contains(each[1], "patience") {
			text = strings.Replace(text, "vars:", "delays: {patience: {}}\nvars:", 1)
		}
		text = strings.Replace(text, "Late: {internal: true}, Go", "Late: {}, Go", 1)
		if text == timely || strings.Contains(timed(t, text), "in_time") {
			t.Errorf("%s: there is a theorem", each[1])
		}
	}
}

// TestClocks holds which timers have a clock, and where time passes, to what the specification says.
func TestClocks(t *testing.T) {
	const text = `machine: Clocks
params: {n: {type: int, min: 1, max: 9}}
vars: {tries: {type: int, min: 0, max: n}, flag: bool}
delays: {some: {max: 1h}, any: {}}
events: {Go: {}, Moves: {internal: true}, Again: {internal: true}, Stays: {internal: true}, Ignored: {internal: true}, Maybe: {internal: true}, Either: {internal: true}, Some: {internal: true}, Any: {internal: true}, In: {internal: true}}
initial: A
terminal: {done: [Z]}
states:
  A:
    after: {1s: Moves, 2s: Again, 3s: Stays, 4s: Ignored, 5s: Maybe, 6s: Either, some: Some, any: Any}
    ignore: Ignored
    on:
      Go: B
      Moves: Z
      Again: {to: A, set: {flag: true}}
      Stays: {set: {flag: true}}
      Maybe: [{if: flag, to: Z}, {otherwise: ignore}]
      Either: [{if: flag, to: Z}, {to: B}]
      Some: Z
      Any: Z
  B: {always: [{if: flag, to: C}], on: {Go: C}}
  C: {always: P}
  P:
    done: Z
    on: {In: Z}
    parallel:
      R: {initial: X, states: {X: {after: {7s: In}, on: {Go: Y}}, Y: {final: true}}}
      S: {initial: U, states: {U: {on: {Go: V}}, V: {final: true}}}
  Z: {}
`
	s, diags := spec.Load("clocks.fsm.yaml", []byte(text))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	var clocks, rests []string
	for i := range s.Machine.Timers {
		if moves(s.Machine, i) {
			clocks = append(clocks, source.Timer(s.Machine, i))
		}
	}
	timing := &timing{w: &writer{defs: &definitions{translation: &translation{m: s.Machine}}}}
	for i := range s.Machine.States {
		if timing.rests(i) {
			rests = append(rests, s.Machine.States[i].Name)
		}
	}
	if diff := cmp.Diff([]string{"A.Moves", "A.Again", "A.Either", "A.Some"}, clocks); diff != "" {
		t.Errorf("clocks (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"A", "B", "P"}, rests); diff != "" {
		t.Errorf("time passes (-want +got):\n%s", diff)
	}
}

// public compiles limits of the time of machines in public, each of which has the theorem if the report has a limit of a sum of clocks.
func public(t *testing.T, dir string) {
	all := sample.Some(t, files(t, "../../../verify/testdata/public/*.fsm.yaml"), sample.Size(0, 1, 4))
	for _, file := range all {
		name := "Public" + identifier(strings.TrimSuffix(filepath.Base(file), ".fsm.yaml"))
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := verify.Machine(t.Context(), load(t, file))
			if r.Termination != verify.Proved && !r.UnlessOverflow {
				return
			}
			w, err := newWriter(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			body := w.machine()
			added := slices.ContainsFunc(r.Times, func(l verify.Time) bool { return len(l.Cover.Beside) == 0 })
			if has := strings.Contains(body, "Theorem in_time :"); has != added {
				t.Errorf("the report has a sum of clocks: %t, the file a theorem: %t", added, has)
			}
			if added {
				compiles(t, dir, name, body)
			}
		})
	}
}
