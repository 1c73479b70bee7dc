package verify_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/internal/reference"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// withKid loads a machine whose child machine is in kid.fsm.yaml.
func withKid(text, kid string) (*spec.Spec, error) {
	s, diags := spec.LoadWith("parent.fsm.yaml", []byte(text), func(_, path string) (string, []byte, error) { return path, []byte(kid), nil })
	if s.Machine == nil {
		return nil, errors.New(string(diags[0].Code) + ": " + diags[0].Message)
	}
	return s, nil
}

const kidText = `machine: Kid
params: {q: {type: int, min: 0, max: 100}}
vars: {n: {type: int, min: 0, max: q}}
events: {Tick: {internal: true}, Stop: {}}
initial: A
terminal: {done: [Z], stopped: [Y]}
within: 5m * (q + 1)
bound: q + 1
states:
  A: {after: {5m: Tick}, on: {Tick: [{if: n < q, to: A, set: {n: n + 1}}, Z], Stop: Y}}
  Z: {}
  Y: {}
progress: {A: q - n + 1}
`

const parentText = `machine: Parent
params: {p: {type: int, min: 1, max: 50}}
use: {Kid: kid.fsm.yaml}
vars: {n: {type: int, min: 1, max: p, init: 1}}
events: {Late: {internal: true}, Go: {}}
initial: Working
terminal: {good: [Z], bad: [Y]}
states:
  Working:
    invoke: {machine: Kid, with: {q: 2*p}, on: {done: Z, stopped: [{if: n < p, to: Waiting}, Y]}}
  Waiting: {after: {10m: Late}, on: {Late: {to: Working, set: {n: n + 1}}}, invariants: n < p}
  Z: {}
  Y: {}
`

// TestTimeOfChildren takes the time that the specs of child machines claim as that of their waits, where it is proved.
func TestTimeOfChildren(t *testing.T) {
	regions := `states:
  Both:
    done: Z
    parallel:
      L:
        initial: L1
        states: {L1: {invoke: {machine: Kid, with: {q: p}, on: {done: L2, stopped: L2}}}, L2: {final: true}}
      R:
        initial: R1
        states: {R1: {after: {7m: Late}, on: {Late: R2}}, R2: {final: true}}
  Z: {}
`
	for _, test := range []struct {
		name  string
		edits []string // of the child, if the old text is there, and otherwise of the parent
		times string
		waits string
	}{
		{"each start", nil, "p * (10 * p + 15) minutes", ""},
		{"a claim that is not proved", []string{"within: 5m * (q + 1)", "within: 5m * q + 4m"}, "", "Working"},
		{"no claim", []string{"within: 5m * (q + 1)\n", ""}, "", "Working"},
		{"a minimum", []string{"within: 5m * (q + 1)", "within: min(5m * (q + 1), 6m * (q + 1))"}, "p * min(5 * (2 * p + 1), 6 * (2 * p + 1)) + 10 * p minutes", ""},
		{"a result that may be dropped", []string{"stopped: [{if: n < p, to: Waiting}, Y]", "stopped: [{if: n < p, to: Waiting}, {otherwise: ignore}]", "done: Z, ", "done: [{if: n > 3, to: Y}, Z], "}, "", "Working"},
		{"a timer around it", []string{"  Waiting:", "  Waits: {after: {1h: Late}, on: {Late: Y, Go: Z}}\n  Waiting:", "  Working:\n", "  Working:\n    after: {1h: Go2}\n    on: {Go2: Y}\n", "Go: {}", "Go: {}, Go2: {internal: true}", "on: {Late: {to: Working, set: {n: n + 1}}}", "on: {Late: {to: Waits, set: {n: n + 1}}}"}, "2h10m, 10 * p + 75 minutes", ""},
		{"an argument that varies", []string{"with: {q: 2*p}", "with: {q: n}"}, "5 * p * p + 5 + 10 * p minutes", ""},
		{"side by side", []string{parentText[strings.Index(parentText, "states:"):], regions, "initial: Working", "initial: Both", ", bad: [Y]", "", "Go: {}", "", "vars: {n: {type: int, min: 1, max: p, init: 1}}\n", ""}, "max(5 * p + 5, 7) minutes", ""},
		{"side by side with a gap", []string{"max: 50", "max: 5", parentText[strings.Index(parentText, "states:"):], strings.NewReplacer("done: L2, stopped: L2}}}, L2:", "done: L3, stopped: L3}}}, L3: {always: {if: in(R2), to: L4}}, L4: {invoke: {machine: Kid2, with: {q: p}, on: {done: L2, stopped: L2}}}, L2:").Replace(regions), "{Kid: kid.fsm.yaml}", "{Kid: kid.fsm.yaml, Kid2: kid.fsm.yaml}", "initial: Working", "initial: Both", ", bad: [Y]", "", "Go: {}", "", "vars: {n: {type: int, min: 1, max: p, init: 1}}\n", ""}, "3 * (5 * (p + 1)) + 7 minutes", ""},
	} {
		parent, kid := parentText, kidText
		for i := 0; i < len(test.edits); i += 2 {
			if strings.Contains(kid, test.edits[i]) {
				kid = strings.Replace(kid, test.edits[i], test.edits[i+1], 1)
			} else if strings.Contains(parent, test.edits[i]) {
				parent = strings.Replace(parent, test.edits[i], test.edits[i+1], 1)
			} else {
				t.Fatalf("%s: no %q", test.name, test.edits[i])
			}
		}
		s, err := withKid(parent, kid)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		r := verify.Machine(t.Context(), s.Machine)
		var times, waits []string
		for i := range r.Times {
			times = append(times, r.Times[i].String())
		}
		for _, w := range r.Waits {
			waits = append(waits, s.Machine.States[w].Name)
		}
		if strings.Join(times, ", ") != test.times || strings.Join(waits, ", ") != test.waits {
			t.Errorf("%s: times %q, waits for %q, want %q and %q", test.name, times, waits, test.times, test.waits)
		}
	}
}

// kidSpec writes a random machine that waits some times and ends in one of two ways, with claims that may be too low. It may take longer to
// fail, and claim that.
func kidSpec(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	var b strings.Builder
	b.WriteString("machine: Kid\nparams: {q: {type: int, min: 0, max: 9, default: 1}, d: {type: duration, min: 1s, max: 1m, default: 2s}}\nvars: {n: {type: int, min: 0, max: q}}\n")
	first, second := pick("1s", "2s", "d"), pick("1s", "d", "d + 1s")
	exact := fmt.Sprintf("%s * (q + 1) + (%s) * q", first, second)
	fails, more := "Y", ""
	if r.IntN(2) == 0 {
		fails, more = "C", "\n  C: {after: {20s: T}, on: {T: Y}}"
	}
	done, failed := "[Z]", "[Y]"
	switch claim := pick(exact, exact, "3s + q * d", "(d + 2s) * (q + 2)", "2m * (q + 1)", "max(150s * (q + 1), 4m)", "min(4m, 2*d + 5s) * (q + 1)"); {
	case r.IntN(3) > 0:
		done, failed = fmt.Sprintf("{states: [Z], within: %q}", claim), fmt.Sprintf("{states: [Y], within: %q}", exact+pick("", " + 20s", " + 20s", " + 20s - "+first))
	case fails == "C":
		fmt.Fprintf(&b, "within: %s + 20s\n", claim)
	default:
		fmt.Fprintf(&b, "within: %s\n", claim)
	}
	fmt.Fprintf(&b, "events: {T: {internal: true}, U: {internal: true}, E: {}}\ninitial: A\nterminal: {done: %s, failed: %s}\n", done, failed)
	fmt.Fprintf(&b, "states:\n  A: {after: {%s: T}, on: {T: [{if: n < q, to: B, set: {n: n + 1}}, Z], E: %s}}\n", first, fails)
	fmt.Fprintf(&b, "  B: {after: {%s: U}, on: {U: %s%s}}%s\n  Z: {}\n  Y: {}\nprogress: {A: 2*(q - n) + 2, B: 2*(q - n) + 3%s}\nbound: 2*q + 3\n", second, pick("A", "A", "Z"), pick("", ", E: "+fails), more, map[bool]string{true: ", C: 1"}[fails == "C"])
	return b.String()
}

// kidsSpec writes a random machine that waits for child machines, in states and in regions.
func kidsSpec(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	var b strings.Builder
	regions := r.IntN(2) == 0
	fmt.Fprintf(&b, "machine: Timed\n"+timedParams+"use: {Kid: kid.fsm.yaml%s}\nvars: {n: {type: int, min: 0, max: p}}\n", map[bool]string{true: ", Other: kid.fsm.yaml"}[regions])
	fmt.Fprintf(&b, "within: %s\ninitial: A\nterminal: {good: [Z]}\nevents: {T: {internal: true}, %sE: {}}\nstates:\n  Z: {}\n", pick(claims...), map[bool]string{true: "L: {internal: true}, F: {}, "}[regions])
	next := func(on string) string {
		return pick(on, on, fmt.Sprintf("[{if: n < p, to: %s, set: {n: n + 1}}, %s]", pick("A", "A", "P"), on))
	}
	args := func() string {
		return fmt.Sprintf("with: {q: %s, d: %s}", pick("1", "p", "n", "p + 2", "p - n"), pick("1s", "w + 1s", "5s"))
	}
	fmt.Fprintf(&b, "  A: {invoke: {machine: Kid, %s, on: {done: %s, failed: %s}}, on: {E: %s}}\n", args(), next("P"), pick(next("P"), "Z", next("P"), "[{if: n < p, to: P}, {otherwise: ignore}]"), pick("P", "[{if: n < p, set: {n: n + 1}}, Z]"))
	if !regions {
		fmt.Fprintf(&b, "  P: {after: {%s: T}, on: {T: %s, E: Z}}\n", pick("1s", "20s", "w"), next("Z"))
		return b.String()
	}
	fmt.Fprintf(&b, "  P:\n    done: Z\n    on: {F: %s}\n    parallel:\n      R:\n        initial: R1\n        states:\n", pick("Z", "Z", "[{if: n < p, to: A, set: {n: n + 1}}, Z]"))
	fmt.Fprintf(&b, "          R1: {invoke: {machine: Other, %s, on: {done: R2, failed: %s}}}\n", args(), pick("R2", "[{if: n < p, to: R1, set: {n: n + 1}}, R2]"))
	fmt.Fprintf(&b, "          R2: {after: {%s: T}, on: {T: R3}}\n          R3: {final: true}\n      S:\n        initial: S1\n        states:\n", pick("1s", "3s", "w"))
	fmt.Fprintf(&b, "          S1: {after: {%s: L}, on: {L: S2%s}}\n          S2: {final: true}\n", pick("1s", "1m", "w"), pick("", ", E: S2"))
	return b.String()
}

type callName struct{ owner, call string }

// family runs a machine with child machines that really run, on one virtual clock.
type family struct {
	*clockRun
	kid *reference.Machine
	// ends has when each child machine ends, and how.
	ends map[callName]kidEnd
}

type kidEnd struct {
	at      time.Duration
	outcome string
}

// steps starts and stops timers and child machines.
func (f *family) steps(list []reference.Step, r *rand.Rand) error {
	if err := f.clockRun.steps(list); err != nil {
		return err
	}
	for _, s := range list {
		for _, v := range s.Cancels {
			delete(f.ends, callName{v.Owner, v.Call})
		}
		for _, v := range s.Invokes {
			took, outcome, err := dawdle(f.kid, v.Args, r)
			if err != nil {
				return err
			}
			f.ends[callName{v.Owner, v.Call}] = kidEnd{f.now + took, outcome}
		}
	}
	return nil
}

// dawdle plays a run of a machine alone to its end, mostly without events from outside, and returns how long it takes.
func dawdle(m *reference.Machine, params []int64, r *rand.Rand) (time.Duration, string, error) {
	run, start, err := m.Start(params)
	if err != nil {
		return 0, "", err
	}
	c := &clockRun{run, 0, map[timerName]time.Duration{}}
	for result := start; ; {
		if err := c.steps(result.Steps); err != nil || c.Outcome() != "" {
			return c.now, c.Outcome(), err
		}
		next, at := c.next(r)
		if at < 0 {
			return 0, "", fmt.Errorf("the child machine waits in %v", c.Active())
		}
		if r.IntN(8) == 0 {
			c.now += time.Duration(r.Int64N(int64(at-c.now) + 1))
			result, err = c.Send("E", nil, nil)
		} else {
			c.now = at
			delete(c.due, next)
			result, err = c.Fire(next.owner, next.event, nil)
		}
		if err != nil {
			return 0, "", err
		}
	}
}

// next returns a timer that is due next, and when, or -1.
func (c *clockRun) next(r *rand.Rand) (next timerName, at time.Duration) {
	at = -1
	for t, d := range c.due {
		if at < 0 || d < at || d == at && r.IntN(2) == 0 {
			next, at = t, d
		}
	}
	return next, at
}

// longestFamily plays random runs and returns the longest time that one of them has taken so far.
func longestFamily(m, kid *reference.Machine, p int64, r *rand.Rand, runs int) (longest time.Duration, err error) {
	answers, events := func(string, []int64) bool { return false }, m.Events()
	for range runs {
		run, start, err := m.Start(judgedParams(p))
		if err != nil {
			return 0, err
		}
		f := &family{&clockRun{run, 0, map[timerName]time.Duration{}}, kid, map[callName]kidEnd{}}
		result := start
		for range 60 {
			if err := f.steps(result.Steps, r); err != nil {
				return 0, err
			}
			if longest = max(longest, f.now); f.Outcome() != "" {
				break
			}
			timer, at := f.next(r)
			call, ends := callName{}, false
			for c, end := range f.ends {
				if at < 0 || end.at < at || end.at == at && r.IntN(2) == 0 {
					call, at, ends = c, end.at, true
				}
			}
			switch {
			case at < 0:
				return 0, fmt.Errorf("the machine waits in %v without a clock", f.Active())
			case r.IntN(6) == 0:
				f.now += time.Duration(r.Int64N(int64(at-f.now) + 1))
				result, err = f.Send(events[r.IntN(len(events))], nil, answers)
			case ends:
				f.now = at
				end := f.ends[call]
				delete(f.ends, call)
				result, err = f.Result(call.owner, call.call, end.outcome, nil, answers)
			default:
				f.now = at
				delete(f.due, timer)
				result, err = f.Fire(timer.owner, timer.event, answers)
			}
			if err != nil {
				return 0, err
			}
		}
	}
	return longest, nil
}

// outcomesAgree plays runs of a child machine alone, and compares how long they take with what is proved of the outcome with which they end.
// It returns "" if they agree.
func outcomesAgree(report *verify.Report, kid *reference.Machine, r *rand.Rand) string {
	for range 40 {
		params := []int64{r.Int64N(4), int64(1+r.IntN(9)) * 1e9}
		took, outcome, err := dawdle(kid, params, r)
		if err != nil {
			return err.Error()
		}
		for _, c := range report.OutcomeTimes {
			most, err := expr.Eval(c.Most, &expr.Env{Params: params})
			if ends := report.Machine.Outcomes[c.Outcome].Name == outcome; c.Status == verify.Proved && ends && (err != nil || int64(took) > most) {
				return fmt.Sprintf("a run to %s with %v takes %v, and it is proved to take %s at most (%v)", outcome, params, took, c, err)
			}
		}
	}
	return ""
}

// TestTimeOfChildrenJudge holds proved limits of time against runs in which the child machines really run.
func TestTimeOfChildrenJudge(t *testing.T) {
	size := sample.Size(3, 6, 100)
	seed := sample.Seed(t)
	loaded, limited, clocks, reached, ends := 0, 0, 0, 0, 0
	why := map[string]int{}
	for i := range size {
		r := rand.New(rand.NewPCG(seed+uint64(i), 6))
		kid, text := kidSpec(r), kidsSpec(r)
		s, err := withKid(text, kid)
		if err != nil {
			if why[err.Error()]++; why[err.Error()] == 1 {
				t.Logf("%v\n%s%s", err, text, kid)
			}
			continue
		}
		loaded++
		report := verify.Machine(t.Context(), s.Machine)
		if len(report.Times) == 0 {
			continue
		}
		limited++
		if slices.ContainsFunc(report.Times, func(x verify.Time) bool { return len(x.Cover.Children(s.Machine)) > 0 }) {
			clocks++
		}
		if slices.ContainsFunc(report.Times, func(x verify.Time) bool {
			return slices.ContainsFunc(x.Cover.All(), func(clock int) bool { return obligation.AtEnd(s.Machine, clock) })
		}) {
			ends++
		}
		read := func(text string) *syntax.File {
			root, _ := syntax.Read("timed.fsm.yaml", []byte(text))
			file, _ := syntax.Decode(root)
			return file
		}
		child, err := reference.New(read(kid), nil)
		if err != nil {
			t.Fatal(err)
		}
		if fault := outcomesAgree(report.Children[0], child, r); fault != "" {
			t.Errorf("seed %d: %s\n%s", seed+uint64(i), fault, kid)
		}
		m, err := reference.New(read(text), map[string]*syntax.File{"Kid": read(kid), "Other": read(kid)})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for p := range int64(4) {
			longest, err := longestFamily(m, child, p, r, 25)
			if err != nil {
				t.Errorf("seed %d, p = %d: %v\n%s%s", seed+uint64(i), p, err, text, kid)
				break
			}
			least := time.Duration(1<<63 - 1)
			for k := range report.Times {
				if most, err := expr.Eval(report.Times[k].Most, &expr.Env{Params: judgedParams(p)}); err == nil {
					least = min(least, time.Duration(most)*report.Times[k].Cover.Unit)
				}
			}
			if longest > least {
				t.Errorf("seed %d, p = %d: a run takes %v, and the limit is %v\n%s%s", seed+uint64(i), p, longest, least, text, kid)
			}
			if p == 1 && longest == least {
				reached++
			}
			if fault := claimAgrees(report, p, longest, least); fault != "" && fault != "unseen" {
				t.Errorf("seed %d, p = %d: %s\n%s%s", seed+uint64(i), p, fault, text, kid)
			}
		}
	}
	t.Logf("%d of %d specs load, %d have a limit, %d by child machines, %d by their outcomes, %d limits are reached", loaded, size, limited, clocks, ends, reached)
	if size >= 100 && (3*loaded < size || 10*clocks < loaded || 5*ends < clocks || 50*reached < clocks) {
		t.Errorf("the sample is too weak: %d of %d specs load, %d have a limit by child machines, and %d are reached", loaded, size, clocks, reached)
	}
}
