package explore

import (
	"context"
	"fmt"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
)

// counters returns a machine of k counters that each run from 0 to the
// parameter limit, one step at a time: (limit+1)^k configurations.
func counters(t testing.TB, k int, declared bool) *core.Machine {
	b := build(t, "Counters")
	b.param("limit", "int")
	for i := range k {
		rng := ""
		if declared {
			rng = "0..limit"
		}
		b.variable(fmt.Sprintf("c%d", i), "int", rng, "0")
	}
	for i := range k {
		c := fmt.Sprintf("c%d", i)
		b.on("Count", "Step"+c, c+" < limit", "", c+": "+c+" + 1")
	}
	return b.machine()
}

// copies returns k interleaved fallback machines whose retries are a budget
// for the whole run: 7^k states and 2k variables. With parameters (4, 4) and
// k = 3 it has 104^3 configurations.
func copies(t testing.TB, k int) *core.Machine {
	b := build(t, "Copies")
	b.param("n", "int")
	b.param("r", "int")
	b.enum("Class", "Transient", "Recoverable", "Fatal")
	total := 1
	for i := range k {
		b.variable(fmt.Sprintf("n%d", i), "int", "0..n", "n")
		b.variable(fmt.Sprintf("r%d", i), "int", "0..r", "r")
		b.event(fmt.Sprintf("Failure%d", i), "class Class")
		total *= 7
	}
	for s := range total {
		b.state(fmt.Sprint("S", s))
	}
	b.m.States[total-1].Outcome = -1
	weight := 1
	for i := range k {
		n, r := fmt.Sprintf("n%d", i), fmt.Sprintf("r%d", i)
		for s := range total {
			at := s / weight % 7
			on := func(event, guard string, to int, sets ...string) {
				b.on(fmt.Sprint("S", s), fmt.Sprint(event, i), guard, fmt.Sprint("S", s+(to-at)*weight), sets...)
			}
			switch at {
			case 0:
				on("Request", "", 1)
			case 1:
				on("Select", n+" > 0", 2, n+": "+n+" - 1")
				on("Select", "", 5)
			case 2:
				on("Success", "", 4)
				on("Failure", "event.class == Transient", 3)
				on("Failure", "event.class == Recoverable", 1)
				on("Failure", "", 6)
			case 3:
				on("Ready", r+" > 0", 2, r+": "+r+" - 1")
				on("Ready", "", 1)
			}
		}
		weight *= 7
	}
	return b.machine()
}

// benchmarks returns graphs of about a million configurations, and a small one.
func benchmarks(b *testing.B) []benchmark {
	return []benchmark{
		{"fallback/n=3,r=2", fallback(b), []int64{3, 2}},
		{"fallback/n=500,r=500", fallback(b), []int64{500, 500}},
		{"copies/k=3,n=4,r=4", copies(b, 3), []int64{4, 4}},
		{"counters/k=6,limit=9", counters(b, 6, true), []int64{9}},
		{"undeclared/k=6,limit=9", counters(b, 6, false), []int64{9}},
		{"tuples/k=6,limit=9", wide(b), []int64{9}},
	}
}

type benchmark struct {
	name   string
	m      *core.Machine
	params []int64
}

// BenchmarkExplore measures the search and the longest runs.
func BenchmarkExplore(b *testing.B) {
	for _, c := range benchmarks(b) {
		b.Run(c.name, func(b *testing.B) {
			c.run(b, func() context.Context { return context.Background() })
		})
	}
}

// BenchmarkSearch measures the search alone: its context is done when the
// longest runs are to be computed.
func BenchmarkSearch(b *testing.B) {
	for _, c := range benchmarks(b) {
		b.Run(c.name, func(b *testing.B) {
			configs := Explore(context.Background(), c.m, c.params, 1<<24).Configs()
			done, cancel := context.WithCancel(context.Background())
			cancel()
			c.run(b, func() context.Context { return &lateContext{done, (configs + 1023) / 1024} })
		})
	}
}

func (c benchmark) run(b *testing.B, newContext func() context.Context) {
	var g *Graph
	b.ReportAllocs()
	for b.Loop() {
		g = Explore(newContext(), c.m, c.params, 1<<24)
	}
	n := float64(g.Configs())
	b.ReportMetric(n, "configs")
	b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mconfigs/s")
	b.ReportMetric(live(g)/n, "B/config")
}

// wide returns six counters beside a variable with a value that no word has
// room for.
func wide(t testing.TB) *core.Machine {
	b := build(t, "Wide")
	b.param("limit", "int")
	for i := range 8 {
		b.variable(fmt.Sprintf("w%d", i), "int", "", "4000000000000000000")
	}
	for i := range 6 {
		c := fmt.Sprintf("c%d", i)
		b.variable(c, "int", "0..limit", "0")
		b.on("Count", "Step"+c, c+" < limit", "", c+": "+c+" + 1")
	}
	return b.machine()
}

// live returns the bytes of the arrays that grow with a graph.
func live(g *Graph) float64 {
	bytes := 8*(g.set.len()+len(g.set.bits)) + 4*(cap(g.set.slots)+cap(g.set.rank)+cap(g.set.order)+cap(g.marks)+cap(g.levels)+cap(g.remaining))
	return float64(bytes)
}
