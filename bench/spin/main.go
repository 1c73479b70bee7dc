// Spin explores machines with several million configurations, with fsmgen and with SPIN's pan on the
// model that fsmgen exports:
//
//	go run ./spin
//
// It needs spin and cc. Both tools must count the same configurations, except that pan stores two
// additional states for each terminal one, in which it leaves its loop and ends. fsmgen searches
// breadth-first and finds the longest run from each configuration; pan searches depth-first for
// violated ranges. fsmgen is measured as a separate process, too.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec"
)

//go:embed testdata/counters.fsm.yaml
var counters []byte

// model is a machine and the values of its parameters.
type model struct {
	name   string
	spec   []byte
	params []int64
	// depth is enough for pan's stack.
	depth int
}

func main() {
	rounds := flag.Int("rounds", 3, "how often each is run")
	child := flag.Int("child", -1, "explore the model of this number, and print what came of it")
	flag.Parse()
	if err := run(*rounds, *child); err != nil {
		fmt.Fprintln(os.Stderr, "spin:", err)
		os.Exit(1)
	}
}

func models() ([]model, error) {
	fallback, err := os.ReadFile("fallback/fallback.fsm.yaml")
	if err != nil {
		return nil, fmt.Errorf("run this in the folder bench: %w", err)
	}
	return []model{
		{"fallback, n = r = 1100", fallback, []int64{1100, 1100}, 20_000_000},
		{"six counters to 13", counters, []int64{13}, 1000},
	}, nil
}

func run(rounds, child int) error {
	list, err := models()
	if err != nil {
		return err
	}
	if child >= 0 {
		return exploreOnce(list[child])
	}
	dir, err := os.MkdirTemp("", "spin")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "model\ttool\tstates\tseconds, lowest\tmedian\tmillion a second\tbytes a state\tcompile, s")
	for i, m := range list {
		if err := compare(w, dir, i, m, rounds); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
	}
	return w.Flush()
}

// measured is the result of one run of one tool.
type measured struct {
	states  int
	seconds float64
	memory  float64 // bytes
	// ends is the number of terminal states, if the tool prints it.
	ends int
}

func compare(w *tabwriter.Writer, dir string, index int, m model, rounds int) error {
	s, err := load(m.spec)
	if err != nil {
		return err
	}
	made, err := gen.Make(context.Background(), "promela", gen.Input{Spec: s, Params: m.params})
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "model.pml"), made.Data, 0o644); err != nil {
		return err
	}
	begin := time.Now()
	for _, args := range [][]string{
		{"spin", "-o1", "-o2", "-a", "model.pml"},
		{"cc", "-O2", "-w", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=16000", "-o", "pan", "pan.c"},
	} {
		if _, err := output(dir, args[0], args[1:]...); err != nil {
			return err
		}
	}
	compiled := time.Since(begin).Seconds()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var ours, theirs []measured
	for range rounds {
		a, err := timed(".", ourOutput, self, "-child", strconv.Itoa(index))
		if err != nil {
			return err
		}
		b, err := timed(dir, panOutput, "./pan", "-m"+strconv.Itoa(m.depth), "-c1", "-n", "-w23")
		if err != nil {
			return err
		}
		if want := 1 + a.states + 2*a.ends; b.states != want {
			return fmt.Errorf("fsmgen counts %d configurations, pan %d states, want %d", a.states, b.states, want)
		}
		ours, theirs = append(ours, a), append(theirs, b)
	}
	row(w, m.name, "fsmgen", ours, 0)
	row(w, m.name, "pan", theirs, compiled)
	return nil
}

func row(w *tabwriter.Writer, name, tool string, list []measured, compiled float64) {
	slices.SortFunc(list, func(a, b measured) int { return int(1e6 * (a.seconds - b.seconds)) })
	low := list[0]
	n := float64(low.states)
	fmt.Fprintf(w, "%s\t%s\t%d\t%.2f\t%.2f\t%.2f\t%.1f\t%.2f\n", name, tool, low.states, low.seconds, list[len(list)/2].seconds, n/low.seconds/1e6, low.memory/n, compiled)
}

func load(text []byte) (*spec.Spec, error) {
	s, diags := spec.Load("model.fsm.yaml", text)
	if s == nil || s.Machine == nil {
		return nil, fmt.Errorf("%v", diags)
	}
	return s, nil
}

// limit is greater than the number of configurations of any model here.
const limit = 1 << 24

func exploreOnce(m model) error {
	s, err := load(m.spec)
	if err != nil {
		return err
	}
	g := explore.Explore(context.Background(), s.Machine, m.params, limit)
	if !g.Complete {
		return errors.New("not explored in full")
	}
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	ends := 0
	for c := range g.All() {
		if s.Machine.Terminal(c.State) {
			ends++
		}
	}
	_, err = fmt.Println("configurations", g.Configs(), "bytes", stats.HeapAlloc, "terminal", ends)
	return err
}

var (
	ourOutput = regexp.MustCompile(`configurations (\d+) bytes (\d+) terminal (\d+)`)
	panOutput = regexp.MustCompile(`(?s)(\d+) states, stored.*?([\d.]+)\s+total actual memory usage`)
)

// timed runs a command and reads the count and the memory from its output: bytes, or megabytes if it
// contains a decimal point.
func timed(dir string, pattern *regexp.Regexp, name string, args ...string) (measured, error) {
	begin := time.Now()
	out, err := output(dir, name, args...)
	seconds := time.Since(begin).Seconds()
	if err != nil {
		return measured{}, err
	}
	found := pattern.FindSubmatch(out)
	if found == nil {
		return measured{}, fmt.Errorf("%s says\n%s", name, out)
	}
	configs, err := strconv.Atoi(string(found[1]))
	if err != nil {
		return measured{}, err
	}
	memory, err := strconv.ParseFloat(string(found[2]), 64)
	if err != nil {
		return measured{}, err
	}
	if pattern == panOutput {
		return measured{configs, seconds, memory * (1 << 20), 0}, nil
	}
	ends, err := strconv.Atoi(string(found[3]))
	return measured{configs, seconds, memory, ends}, err
}

func output(dir, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return out, nil
}
