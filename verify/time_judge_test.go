package verify_test

import (
	"errors"
	"fmt"
	"math"
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

// claims are claimed times.
var claims = []string{"3s", "1m", "3m", "10m", "30s * p + 70s", "1m * (p + 1)", "min(2m, 5s * p + 9s)", "max(70s, 20s * p)", "1500ms * p + 500ms", "100h * (p + 1)", "2*w + 1m", "max(w, 30s) * (p + 2)"}

// timedParams declares the parameters of the machines, and judgedParams are values of both: those that p takes, and what w is then.
const timedParams = "params: {p: {type: int, min: 0, max: 3, default: 2}, w: {type: duration, min: 300ms, max: 1m, default: 1s}}\n"

func judgedParams(p int64) []int64 {
	return []int64{p, int64([]time.Duration{time.Second, 300 * time.Millisecond, 7 * time.Second, 2500 * time.Millisecond}[p])}
}

// timedSpec writes a random machine in which timers run nearly everywhere: plain states, composite states with timers of their own, and
// regions. Transitions lead back while a counter allows it.
func timedSpec(r *rand.Rand) string {
	var b strings.Builder
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	names := []string{"A", "B", "C", "D"}[:2+r.IntN(3)]
	events := []string{"E0", "E1", "T0", "T1", "T2"} // those of a region are its own
	b.WriteString("machine: Timed\n" + timedParams + "vars: {n: {type: int, min: 0, max: p}, k: {type: int, min: 0, max: 2}}\n")
	fmt.Fprintf(&b, "within: %s\ninitial: A\nterminal: {done: [Z]}\nstates:\n  Z: {}\n", claims[r.IntN(len(claims))])
	internal, raised := r.IntN(3) > 0, map[string]bool{}
	// later returns a state after the i-th one.
	later := func(i int) string {
		if rest := append(names[i+1:len(names):len(names)], "Z"); r.IntN(3) > 0 {
			return rest[0]
		} else {
			return pick(rest)
		}
	}
	// reaction returns alternatives of a state. What is not counted leads on: from the first inner state to the second, then to a later state.
	reaction := func(i int, inner []string, first, timer bool) string {
		last := later(i)
		if first && r.IntN(3) > 0 {
			last = inner[1]
		}
		switch back := pick(append(inner[:len(inner):len(inner)], names...)); r.IntN(6) {
		case 5: // around forever, as long as time allows it
			if timer && len(inner) > 0 {
				return pick(inner)
			}
		case 0, 1:
			return fmt.Sprintf("[{if: n < p, to: %s, set: {n: n + 1}}, %s]", back, last)
		case 2:
			return fmt.Sprintf("[{if: k < 2, to: %s, set: {k: k + 1}}, %s]", back, last)
		case 3:
			return fmt.Sprintf("[{if: n < p, set: {n: n + 1}}, %s]", last)
		}
		return last
	}
	calls := 0
	// ending returns alternatives for a result of what a state invokes.
	ending := func(i int, self string) string {
		if r.IntN(2) == 0 {
			return fmt.Sprintf("[{if: n < p, to: %s, set: {n: n + 1}}, %s]", pick([]string{self, names[i]}), later(i))
		}
		return later(i)
	}
	lengths := [][]string{{"1s", "2s", "1m", "w", "1s * (p + 1)"}, {"500ms", "5s", "1500ms", `"min(2*w, 5s)"`, "w + 1s"}}
	// body writes the timers and transitions of a state.
	body := func(indent, prefix, self string, i int, inner []string, first bool, timers int) {
		if timers > 0 && r.IntN(4) == 0 {
			timers--
			fmt.Fprintf(&b, "%sinvoke: {call: c%d, timeout: %s, on: {done: %s, error: %s", indent, calls, pick([]string{"1s", "3s", "1m", "long", "3*w"}), ending(i, self), ending(i, self))
			if calls++; r.IntN(2) == 0 {
				fmt.Fprintf(&b, ", timeout: %s", ending(i, self))
			}
			b.WriteString("}}\n")
		}
		used := map[string]bool{}
		var after, on []string
		for range timers {
			if e := pick(events[2:]); !used[e] {
				used[e], raised[prefix+e] = true, true
				after, on = append(after, fmt.Sprintf("%s: %s%s", pick(lengths[len(after)]), prefix, e)), append(on, prefix+e+": "+reaction(i, inner, first, true))
			}
		}
		if len(after) > 0 {
			fmt.Fprintf(&b, "%safter: {%s}\n", indent, strings.Join(after, ", "))
		}
		for _, e := range events[:2] {
			if r.IntN(3) == 0 {
				on = append(on, prefix+e+": "+reaction(i, inner, first, false))
			}
		}
		if len(on) > 0 {
			fmt.Fprintf(&b, "%son: {%s}\n", indent, strings.Join(on, ", "))
		} else {
			fmt.Fprintf(&b, "%son: {%sE0: %s}\n", indent, prefix, reaction(i, inner, first, false))
		}
	}
	for i, name := range names {
		fmt.Fprintf(&b, "  %s:\n", name)
		some := func() int { return min(1, r.IntN(12)) }
		switch kind := r.IntN(6); {
		case kind < 2:
			body("    ", "", name, i, nil, false, some())
		case kind < 5:
			inner := []string{name + "1", name + "2"}
			body("    ", "", name, i, nil, false, min(1, r.IntN(6)))
			fmt.Fprintf(&b, "    initial: %s1\n    states:\n", name)
			for _, s := range inner {
				fmt.Fprintf(&b, "      %s:\n", s)
				body("        ", "", s, i, inner, s == inner[0], r.IntN(3))
			}
		default:
			body("    ", "", name, i, nil, false, min(1, r.IntN(6)))
			b.WriteString("    parallel:\n")
			for k, region := range []string{name + "X", name + "Y"} {
				prefix := []string{"", "Y"}[k]
				inner := []string{region + "1", region + "2"}
				fmt.Fprintf(&b, "      %s:\n        initial: %s1\n        states:\n", region, region)
				for _, s := range inner {
					fmt.Fprintf(&b, "          %s:\n", s)
					body("            ", prefix, s, i, inner, s == inner[0], some())
				}
			}
		}
	}
	b.WriteString("delays: {long: {after: 20s}}\ncalls:\n  none: {}\n")
	for k := range calls {
		fmt.Fprintf(&b, "  c%d: {}\n", k)
	}
	b.WriteString("events:\n")
	for _, e := range append(events, "YE0", "YE1", "YT0", "YT1", "YT2") {
		fmt.Fprintf(&b, "  %s: {internal: %t}\n", e, internal && raised[e])
	}
	return b.String()
}

// pollingSpec writes a random machine that goes round by its timers, inside a composite state whose timer ends it or, at most p times, starts it again.
func pollingSpec(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	n := 1 + r.IntN(3)
	var b strings.Builder
	b.WriteString("machine: Timed\n" + timedParams + "vars: {n: {type: int, min: 0, max: p}}\ninitial: S0\nwithin: " + pick(claims...) + "\n")
	b.WriteString("terminal: {done: [Z]}\nevents: {Over: {internal: true}, T: {internal: true}, U: {internal: true}, E: {}, Stop: {}}\nstates:\n  Z: {}\n  C:\n")
	fmt.Fprintf(&b, "    after: {%s: Over}\n    on: {Over: %s, Stop: Z}\n    initial: S0\n    states:\n", pick("5s", "7s", "20s", "20s + w"), pick("Z", "[{if: n < p, to: C, set: {n: n + 1}}, Z]"))
	for i := range n {
		next := fmt.Sprintf("S%d", (i+1)%n)
		timer, stays := pick("T", "U"), pick("", fmt.Sprintf(", E: [{if: n < p, to: %s, set: {n: n + 1}}, Z]", next))
		if i > 0 && r.IntN(3) == 0 { // it waits for an answer
			fmt.Fprintf(&b, "      S%d: {on: {E: %s}}\n", i, next)
			continue
		}
		fmt.Fprintf(&b, "      S%d: {after: {%s: %s}, on: {%s: %s%s}}\n", i, pick("1s", "1500ms", "2s", "9s", "w", `"min(w, 2s)"`), timer, timer, next, stays)
	}
	return b.String()
}

// growingSpec writes a random machine whose waits grow from try to try, or shrink, as a variable has them.
func growingSpec(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	var b strings.Builder
	first, most := pick("w", "w", "1m"), "2m"
	least := pick("300ms", "w")
	if r.IntN(2) == 0 { // numbers, so that the first waits can be added up
		least, first, most = "300ms", pick("300ms", "500ms", "1s"), "3s"
	}
	b.WriteString("machine: Timed\n" + timedParams + "vars: {n: {type: int, min: 0, max: p}, d: {type: duration, min: " + least + ", max: " + most + ", init: " + first + "}}\n")
	fmt.Fprintf(&b, "within: %s\ninitial: A\nterminal: {done: [Z]}\ncalls: {c: {}}\nevents: {T: {internal: true}, E: {}}\nstates:\n  Z: {}\n", pick(claims...))
	next := func() string {
		grows := pick("2*d", "2*d", `"min(2*d, 2m)"`, "d + w", `"max(d / 2, 1s)"`, "d + 1s", "d")
		if most == "3s" {
			grows = pick(`"min(2*d, 3s)"`, `"min(2*d, 3s)"`, `"min(3*d, 3s)"`, `"min(d + 700ms, 3s)"`, "d", first)
		}
		guard := pick("n < p", "n < p && "+strings.Trim(grows, `"`)+" <= "+most, strings.Trim(grows, `"`)+" <= "+most+" && 2*d <= "+most, "n < p && d < 1m")
		return fmt.Sprintf("[{if: \"%s\", to: %s, set: {d: %s%s}}, Z]", guard, pick("A", "P"), grows, map[bool]string{true: ", n: n + 1"}[strings.Contains(guard, "n < p")])
	}
	fmt.Fprintf(&b, "  A: {invoke: {call: c, timeout: %s, on: {done: Z, error: %s, timeout: P}}, on: {E: %s}}\n", pick("1s", "w", "d", "3*d"), pick(next(), "P"), pick(next(), "P"))
	fmt.Fprintf(&b, "  P: {after: {%s: T}, on: {T: %s, E: %s}}\n", pick("d", "d", "d + 1s", "2*d", `"min(d, 30s)"`), next(), pick(next(), "Z"))
	return b.String()
}

// regionsSpec writes a random machine whose regions wait side by side, some of them with gaps, before and after states of their own.
func regionsSpec(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	var b strings.Builder
	b.WriteString("machine: Timed\n" + timedParams + "vars: {n: {type: int, min: 0, max: p}, k: {type: int, min: 0, max: 2}}\n")
	start, raised, calls := pick("O", "P"), map[string]bool{"T": true}, []string{"none: {}"}
	fmt.Fprintf(&b, "within: %s\ninitial: %s\nterminal: {done: [Z]}\nstates:\n  Z: {}\n", pick(claims...), start)
	if start == "O" {
		fmt.Fprintf(&b, "  O: {after: {%s: T}, on: {T: P, Go: P}}\n", pick("1s", "3s"))
	}
	fmt.Fprintf(&b, "  Q: {after: {%s: T}, on: {T: %s, Go: Z}}\n", pick("1s", "2s"), pick("Z", "Z", "Z", "[{if: n < p, to: P, set: {n: n + 1}}, Z]"))
	fmt.Fprintf(&b, "  P:\n    done: Q\n    on: {Stop: %s}\n", pick("Q", "Z"))
	if r.IntN(6) == 0 {
		b.WriteString("    after: {20s: Late}\n")
	}
	b.WriteString("    parallel:\n")
	events := []string{"T", "Go", "Stop", "Late"}
	for k := range 2 + r.IntN(2) {
		region := fmt.Sprintf("R%d", k)
		n := 1 + r.IntN(3)
		fmt.Fprintf(&b, "      %s:\n        initial: %[1]sS0\n        states:\n", region)
		for i := range n {
			next := fmt.Sprintf("%sS%d", region, i+1)
			if i == n-1 {
				next = region + "F"
			}
			timer, outside := fmt.Sprintf("%sT%d", region, i), fmt.Sprintf("%sE%d", region, i)
			events = append(events, timer, outside)
			again := fmt.Sprintf("%sS%d", region, r.IntN(i+1))
			on := pick(next, next, fmt.Sprintf("[{if: n < p, to: %s, set: {n: n + 1}}, %s]", again, next), fmt.Sprintf("[{if: k < 2, to: %s, set: {k: k + 1}}, %s]", again, next))
			after := fmt.Sprintf("after: {%s: %s}, ", pick("1s", "2s", "1500ms", "5s", "w", "2*w"), timer)
			if raised[timer] = i == 0 || r.IntN(5) > 0; !raised[timer] {
				after = "" // a gap
			}
			if i > 0 && k > 0 && r.IntN(4) == 0 { // it waits for the region before it
				raised[timer], after = false, fmt.Sprintf("always: {if: in(R%dF), to: %s}, ", k-1, next)
			}
			if raised[timer] && r.IntN(4) == 0 { // a call with a timeout, in place of a timer
				raised[timer], calls = false, append(calls, "c"+timer+": {}")
				fmt.Fprintf(&b, "          %sS%d: {invoke: {call: c%s, timeout: %s, on: {done: %s, error: %s}}, on: {%s: %s}}\n", region, i, timer, pick("1s", "2s", "5s", "w"), pick(next, on), on, outside, pick(next, "Q"))
				continue
			}
			fmt.Fprintf(&b, "          %sS%d: {%son: {%s: %s, %s: %s}}\n", region, i, after, timer, on, outside, pick(next, next, "Q", on))
		}
		fmt.Fprintf(&b, "          %sF: {final: true}\n", region)
	}
	fmt.Fprintf(&b, "unlisted: ignore\ncalls: {%s}\nevents:\n", strings.Join(calls, ", "))
	for _, e := range events {
		fmt.Fprintf(&b, "  %s: {internal: %t}\n", e, raised[e] && r.IntN(2) == 0)
	}
	s := b.String()
	if strings.Contains(s, "20s: Late") {
		return strings.Replace(s, "on: {Stop:", "on: {Late: Q, Stop:", 1)
	}
	return strings.Replace(s, "  Late: {internal: false}\n", "", 1)
}

type timerName struct{ owner, event string }

// clockRun is a run of the reference interpreter on a virtual clock.
type clockRun struct {
	*reference.Run
	now time.Duration
	due map[timerName]time.Duration
}

// steps starts and stops timers.
func (c *clockRun) steps(list []reference.Step) error {
	for _, s := range list {
		for _, t := range s.Stops {
			delete(c.due, timerName{t.Owner, t.Event})
		}
		for _, t := range s.Starts {
			d, err := time.ParseDuration(strings.Replace(t.Delay, "long", "20s", 1))
			if len(t.Args) == 1 { // of an expression
				d, err = time.Duration(t.Args[0]), nil
			}
			if err != nil {
				return err
			}
			c.due[timerName{t.Owner, t.Event}] = c.now + d
		}
	}
	return nil
}

// longestTime plays random runs whose environment dawdles, and returns the longest time that one of them has taken so far, and the most
// transitions, whether it has ended or not. It fails where nothing runs that limits how long the machine waits.
func longestTime(m *reference.Machine, p int64, r *rand.Rand, runs int) (longest time.Duration, most int64, err error) {
	events := m.Events()
	answers := func(string, []int64) bool { return false }
	for range runs {
		run, start, err := m.Start(judgedParams(p))
		if err != nil {
			return 0, 0, err
		}
		c := &clockRun{run, 0, map[timerName]time.Duration{}}
		if err := c.steps(start.Steps); err != nil {
			return 0, 0, err
		}
		var taken int64
		for range 60 {
			if c.Outcome() != "" {
				break
			}
			next, at := timerName{}, time.Duration(-1)
			for t, d := range c.due {
				if at < 0 || d < at || d == at && r.IntN(2) == 0 {
					next, at = t, d
				}
			}
			if at < 0 {
				return 0, 0, fmt.Errorf("the machine waits in %v without a timer", c.Active())
			}
			var result reference.Result
			if r.IntN(4) > 0 {
				c.now = at
				delete(c.due, next)
				result, err = c.Fire(next.owner, next.event, answers)
			} else {
				if c.now = c.now + time.Duration(r.Int64N(int64(at-c.now)+1)); r.IntN(2) == 0 {
					c.now = at
				}
				if running := c.Calls(); len(running) > 0 && r.IntN(2) == 0 {
					call := running[r.IntN(len(running))]
					result, err = c.Result(call.Owner, call.Call, []string{"done", "error"}[r.IntN(2)], make([]int64, 1), answers)
				} else {
					result, err = c.Send(events[r.IntN(len(events))], nil, answers)
				}
			}
			if err != nil {
				return 0, 0, err
			}
			if err := c.steps(result.Steps); err != nil {
				return 0, 0, err
			}
			taken += int64(len(result.Steps))
			longest, most = max(longest, c.now), max(most, taken)
		}
	}
	return longest, most, nil
}

// punctualBound returns the greatest number of transitions if timers fire when they are due, or the largest number if there is no such proof.
func punctualBound(t *testing.T, r *verify.Report, p int64) int64 {
	if r.Punctual == nil || r.Punctual.Bound == nil {
		return math.MaxInt64
	}
	most, err := expr.Eval(r.Punctual.Bound, &expr.Env{Params: judgedParams(p)})
	if errors.Is(err, expr.ErrOverflow) {
		return math.MaxInt64
	} else if err != nil {
		t.Fatal(err)
	}
	return most
}

// claimAgrees compares the verdict on the claimed time with the longest run that was seen, and with the least limit that is proved. It
// returns "" if they agree.
func claimAgrees(r *verify.Report, p int64, longest, least time.Duration) string {
	c := r.TimeClaim
	n, err := expr.Eval(c.Most, &expr.Env{Params: judgedParams(p)})
	switch claim := time.Duration(n); {
	case err != nil:
		return err.Error()
	case c.Status == verify.Proved && longest > claim:
		return fmt.Sprintf("it is proved that no run takes longer than %v, and one takes %v", claim, longest)
	case c.Status == verify.Refuted && slices.Equal(c.Run.Params, judgedParams(p)) && (c.Run.Until <= claim || c.Run.Until > least):
		return fmt.Sprintf("a run until %v refutes the claim of %v, and the limit is %v", c.Run.Until, claim, least)
	case c.Status == verify.Unknown && longest > claim:
		return "unseen" // a run that fsmgen does not find
	}
	return ""
}

// TestTimeJudge holds proved limits of time against runs on a virtual clock, which share nothing with the proofs but the syntax tree.
func TestTimeJudge(t *testing.T) {
	size := sample.Size(10, 15, 100)
	seed := sample.Seed(t)
	loaded, limited, punctual, reached, beside, calls, growing := 0, 0, 0, 0, 0, 0, 0
	why, verdicts, unseen := map[string]int{}, map[verify.Status]int{}, 0
	for i := range size {
		r := rand.New(rand.NewPCG(seed+uint64(i), 5))
		text := timedSpec(r)
		switch i % 8 {
		case 0, 4:
			text = pollingSpec(r)
		case 2, 6:
			text = regionsSpec(r)
		case 1:
			text = growingSpec(r)
		}
		s, diags := spec.Load("timed.fsm.yaml", []byte(text))
		if s.Machine == nil {
			if why[string(diags[0].Code)]++; why[string(diags[0].Code)] == 1 {
				t.Logf("%v\n%s", diags, text)
			}
			continue
		}
		loaded++
		report := verify.Machine(t.Context(), s.Machine)
		if len(report.Times) == 0 {
			continue
		}
		limited++
		verdicts[report.TimeClaim.Status]++
		if strings.Contains(text, "timeout:") {
			calls++
		}
		if slices.ContainsFunc(report.Times, func(x verify.Time) bool {
			return slices.ContainsFunc(x.Cover.Lasting(), func(l obligation.Lasting) bool { return l.Reads(s.Machine) != nil })
		}) {
			growing++
		}
		if report.Punctual != nil {
			punctual++
		}
		if slices.ContainsFunc(report.Times, func(x verify.Time) bool { return len(x.Cover.Beside) > 0 }) {
			beside++
		}
		root, _ := syntax.Read("timed.fsm.yaml", []byte(text))
		file, _ := syntax.Decode(root)
		m, err := reference.New(file, nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for p := range int64(4) {
			longest, taken, err := longestTime(m, p, r, 300)
			if err != nil {
				t.Errorf("seed %d, p = %d: %v\n%s", seed+uint64(i), p, err, text)
				break
			}
			least := time.Duration(1<<63 - 1)
			for k := range report.Times {
				most, err := expr.Eval(report.Times[k].Most, &expr.Env{Params: judgedParams(p)})
				if errors.Is(err, expr.ErrOverflow) {
					continue // it is far above
				} else if err != nil {
					t.Fatal(err)
				}
				least = min(least, time.Duration(most)*report.Times[k].Cover.Unit)
			}
			if x := punctualBound(t, report, p); x < taken {
				t.Errorf("seed %d, p = %d: a run takes %d transitions, and the bound if timers fire is %d\n%s", seed+uint64(i), p, taken, x, text)
			}
			if fault := claimAgrees(report, p, longest, least); fault == "unseen" {
				unseen++
			} else if fault != "" {
				t.Errorf("seed %d, p = %d: %s\n%s", seed+uint64(i), p, fault, text)
			}
			if longest > least {
				t.Errorf("seed %d, p = %d: a run takes %v, and the limit is %v\n%s", seed+uint64(i), p, longest, least, text)
			}
			if p == 2 && longest == least {
				reached++
			}
		}
	}
	t.Logf("%d of %d specs load, %d have a limit, of which %d with timeouts of calls, %d end for that reason alone, %d count the longest of regions, %d have waits of variables, %d limits are reached; claims: %v, %d of the unknown ones are exceeded for some p", loaded, size, limited, calls, punctual, beside, growing, reached, verdicts, unseen)
	if limited == 0 || size >= 300 && (10*limited < loaded || 30*reached < limited || 20*punctual < limited || 20*beside < limited || 10*calls < limited || 30*growing < limited) {
		t.Errorf("the sample is too weak: %d of %d machines have limits, %d of which are reached", limited, loaded, reached)
	}
}
