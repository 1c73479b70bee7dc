package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/machines/orchestration"
)

func noenv(string) string { return "" }

// runs runs the program in a bubble, so that its waits take no time. It fails if
// goroutines are left that wait for each other.
func runs(t *testing.T, ctx context.Context, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, diagnostics bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		status = run(ctx, args, noenv, &out, &diagnostics)
	})
	return out.String(), diagnostics.String(), status
}

// TestDemo compares the demo with the golden file, many times over, and the
// progress in that with the rules.
func TestDemo(t *testing.T) {
	got, stderr, status := runs(t, context.Background(), "-demo")
	if status != 0 || stderr != "" {
		t.Fatalf("status %d, stderr %q", status, stderr)
	}
	golden.File(t, filepath.Join("testdata", "demo.txt"), []byte(got))
	for range 50 {
		again, _, _ := runs(t, context.Background(), "-demo")
		if diff := cmp.Diff(got, again); diff != "" {
			t.Fatalf("two demos (-first +again):\n%s", diff)
		}
	}
	if strings.Contains(got, demoKey) {
		t.Error("the key is printed")
	}

	row := regexp.MustCompile(`(?m)^ *(\d+)  (\w+) +--(\w+)-+> (\w+) +(\d+) -> (\d+)$`)
	state, progress, rows, ends := "", 0, 0, []string(nil)
	seen := map[string]bool{}
	for _, r := range row.FindAllStringSubmatch(got, -1) {
		if r[1] == "1" {
			state, progress, rows = "Init", number(t, r[5]), 0
		}
		rows++
		before, after := number(t, r[5]), number(t, r[6])
		if r[1] != strconv.Itoa(rows) || r[2] != state || before != progress || after >= before {
			t.Errorf("row does not go on from %s with progress %v: %s", state, progress, r[0])
		}
		state, progress, seen[r[4]] = r[4], after, true
		if after == 0 {
			ends = append(ends, state)
		}
	}
	if want := []string{"Done", "Aborted"}; !slices.Equal(ends, want) {
		t.Errorf("the runs end in %v, want %v", ends, want)
	}
	for _, s := range orchestration.States() {
		if s != orchestration.StateInit && !seen[s.String()] {
			t.Errorf("the demo does not show %v", s)
		}
	}
}

// TestReadme has the output that the README shows: each line is one of the
// golden file.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile(filepath.Join("testdata", "demo.txt"))
	if err != nil {
		t.Fatal(err)
	}
	_, shown, found := strings.Cut(string(readme), "    $ go run ./examples/workflow -demo\n")
	shown, _, ended := strings.Cut(shown, "\n\nThe numbers")
	if !found || !ended {
		t.Fatal("the README shows no output")
	}
	lines := strings.Split(string(golden), "\n")
	for line := range strings.SplitSeq(shown, "\n") {
		if line = strings.TrimPrefix(line, "    "); line != "..." && line != " ..." && !slices.Contains(lines, line) {
			t.Errorf("the README shows %q, which is not printed", line)
		}
	}
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestRun(t *testing.T) {
	for _, test := range []struct {
		args           []string
		status         int
		stdout, stderr string
	}{
		{nil, 2, "", "usage:"},
		{[]string{"-demo", "rest"}, 2, "", "usage:"},
		{[]string{"a", "b"}, 2, "", "usage:"},
		{[]string{"-demo", "-model=m", "-upstream=a=http://x"}, 2, "", "usage:"},
		{[]string{"-model=m", "goal"}, 2, "", "usage:"},
		{[]string{"-upstream=a=http://x", "goal"}, 2, "", "usage:"},
		{[]string{"-model=m", "-upstream=a", "goal"}, 2, "", "must start with http"},
		{[]string{"-model=m", "-upstream=a=http://x", "-upstream=a=http://y", "goal"}, 1, "", `two providers are named "a"`},
		{[]string{"-nonsense"}, 2, "", "nonsense"},
		{[]string{"-h"}, 0, "", "usage:"},
		{[]string{"read; write"}, 0, "reached with 2 results after 19 transitions, 8 of them of questions and model calls; the bound is 5083", ""},
		{[]string{" ; "}, 1, `"reason": "PlanInvalid"`, "aborted: PlanInvalid"},
	} {
		stdout, stderr, status := runs(t, context.Background(), test.args...)
		if status != test.status || !strings.Contains(stdout, test.stdout) || !strings.Contains(stderr, test.stderr) || (stderr == "") != (test.stderr == "") {
			t.Errorf("%q: status %d, stdout %q, stderr %q", test.args, status, stdout, stderr)
		}
	}
	var out, diagnostics bytes.Buffer
	if status := run(context.Background(), []string{"goal"}, func(string) string { return "x" }, &out, &diagnostics); status != 1 || out.Len() > 0 {
		t.Errorf("a wrong environment: status %d, %s", status, diagnostics.String())
	}
}

// TestCancelled ends the demo by a context that is done.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	stdout, stderr, status := runs(t, ctx, "-demo")
	if status != 1 || !strings.Contains(stderr, "WasCancelled") || !strings.Contains(stdout, "Cancelled") {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
}

// TestNotAsItMust has a demo whose runs cannot end as they must.
func TestNotAsItMust(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	w := writer(func(text []byte) {
		if bytes.Contains(text, []byte("Frisian")) {
			cancel(errors.New("gone"))
		}
	})
	if err := demo(ctx, w); err == nil || !strings.Contains(err.Error(), "second run") {
		t.Errorf("error is %v", err)
	}
}

type writer func([]byte)

func (w writer) Write(text []byte) (int, error) {
	w(text)
	return len(text), nil
}
