package verify_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// TestOutcomeTimes decides claims about runs to an outcome.
func TestOutcomeTimes(t *testing.T) {
	const tries = `
  A: {after: {30s: Over}, on: {Go: Good, Over: [{if: n < p, to: A, set: {n: n + 1}}, B]}}
  B: {after: {24h: Over}, on: {Over: Bad}}`
	for name, test := range map[string]struct {
		good, bad, states string
		want              []string
	}{
		"soon if it is good":            {"30s * (p + 1)", "30s * (p + 1) + 24h", tries, []string{"proved", "proved"}},
		"a bit less":                    {"30s * (p + 1) - 1s", "30s * (p + 1) + 24h - 1s", tries, []string{"refuted after 30s", "refuted after 24h0m30s"}},
		"too soon for large parameters": {"3m", "33h", tries, []string{"refuted after 3m30s", "proved"}},
		"a wait for the world on the other way": {"1m", "1h", `
  A: {after: {1m: Over}, on: {Go: Good, Over: B}}
  B: {on: {Go: Bad}}`, []string{"proved", "refuted after 1h0m1s"}},
		"a wait for the world before both": {"1m", "2m", `
  A: {on: {Go: Good, Set: Bad}}`, []string{"refuted after 1m1s", "refuted after 2m1s"}},
		"back from where it seemed lost": {"1m", "3h", `
  A: {after: {1m: Over}, on: {Go: Good, Over: B}}
  B: {after: {2h: Over}, on: {Over: Bad, Go: A}}`, []string{"refuted after 2h1m", "refuted after 4h2m"}},
		"a delay without an end on one way": {"1m", "1h", `
  A: {after: {1m: Over}, on: {Go: Good, Over: B}}
  B: {after: {open: Over}, on: {Over: Bad}}`, []string{"proved", "refuted after 1h0m1s"}},
		"regions that it leaves": {"50s", "2m", `
  A:
    done: Bad
    parallel:
      R: {initial: R1, states: {R1: {after: {50s: Over}, on: {Go: Good, Over: R2}}, R2: {final: true}}}
      S: {initial: S1, states: {S1: {after: {2m: Tick}, on: {Tick: S2}}, S2: {final: true}}}`, []string{"unknown", "proved"}},
	} {
		src := strings.Replace(timedHead, "terminal: {done: [Z]}", fmt.Sprintf("terminal: {good: {states: [Good], within: %q}, bad: {states: [Bad], within: %q}}", test.good, test.bad), 1)
		src = strings.Replace(src, "\n  Z: {}", "\n  Good: {}\n  Bad: {}", 1) + test.states + "\n"
		s, diags := spec.Load("timed.fsm.yaml", []byte(src))
		if s.Machine == nil {
			t.Fatalf("%s: %v\n%s", name, diags, src)
		}
		r := verify.Machine(t.Context(), s.Machine)
		var got []string
		for _, c := range r.OutcomeTimes {
			text := string(c.Status)
			if c.Run != nil {
				text += " after " + source.Duration(c.Run.Until)
				if err := c.Run.Replay(s.Machine); err != nil || s.Machine.States[c.Run.State(s.Machine)].Outcome != c.Outcome {
					t.Errorf("%s: %v, and the run ends in %s", name, err, s.Machine.States[c.Run.State(s.Machine)].Name)
				}
			}
			got = append(got, text)
		}
		if d := cmp.Diff(test.want, got); d != "" {
			t.Errorf("%s: %s\n%s", name, d, r.Summary())
		}
		var object struct {
			Within []struct{ Outcome, Status string } `json:"outcomes_within"`
		}
		if text, err := json.Marshal(r); err != nil || json.Unmarshal(text, &object) != nil || len(object.Within) != 2 ||
			object.Within[1].Outcome != "bad" || !strings.HasPrefix(test.want[1], object.Within[1].Status) {
			t.Errorf("%s: %v, %+v", name, err, object)
		}
	}
}

// TestTimeOfOutcomes takes the times that the spec of a child machine claims of its outcomes as those of its results.
func TestTimeOfOutcomes(t *testing.T) {
	const kid = `machine: Kid
params: {q: {type: int, min: 0, max: 100}}
vars: {n: {type: int, min: 0, max: q}}
events: {Tick: {internal: true}, Late: {internal: true}, Ok: {}}
initial: A
terminal: {good: {states: [Z], within: 5m * (q + 1)}, bad: {states: [Y], within: 5m * (q + 1) + 24h}}
bound: q + 2
states:
  A: {after: {5m: Tick}, on: {Tick: [{if: n < q, to: A, set: {n: n + 1}}, B], Ok: Z}}
  B: {after: {24h: Late}, on: {Late: Y}}
  Z: {}
  Y: {}
progress: {A: q - n + 2, B: 1}
`
	const parent = `machine: Parent
params: {p: {type: int, min: 1, max: 50}}
use: {Kid: kid.fsm.yaml}
vars: {n: {type: int, min: 1, max: p, init: 1}}
events: {Go: {}, Late: {}}
initial: Working
terminal: {good: [Z], bad: [Y]}
states:
`
	const again = "[{if: n < p, to: Working, set: {n: n + 1}}, Z]"
	for name, test := range map[string]struct{ kid, states, times string }{
		"one fails":   {kid, `  Working: {invoke: {machine: Kid, with: {q: 2}, on: {good: ` + again + `, bad: Y}}}`, "15 * p + 1440 minutes"},
		"all fail":    {kid, `  Working: {invoke: {machine: Kid, with: {q: 2}, on: {bad: ` + again + `, good: Y}}}`, "1455 * p minutes"},
		"other units": {strings.NewReplacer("5m * (q + 1) + 24h", "33h", "5m * (q + 1)", "500m + 5m").Replace(kid), `  Working: {invoke: {machine: Kid, with: {q: 2}, on: {good: ` + again + `, bad: Y}}}`, "505 * p + 1475 minutes"},
		"a parameter": {kid, `  Working: {invoke: {machine: Kid, with: {q: p}, on: {good: ` + again + `, bad: Y}}}`,
			"5 * p + 5 * p * p + 1440 minutes"},
		"an argument that varies": {kid, `  Working: {invoke: {machine: Kid, with: {q: n}, on: {good: ` + again + `, bad: Y}}}`, "1440 * p + 5 * p * p + 5 minutes"},
		"it is stopped":           {kid, `  Working: {invoke: {machine: Kid, with: {q: 0}, on: {good: ` + again + `, bad: Y}}, on: {Go: ` + again + `}}`, "1445 * p minutes"},
		"a claim of any end": {strings.Replace(kid, "initial: A", "initial: A\nwithin: 5m * (q + 1) + 24h", 1),
			`  Working: {invoke: {machine: Kid, with: {q: 2}, on: {good: ` + again + `, bad: Y}}}`, "15 * p + 1440 minutes"},
		"one outcome without a claim": {strings.Replace(kid, "bad: {states: [Y], within: 5m * (q + 1) + 24h}", "bad: [Y]", 1),
			`  Working: {invoke: {machine: Kid, with: {q: 2}, on: {good: ` + again + `, bad: Y}}}`, ""},
		"one outcome with one, and any end": {strings.Replace(kid, "bad: {states: [Y], within: 5m * (q + 1) + 24h}}", "bad: [Y]}\nwithin: 5m * (q + 1) + 24h", 1),
			`  Working: {invoke: {machine: Kid, with: {q: 2}, on: {good: ` + again + `, bad: Y}}}`, "15 * p + 1440 minutes"},
		"a claim that is not proved": {strings.Replace(kid, "24h}", "23h}", 1),
			`  Working: {invoke: {machine: Kid, with: {q: 2}, on: {good: ` + again + `, bad: Y}}}`, ""},
		"in a region": {kid, `  Working:
    done: Z
    on: {Go: Y}
    parallel:
      L:
        initial: L1
        states: {L1: {invoke: {machine: Kid, with: {q: 2}, on: {good: [{if: n < p, to: L1, set: {n: n + 1}}, L2], bad: L2}}}, L2: {final: true}}
      R:
        initial: R1
        states: {R1: {after: {7m: Late}, on: {Late: R2}}, R2: {final: true}}`, "max(1455 * p, 7) minutes"},
	} {
		s, err := withKid(parent+test.states+"\n  Z: {}\n  Y: {}\n", test.kid)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		r := verify.Machine(t.Context(), s.Machine)
		var times []string
		for i := range r.Times {
			times = append(times, r.Times[i].String())
		}
		if d := cmp.Diff(test.times, strings.Join(times, ", ")); d != "" {
			t.Errorf("%s: %s\n%s", name, d, r.Summary())
		}
	}
}
