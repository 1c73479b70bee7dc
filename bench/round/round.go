// Package round runs benchmarks in rounds: each round runs every benchmark once. Temporary load
// then affects all benchmarks equally, unlike repetitions of a single benchmark.
package round

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// Result is the result of one benchmark.
type Result struct {
	// Name is the name of the benchmark, without "Benchmark" and the number of
	// processors.
	Name string
	// Values are the values of the metric, one for each round, in order.
	Values []float64
	// Allocs is the number of allocations per operation in the last round.
	Allocs float64
}

// Median returns the median of the values, of which there must be at least one.
func (r Result) Median() float64 { return Median(r.Values) }

// Median returns the median of values, or the higher one of two middle values. There must be at
// least one value.
func Median(values []float64) float64 {
	s := slices.Sorted(slices.Values(values))
	return s[len(s)/2]
}

// Run builds the test program of the package in dir and runs the benchmarks that match pattern in
// a number of rounds with the given -benchtime. It returns the values of one metric, such as
// "ns/op", in the order of the benchmarks.
func Run(dir, pattern, benchtime, metric string, rounds int) ([]Result, error) {
	tmp, err := os.MkdirTemp("", "round")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	program := filepath.Join(tmp, "round.test")
	if _, err := command(dir, "go", "test", "-c", "-o", program, "."); err != nil {
		return nil, err
	}
	var out []Result
	for range rounds {
		text, err := command(dir, program, "-test.run=^$", "-test.bench="+pattern, "-test.benchtime="+benchtime, "-test.cpu=1", "-test.benchmem")
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(text) {
			name, rest, found := strings.Cut(strings.TrimPrefix(line, "Benchmark"), "\t")
			value, ok := field(rest, metric)
			if !found || !ok {
				continue
			}
			name = strings.TrimSpace(name)
			i := slices.IndexFunc(out, func(r Result) bool { return r.Name == name })
			if i < 0 {
				i = len(out)
				out = append(out, Result{Name: name})
			}
			out[i].Values = append(out[i].Values, value)
			out[i].Allocs, _ = field(rest, "allocs/op")
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no benchmark in %s matches %q", dir, pattern)
	}
	return out, nil
}

// field returns the number before a unit in the result of a benchmark.
func field(line, unit string) (float64, bool) {
	words := strings.Fields(line)
	i := slices.Index(words, unit)
	if i < 1 {
		return 0, false
	}
	value, err := strconv.ParseFloat(words[i-1], 64)
	return value, err == nil
}

// command runs a program and returns its output.
func command(dir, name string, args ...string) (string, error) {
	c := exec.Command(name, args...)
	c.Dir = dir
	var out, fault bytes.Buffer
	c.Stdout, c.Stderr = &out, &fault
	if err := c.Run(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s%s", strings.Join(c.Args, " "), err, out.String(), fault.String())
	}
	return out.String(), nil
}

// Ratio returns the median of the ratios of two results, round by round.
func Ratio(a, b Result) float64 {
	var ratios []float64
	for i := range min(len(a.Values), len(b.Values)) {
		ratios = append(ratios, a.Values[i]/b.Values[i])
	}
	return Median(ratios)
}

// Table writes the medians and the lowest values, and their ratios to those of the result named
// base. The first ratio is the median of the ratios of single rounds; the ratio of the lowest values
// approximates that on an idle computer.
func Table(w io.Writer, metric string, results []Result, base string) error {
	i := slices.IndexFunc(results, func(r Result) bool { return r.Name == base })
	if i < 0 {
		return fmt.Errorf("there is no result %q", base)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "%s\tratio\tlowest\tratio\tallocs/op\t\n", metric)
	least := slices.Min(results[i].Values)
	for _, r := range results {
		low := slices.Min(r.Values)
		fmt.Fprintf(t, "%.2f\t%.2f\t%.2f\t%.2f\t%.0f\t %s\n", r.Median(), Ratio(r, results[i]), low, low/least, r.Allocs, r.Name)
	}
	return t.Flush()
}
