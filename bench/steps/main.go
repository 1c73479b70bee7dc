// Steps runs the benchmarks of the module in rounds and prints the medians and the ratios to the
// handwritten version:
//
//	go run ./steps
//
// It uses many short rounds, so that some of them run on an idle computer.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/fsmgen/fsmgen/bench/round"
)

func main() {
	rounds := flag.Int("rounds", 30, "how often each benchmark runs")
	benchtime := flag.String("benchtime", "20ms", "how long each benchmark runs")
	flag.Parse()
	if err := run(*rounds, *benchtime); err != nil {
		fmt.Fprintln(os.Stderr, "steps:", err)
		os.Exit(1)
	}
}

func run(rounds int, benchtime string) error {
	for _, b := range []struct{ pattern, metric, base string }{
		{"^BenchmarkRun$", "ns/transition", "Run/hand-written_switch"},
		{"^BenchmarkIllegal$", "ns/op", "Illegal/hand-written_switch"},
		{"^BenchmarkRegions$/^own$/^two", "ns/op", "Regions/own/two_regions/hand-written"},
		{"^BenchmarkRegions$/^shared$/^two", "ns/op", "Regions/shared/two_regions/hand-written"},
		{"^BenchmarkRegions$/^own$/^four", "ns/op", "Regions/own/four_regions/hand-written"},
		{"^BenchmarkRegions$/^shared$/^four", "ns/op", "Regions/shared/four_regions/hand-written"},
	} {
		results, err := round.Run(".", b.pattern, benchtime, b.metric, rounds)
		if err != nil {
			return err
		}
		if err := round.Table(os.Stdout, b.metric, results, b.base); err != nil {
			return err
		}
	}
	return nil
}
