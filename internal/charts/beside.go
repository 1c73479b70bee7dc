package charts

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Beside makes a small random chart: regions whose states wait for few events, which timers of other states raise too. Charts of New
// are too rich for that: nearly each of their states waits for something else as well.
func Beside(r *rand.Rand) Chart {
	d := dice{r}
	var regions strings.Builder
	events := []string{"Next", "Other", "Own"}
	raised := map[string]bool{}
	for i := range 2 + r.IntN(2) {
		n := 1 + r.IntN(3)
		leaf := func(k int) string { return fmt.Sprintf("R%dS%d", i, k) }
		fmt.Fprintf(&regions, "      R%d:\n        initial: %s\n        states:\n", i, leaf(0))
		for k := range n {
			var after, on []string
			listed := map[string]bool{}
			list := func(e string) {
				if listed[e] {
					return
				}
				listed[e] = true
				to := leaf(r.IntN(n + 1))
				if len(on) == 0 {
					to = leaf(k + 1)
				}
				alternatives := fmt.Sprintf("{to: %s, emit: {Say: {n: %d}}}", to, 10*i+k)
				if d.chance(12) {
					alternatives = fmt.Sprintf("[{if: n%[1]d < 3, set: {n%[1]d: n%[1]d + 1}, emit: {Say: {n: n%[1]d}}}, %[2]s]", i, alternatives)
				}
				on = append(on, e+": "+alternatives)
			}
			for range 1 + r.IntN(4)/3 {
				list(d.pick(events...))
			}
			if d.chance(50) {
				e := d.pick(events...)
				raised[e] = true
				after = append(after, fmt.Sprintf("%ds: %s", 10+len(raised)*3+i*7+k, e))
				list(e)
			}
			fmt.Fprintf(&regions, "          %s: {after: {%s}, on: {%s}}\n", leaf(k), strings.Join(after, ", "), strings.Join(on, ", "))
		}
		fmt.Fprintf(&regions, "          %s: {%s}\n", leaf(n), d.pick("final: true", "", "on: {Next: "+leaf(0)+"}"))
	}
	var b strings.Builder
	b.WriteString("machine: M\nvars: {n0: {type: int}, n1: {type: int}, n2: {type: int}}\nevents:\n")
	for _, e := range events {
		fmt.Fprintf(&b, "  %s: {internal: %t}\n", e, e == "Own" && raised[e])
	}
	b.WriteString("  Stop: {}\n  Again: {}\n")
	fmt.Fprintf(&b, "outputs: {Say: {n: int}}\ninitial: P\nterminal: {over: [Z]}\n%sstates:\n  P:\n", d.pick("unlisted: ignore\n", ""))
	if all := regions.String(); strings.Count(all, "final: true") == strings.Count(all, "initial:") {
		b.WriteString("    done: Z\n")
	}
	fmt.Fprintf(&b, "    on: {Stop: Z, %s}\n    parallel:\n%s  Z: {}\n", d.pick("Next: Z", "Other: {to: P}", "Own: Z", "Again: {to: P}"), regions.String())
	return Chart{Text: strings.ReplaceAll(b.String(), "after: {}, ", "")}
}
