package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// dense returns a spec in which each state has the given number of alternatives for each event, with a condition.
func dense(states, events, alternatives int, condition string) string {
	var b strings.Builder
	b.WriteString("machine: Dense\nvars: {v: {type: int, min: 0, max: 9}}\nevents:\n")
	for e := range events {
		fmt.Fprintf(&b, "  E%d: {n: int}\n", e)
	}
	b.WriteString("initial: S0\nterminal: {done: [Done]}\nstates:\n")
	for s := range states {
		fmt.Fprintf(&b, "  S%d:\n    on:\n", s)
		for e := range events {
			fmt.Fprintf(&b, "      E%d:\n", e)
			for a := range alternatives {
				fmt.Fprintf(&b, "        - {if: event.n == %d%s, to: S%d}\n", a, condition, (s+e+a)%states)
			}
			b.WriteString("        - Done\n")
		}
	}
	return b.String() + "  Done: {}\n"
}

// counting is a machine that goes on for very long without an event.
const counting = `machine: Counting
vars: {v: int}
events: {Go: {}}
initial: A
terminal: {done: [Done]}
states:
  A: {always: [{if: v < 9000000000, set: {v: v + 1}}, Done]}
  Done: {}
`

// TestInterrupt sends Ctrl-C to commands that compute, read, or wait for long. Each ends soon, says so, and leaves no file behind.
func TestInterrupt(t *testing.T) {
	sample.Turn(t)
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot send Ctrl-C to another one")
	}
	dir := isolate(t)
	files := map[string]string{
		"old.fsm.yaml": dense(30, 30, 9, ""), "new.fsm.yaml": dense(30, 30, 9, " || event.n > 70"), "counting.fsm.yaml": counting,
		"door.fsm.yaml": doorSpec,
	}
	for i := range 30 {
		files[fmt.Sprintf("many/m%d.fsm.yaml", i)] = strings.Replace(dense(30, 30, 9, ""), "machine: Dense", fmt.Sprintf("machine: Dense%d", i), 1)
	}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	gitIn(t, dir, "", "init")
	config := filepath.Join(dir, ".git", "config") // git waits for what comes out of it
	if err := os.Remove(config); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mkfifo", config).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	before := listed(t, dir)
	for _, args := range []string{
		"check many", "fmt many", "generate many/m1.fsm.yaml", "card old.fsm.yaml", "diff old.fsm.yaml new.fsm.yaml",
		"migrate --package m -o migrate.go old.fsm.yaml new.fsm.yaml",
		"simulate counting.fsm.yaml", "simulate door.fsm.yaml", "verify -", "import -", "diff --against main .",
	} {
		t.Run(args, func(t *testing.T) {
			c := exec.Command("fsmgen", strings.Fields(args)...)
			var complaint bytes.Buffer
			c.Dir, c.Stderr = dir, &complaint
			silent, err := c.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			defer silent.Close()
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- c.Wait() }()
			select {
			case err := <-ended:
				t.Fatalf("it ends before Ctrl-C: %v\n%s", err, complaint.String())
			case <-time.After(300 * time.Millisecond):
			}
			if err := c.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			// It takes some 0.1 s, unless the computer has much else to do.
			select {
			case <-ended:
			case <-time.After(10 * time.Second):
				_ = c.Process.Kill()
				<-ended
				t.Fatal("it goes on after Ctrl-C")
			}
			if code := c.ProcessState.ExitCode(); code != exitFault || !strings.Contains(complaint.String(), "interrupted: ") {
				t.Errorf("exit code %d\n%s", code, complaint.String())
			}
		})
	}
	if after := listed(t, dir); !slices.Equal(after, before) {
		t.Errorf("files before and after:\n%q\n%q", before, after)
	}
}

// listed lists the files below a folder.
func listed(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			names = append(names, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
