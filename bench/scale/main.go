// Scale measures machines with many states and events, without guards and with random events, and
// compares generated code with three handwritten versions:
//
//	go run ./scale
//
// It writes the machines to a temporary module, which it removes.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/fsmgen/fsmgen/bench/random"
	"github.com/fsmgen/fsmgen/bench/round"
)

func main() {
	fsmgen := flag.String("fsmgen", "", "the fsmgen to run; without it, that of this checkout is built")
	rounds := flag.Int("rounds", 7, "how often each benchmark runs")
	flag.Parse()
	if err := run(*fsmgen, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		os.Exit(1)
	}
}

func run(fsmgen string, rounds int) error {
	dir, err := os.MkdirTemp("", "scale")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if fsmgen == "" {
		fsmgen = filepath.Join(dir, "fsmgen")
		if err := output("..", "go", "build", "-o", fsmgen, "./cmd/fsmgen"); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/scale\n\ngo 1.24\n"), 0o644); err != nil {
		return err
	}
	for _, size := range []struct{ states, events int }{{7, 8}, {60, 16}, {250, 30}} {
		m := random.New(size.states, size.events, 4)
		pkg := filepath.Join(dir, m.Name())
		if err := os.Mkdir(pkg, 0o755); err != nil {
			return err
		}
		for name, text := range map[string]string{m.Name() + ".fsm.yaml": m.Spec(), "hand.go": hand(m), "step_test.go": benchmarks(m)} {
			if err := os.WriteFile(filepath.Join(pkg, name), []byte(text), 0o644); err != nil {
				return err
			}
		}
		if err := output(pkg, fsmgen, "generate"); err != nil {
			return err
		}
		// The generated tests need a module that is not available here.
		if err := os.Remove(filepath.Join(pkg, m.Name()+"_fsm_test.go")); err != nil {
			return err
		}
		if err := output(pkg, "go", "test", "-run", "TestSame"); err != nil {
			return err
		}
		results, err := round.Run(pkg, ".", "100ms", "ns/event", rounds)
		if err != nil {
			return err
		}
		fastest := results[0]
		for _, r := range results[:3] { // those written by hand
			if r.Median() < fastest.Median() {
				fastest = r
			}
		}
		fmt.Printf("%d states, %d events, %d transitions\n", size.states, size.events, m.Transitions())
		if err := round.Table(os.Stdout, "ns/event", results, fastest.Name); err != nil {
			return err
		}
	}
	return nil
}

// output runs a program and returns an error with its output if it fails.
func output(dir, name string, args ...string) error {
	c := exec.Command(name, args...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}
