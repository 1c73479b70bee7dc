package verify_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// conditions lists the conditions of a report, as "S: d >= 1".
func conditions(r *verify.Report) (out []string) {
	for _, c := range r.Conditions {
		text := r.Machine.States[c.State].Name + ": " + expr.Print(c.Expr, expr.Spec)
		if c.Limits {
			text += " (limit)"
		}
		out = append(out, text)
	}
	return out
}

// ranked returns the machine of a report with the progress function that was found.
func ranked(r *verify.Report) *core.Machine {
	m := *r.Ranked()
	m.Invariants = r.Machine.Invariants
	return &m
}

// TestConditions runs machines from forged configurations: no step may fail, and no run may
// exceed the bound, if the ranges, the invariants and the conditions hold.
func TestConditions(t *testing.T) {
	sample.Turn(t)
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"divided", `machine: Divided
vars: {d: {type: int, init: 1}, x: int}
events: {E: {}}
initial: S
terminal: {done: [T]}
states:
  S: {on: {E: [{if: d < 5, set: {d: d + 1, x: 10 / d}}, {to: T}]}}
  T: {}
`, []string{"S: d >= 1", "S: d <= 5"}},
		{"progress without ranges", `machine: Unranged
params: {n: {type: int, min: 0}}
vars: {d: {type: int, max: n}}
events: {E: {}}
initial: S
terminal: {done: [T]}
states:
  S: {on: {E: [{if: d < n, set: {d: d + 1}}, {to: T}]}}
  T: {}
progress: {S: n - d + 1}
bound: n + 1
`, []string{"S: d >= 0 (limit)"}},
		{"progress in ranges", `machine: Ranged
params: {n: {type: int, min: 0}}
vars: {d: {type: int, min: 0, max: n}}
events: {E: {}}
initial: S
terminal: {done: [T]}
states:
  S: {on: {E: [{if: d < n, set: {d: d + 1}}, {to: T}]}}
  T: {}
progress: {S: n - d + 1}
bound: n + 1
`, nil},
		{"initial value as the bound", `machine: First
params: {n: {type: int, min: 0}}
vars: {d: {type: int, max: n}}
events: {E: {}}
initial: S
terminal: {done: [T]}
states:
  S: {on: {E: [{if: d < n, set: {d: d + 1}}, {to: T}]}}
  T: {}
progress: {S: n - d + 1}
`, []string{"S: d >= 0 (limit)"}},
		{"reactive", `machine: Reactive
params: {n: {type: int, min: 0}}
vars: {d: {type: int, min: 0}}
events: {E: {}, Go: {environment: true, much: int}}
initial: S
states:
  S:
    on:
      E: [{if: d > 0, set: {d: d - 1}}, {otherwise: ignore}]
      Go: [{if: event.much >= 0 && event.much <= n, set: {d: event.much}}, {otherwise: ignore}]
progress: {S: d}
bound: n
`, []string{"S: d <= n (limit)"}},
		{"bools as numbers", `machine: Flags
vars: {a: bool, b: bool, k: {type: int, max: 3}}
events: {E: {}}
initial: S
terminal: {done: [T]}
states:
  S:
    on:
      E:
        - {if: "!a", set: {a: true}}
        - {if: "!b", set: {b: true}}
        - {if: k < 3, set: {k: k + 1}}
        - {to: T}
  T: {}
bound: 6
`, []string{"S: a || b || k >= 0 (limit)", "S: a || !b || k >= -1 (limit)", "S: !a || b || k >= -1 (limit)", "S: !a || !b || k >= -2 (limit)"}},
		{"lexicographic", `machine: Batch
params: {rounds: {type: int, min: 0, max: 9}, size: {type: int, min: 1, max: 9}}
vars:
  round: {type: int, min: 0, max: rounds}
  open: {type: int, min: 0, max: size, init: size}
events: {Next: {}}
initial: Working
terminal: {done: [Done]}
states:
  Working:
    on:
      Next:
        - {if: open > 0, set: {open: open - 1}}
        - {if: round < rounds, set: {round: round + 1, open: size}}
        - {to: Done}
  Done: {}
progress: {Working: [rounds - round + 1, open]}
`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := verify.Machine(context.Background(), parse(t, tt.text))
			if !r.Proved() {
				t.Fatal(r.Summary())
			}
			w := newWitness(ranked(r), r, rand.New(rand.NewPCG(1, 1)))
			if n := w.forged(400); len(w.faults) > 0 || n < 20 {
				t.Errorf("%d configurations: %s", n, strings.Join(w.faults, "\n"))
			}
			if d := cmp.Diff(tt.want, conditions(r)); d != "" {
				t.Errorf("conditions (-want +got):\n%s", d)
			}
		})
	}
}

// TestConditionsRandom does the same for random specs, for the shipped machines, and for
// those of the tests.
func TestConditionsRandom(t *testing.T) {
	count, tries := map[string]int{}, sample.Size(10, 15, 200)
	try := func(name, text string, seed uint64) {
		s, _ := spec.LoadWith("random.fsm.yaml", []byte(text), spectest.Open)
		if s.Machine == nil {
			return
		}
		r := verify.Machine(context.Background(), s.Machine)
		if !r.Proved() {
			return
		}
		w := newWitness(ranked(r), r, rand.New(rand.NewPCG(seed, 3)))
		count["proved"]++
		count["accepted"] += w.forged(tries)
		for _, c := range r.Conditions {
			if count["inferred"]++; c.Limits {
				count["limits"]++
			}
		}
		if len(w.faults) > 0 {
			t.Fatalf("%s, seed %d: %s in\n%s", name, seed, strings.Join(w.faults, "\n"), text)
		}
	}
	patterns := []string{"testdata/*.fsm.yaml", "../machines/*/*.fsm.yaml"}
	if sample.Long() {
		patterns = append(patterns, "testdata/known/*.fsm.yaml", "testdata/adversarial/*.fsm.yaml")
	}
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range sample.Some(t, files, sample.Size(1, 3, len(files))) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			try(file, string(src), 1)
			if without := progressSection.ReplaceAllString(string(src), ""); without != string(src) {
				try(file+" without progress", without, 1)
			}
		}
	}
	first, specs := sample.Seed(t), sample.Size(2, 4, 40)
	for i := range specs {
		seed := first + uint64(i)
		random := rand.New(rand.NewPCG(seed, 1))
		text := spectest.Sound(random, spectest.All)
		if i%2 == 0 {
			text = spectest.Random(random, spectest.All)
		}
		try("random", text, seed)
	}
	t.Log(count)
	if count["accepted"] < sample.Size(0, 20, 250) && os.Getenv("FSMGEN_SIZE") == "" {
		t.Errorf("%v: the test is too weak", count)
	}
}
