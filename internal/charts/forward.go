package charts

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Forward makes a small random chart of regions that only go forward, so it is proved at once. Some regions wait for nothing, and
// some states wait for nothing but their timer.
func Forward(r *rand.Rand) Chart {
	d := dice{r}
	var regions strings.Builder
	raised := map[string]bool{}
	done := d.chance(50) // all regions end
	leaves := !done && d.chance(70)
	for i := range 2 + r.IntN(2) {
		n := 1 + r.IntN(3)
		if i > 0 && d.chance(40) {
			n = 0
		}
		leaf := func(k int) string {
			if i == 0 && k == n && leaves {
				return "Z"
			}
			return fmt.Sprintf("R%dS%d", i, k)
		}
		fmt.Fprintf(&regions, "      R%d:\n        initial: %s\n        states:\n", i, leaf(0))
		for k := range n {
			first, second, after := d.pick("Next", "Other", "Own"), d.pick("Go", "Next", "Other"), ""
			if d.chance(50) {
				raised[first] = true
				after = fmt.Sprintf("after: {%ds: %s}, ", 1+7*i+k, first)
			} else if first == "Own" {
				first = "Go"
			}
			on := first + ": " + leaf(k+1)
			if second != first && d.chance(30) {
				on += fmt.Sprintf(", %s: %s", second, leaf(k+1+r.IntN(n-k)))
			}
			fmt.Fprintf(&regions, "          %s: {%son: {%s}}\n", leaf(k), after, on)
		}
		switch {
		case leaf(n) == "Z":
		case done:
			fmt.Fprintf(&regions, "          %s: {final: true}\n", leaf(n))
		default:
			fmt.Fprintf(&regions, "          %s: {}\n", leaf(n))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "machine: M\nevents: {Go: {}, Next: {}, Other: {}, Own: {internal: %t}, Stop: {}}\n", raised["Own"])
	fmt.Fprintf(&b, "initial: P\nterminal: {over: [Z]}\n%sstates:\n  P:\n", d.pick("unlisted: ignore\n", ""))
	switch {
	case done:
		b.WriteString("    done: Z\n")
	case !leaves:
		b.WriteString("    on: {Stop: Z}\n")
	}
	fmt.Fprintf(&b, "    parallel:\n%s  Z: {}\n", regions.String())
	return Chart{Text: b.String()}
}
