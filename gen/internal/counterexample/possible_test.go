package counterexample_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/counterexample"
	"github.com/fsmgen/fsmgen/gen/internal/golang"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/verify"
)

// TestPossible writes the tests of claims that do not stay possible, and runs them against the machine, where they fail, and against a
// corrected one, where they pass.
func TestPossible(t *testing.T) {
	sample.Turn(t)
	specs := []struct{ name, text, wrong, right string }{
		{"refund", `machine: Vending
params: {price: {type: int, min: 2, max: 100}}
vars: {credit: {type: int, min: 0, max: price}}
events: {Coin: {environment: true, cents: {type: int, min: 1, max: price}}, Refund: {environment: true}}
initial: Idle
possible: {Collecting: [Idle]}
states:
  Idle: {on: {Coin: {to: Collecting, set: {credit: event.cents}}}, ignore: Refund}
  Collecting:
    on:
      Coin: [{if: event.cents < price - credit, set: {credit: credit + event.cents}}, {otherwise: reject}]
      Refund: [{if: REFUND, to: Idle, set: {credit: 0}}, {otherwise: ignore}]
`, "credit == 0", "credit > 0"},
		{"region", `machine: Order
guards: {open: {args: {n: int}}}
vars: {n: {type: int, min: 0, max: 3}}
events: {Pay: {environment: true}, Ship: {environment: true}, Drop: {environment: true}, Late: {internal: true}, Tick: {environment: true}}
outputs: {Say: {n: int}}
calls: {ask: {done: {k: {type: int, min: 0, max: 3}}}}
initial: Both
possible: [Ready]
states:
  Both:
    parallel:
      Money: {initial: Due, states: {Due: {on: {Pay: Paid}}, Paid: {invoke: {call: ask, on: {done: {to: Due, set: {n: event.k}}, error: Due}}}}}
      Parcel:
        initial: Here
        states:
          Here: {after: {1h: Late}, on: {Ship: Ready, Drop: Lost, Late: Lost}}
          Ready: {on: {Drop: Here}}
          Lost: {on: {Ship: [{if: "BACK", to: Here, emit: {Say: {n: n}}}, {otherwise: ignore}], Tick: {emit: {Say: {n: n}}}}}
`, "open(n) && n > 3", "open(n) && n == 2"},
	}
	dir := newModule(t)
	for _, s := range specs {
		place := "REFUND"
		if s.name == "region" {
			place = "BACK"
		}
		wrong := strings.Replace(s.text, place, s.wrong, 1)
		m, names := assigned(t, s.name+".fsm.yaml", []byte(wrong))
		report := verify.Machine(t.Context(), m)
		test, err := counterexample.Test(report, names, s.name)
		if err != nil {
			t.Fatalf("%s: %v\n%s", s.name, err, report.Summary())
		}
		if !strings.Contains(string(test), "can no longer be reached") {
			t.Fatalf("%s: no test of the claim:\n%s", s.name, test)
		}
		for kind, text := range map[string]string{"wrong": wrong, "right": strings.Replace(s.text, place, s.right, 1)} {
			m, names := assigned(t, s.name+".fsm.yaml", []byte(text))
			machine, err := golang.Generate(m, names, s.name, nil)
			if err != nil {
				t.Fatal(err)
			}
			dir.write(t, s.name+kind+"/machine.go", machine)
			dir.write(t, s.name+kind+"/possible_test.go", test)
		}
	}
	if out, err := dir.run("vet", "./..."); err != nil {
		t.Fatalf("vet: %s", out)
	}
	out, _ := dir.run("test", "-vet=off", "./...")
	for _, s := range specs {
		for kind, want := range map[string]string{"wrong": "FAIL", "right": "ok"} {
			if !regexp.MustCompile(`(?m)^` + want + `\s+\S*/` + s.name + kind + `\s`).MatchString(out) {
				t.Errorf("%s%s: want %s in\n%s", s.name, kind, want, out)
			}
		}
	}
}
