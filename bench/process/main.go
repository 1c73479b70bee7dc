// Process measures the fsmgen generate process: on a small file, compared with stringer, and on
// machines with 100 and 1,000 states and three times as many transitions:
//
//	go run ./process
//
// The programs run in turn, in several rounds, and write new files.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/bench/round"
)

func main() {
	fsmgen := flag.String("fsmgen", "", "the fsmgen to run; without it, that of this checkout is built")
	stringer := flag.String("stringer", "stringer", "the stringer to run (golang.org/x/tools/cmd/stringer)")
	rounds := flag.Int("rounds", 20, "how often each program runs")
	flag.Parse()
	if err := run(*fsmgen, *stringer, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "process:", err)
		os.Exit(1)
	}
}

// process is a program to time.
type process struct {
	name    string
	dir     string
	command []string
	made    string // a pattern for the files that it makes
	wall    []float64
	cpu     []float64
}

func run(fsmgen, stringer string, rounds int) error {
	dir, err := os.MkdirTemp("", "process")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if fsmgen == "" {
		fsmgen = filepath.Join(dir, "fsmgen")
		if out, err := exec.Command("go", "build", "-C", "..", "-o", fsmgen, "./cmd/fsmgen").CombinedOutput(); err != nil {
			return fmt.Errorf("go build: %w\n%s", err, out)
		}
	}
	files := map[string]string{
		"go.mod":              "module example.com/process\n\ngo 1.24\n",
		"door/door.fsm.yaml":  door,
		"pill/pill.go":        pill,
		"ring100/r.fsm.yaml":  ring(100),
		"ring1000/r.fsm.yaml": ring(1000),
		"net/pill.go":         strings.Replace(pill, "package pill\n", "package pill\n\nimport (\n\t\"context\"\n\t\"net/http\"\n\t\"time\"\n)\n\nvar _, _, _ = context.Background, http.Get, time.Now\n", 1),
		"ring100/package.go":  "// Package ring is a machine.\npackage ring\n",
		"ring1000/package.go": "// Package ring is a machine.\npackage ring\n",
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	all := []*process{
		{name: "stringer, 7 constants", dir: "pill", command: []string{stringer, "-type=Pill"}, made: "*_string.go"},
		{name: "stringer, the same file with three imports", dir: "net", command: []string{stringer, "-type=Pill"}, made: "*_string.go"},
		{name: "fsmgen generate, 2 states", dir: "door", command: []string{fsmgen, "generate"}, made: "*_fsm*.go"},
		{name: "fsmgen generate, 100 states, 300 transitions", dir: "ring100", command: []string{fsmgen, "generate"}, made: "*_fsm*.go"},
		{name: "fsmgen generate, 1,000 states, 3,000 transitions", dir: "ring1000", command: []string{fsmgen, "generate"}, made: "*_fsm*.go"},
	}
	for range rounds {
		for _, p := range all {
			if err := p.time(filepath.Join(dir, p.dir)); err != nil {
				return err
			}
		}
	}
	fmt.Println("wall ms  lowest   cpu ms")
	for _, p := range all {
		fmt.Printf("%7.1f  %6.1f  %7.1f  %s\n", round.Median(p.wall), slices.Min(p.wall), round.Median(p.cpu), p.name)
	}
	small, large := all[3], all[4]
	for _, t := range []struct {
		what         string
		small, large []float64
	}{{"wall", small.wall, large.wall}, {"cpu", small.cpu, large.cpu}} {
		ratio := round.Ratio(round.Result{Values: t.large}, round.Result{Values: t.small})
		fmt.Printf("ten times the size takes %.1f times the %s time: n^%.2f\n", ratio, t.what, math.Log10(ratio))
	}
	for _, p := range all[3:] {
		tests, err := filepath.Glob(filepath.Join(dir, p.dir, "*_test.go"))
		if err != nil {
			return err
		}
		for _, t := range tests { // they need a module that we do not have here
			if err := os.Remove(t); err != nil {
				return err
			}
		}
		c := exec.Command("go", "build", "./"+p.dir)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("go build %s: %w\n%s", p.dir, err, out)
		}
		fmt.Printf("what it makes in %s compiles, in %.1f s of processor time\n", p.dir, (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds())
	}
	return nil
}

// time runs the process once.
func (p *process) time(dir string) error {
	old, err := filepath.Glob(filepath.Join(dir, p.made))
	if err != nil {
		return err
	}
	for _, f := range old {
		if err := os.Remove(f); err != nil {
			return err
		}
	}
	c := exec.Command(p.command[0], p.command[1:]...)
	c.Dir = dir
	start := time.Now()
	out, err := c.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(p.command, " "), err, out)
	}
	p.wall = append(p.wall, time.Since(start).Seconds()*1000)
	p.cpu = append(p.cpu, (c.ProcessState.UserTime()+c.ProcessState.SystemTime()).Seconds()*1000)
	made, err := filepath.Glob(filepath.Join(dir, p.made))
	if err == nil && len(made) == 0 {
		err = fmt.Errorf("%s has made no file", p.name)
	}
	return err
}

const door = `machine: Door
doc: Opens after so many knocks.
params:
  patience: {type: int, min: 1, default: 3}
vars:
  knocks: {type: int, min: 0, max: patience}
events:
  Knock: {loud: bool}
initial: Closed
terminal: {done: [Opened]}
states:
  Closed:
    on:
      Knock:
        - {if: event.loud || knocks == patience, to: Opened}
        - {set: {knocks: knocks + 1}}
  Opened: {}
progress: {Closed: patience - knocks + 1}
bound: patience + 1
`

const pill = `package pill

type Pill int

const (
	Placebo Pill = iota
	Aspirin
	Ibuprofen
	Paracetamol
	Codeine
	Morphine
	Oxycodone
)
`

// ring returns a machine whose states have three transitions each: to the next state, to the
// one after it, and to the end. It makes at most as many transitions as it has states.
func ring(states int) string {
	var b strings.Builder
	b.WriteString("machine: Ring\nevents: {Next: {}, Skip: {}, Stop: {}}\ninitial: S0\nterminal: {done: [End]}\nstates:\n")
	at := func(s int) string {
		if s >= states {
			return "End"
		}
		return fmt.Sprintf("S%d", s)
	}
	for s := range states {
		fmt.Fprintf(&b, "  S%d:\n    on: {Next: %s, Skip: %s, Stop: End}\n", s, at(s+1), at(s+2))
	}
	b.WriteString("  End: {}\nprogress:\n")
	for s := range states {
		fmt.Fprintf(&b, "  S%d: %d\n", s, states-s)
	}
	fmt.Fprintf(&b, "bound: %d\n", states)
	return b.String()
}
