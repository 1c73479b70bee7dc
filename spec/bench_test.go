package spec_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
)

// BenchmarkLoad loads machines of different sizes: states in a chain, each with
// a datum and two events, and an event and a composite state for every tenth
// state. ns/state says how the time grows.
func BenchmarkLoad(b *testing.B) {
	for _, states := range []int{10, 100, 1000} {
		src := []byte(chain(states))
		b.Run(fmt.Sprintf("states=%d", states), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				s, diags := spec.Load("chain.fsm.yaml", src)
				if s.Machine == nil {
					b.Fatal(diags[0].Message)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*states), "ns/state")
		})
	}
}

// chain writes a spec with the given number of states, a multiple of 10, and
// one more, which is terminal.
func chain(states int) string {
	var b strings.Builder
	b.WriteString("machine: Chain\nparams: {n: {type: int, min: 0, max: 100}}\nvars: {left: {type: int, min: 0, max: n, init: n}}\nevents:\n  Stay: {}\n  Abort: {why: string}\n")
	for i := 0; i < states; i += 10 {
		fmt.Fprintf(&b, "  Go%d: {size: int}\n", i)
	}
	b.WriteString("initial: S0\nterminal: {done: [End], aborted: [Aborted]}\non: {Abort: {to: Aborted, set: {why: event.why}}}\nstates:\n")
	for i := range states {
		if i%10 == 0 {
			fmt.Fprintf(&b, "  Group%d:\n    states:\n", i)
		}
		next := "End"
		if i < states-1 {
			next = fmt.Sprintf("S%d, set: {d: event.size + d}", i+1)
		}
		datum := "{d: int}"
		if i == 0 {
			datum, next = "{}", strings.Replace(next, "event.size + d", "event.size", 1)
		}
		fmt.Fprintf(&b, "      S%d:\n        data: %s\n        on:\n          Go%d:\n            - {if: event.size > %d && left <= n, to: %s}\n            - {otherwise: ignore}\n          Stay:\n            - {if: left > 0, set: {left: left - 1}}\n            - {to: End}\n",
			i, datum, i/10*10, i, next)
	}
	b.WriteString("  End: {}\n  Aborted: {data: {why: string}}\n")
	return b.String()
}
