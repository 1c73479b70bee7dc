package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/machines/negotiation"
)

// TestDemo compares the demo with the golden file, in which each reason to fail
// must be.
func TestDemo(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if status := run(t.Context(), []string{"-demo"}, &stdout, &stderr); status != 0 || stderr.Len() > 0 {
		t.Fatalf("status %d, stderr %q", status, stderr.String())
	}
	compare(t, "demo.txt", stdout.Bytes())
	for reason := negotiation.FailureReason(0); reason.Valid(); reason++ {
		if !strings.Contains(stdout.String(), "failed, "+reason.String()+"\n") {
			t.Errorf("the demo does not show %v", reason)
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
	golden, err := os.ReadFile(filepath.Join("testdata", "tournament.txt"))
	if err != nil {
		t.Fatal(err)
	}
	_, block, found := strings.Cut(string(readme), "    $ go run ./examples/haggle\n")
	block, _, ended := strings.Cut(block, "\n\n")
	if !found || !ended {
		t.Fatal("the README shows no output")
	}
	lines := strings.Split(string(golden), "\n")
	for shown := range strings.SplitSeq(block, "\n") {
		if line := strings.TrimPrefix(shown, "    "); line != "..." && !slices.Contains(lines, line) {
			t.Errorf("the README shows %q, which is not printed", line)
		}
	}
}

func compare(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	golden.File(t, file, got)
}

func TestUsage(t *testing.T) {
	tests := []struct {
		args   []string
		status int
		stderr string
	}{
		{[]string{"-nonsense"}, 2, "nonsense"},
		{[]string{"rest"}, 2, `unexpected argument "rest"`},
		{[]string{"-n=0"}, 2, "-n is 0"},
		{[]string{"-n=100001"}, 2, "-n is 100001"},
		{[]string{"-turns=0"}, 2, "-turns is 0"},
		{[]string{"-turns=1001"}, 2, "-turns is 1001"},
		{[]string{"-seed=-1"}, 2, "seed"},
		{[]string{"-demo", "-n=5"}, 2, "-demo takes no other flag"},
		{[]string{"-h"}, 0, "-svg file"},
	}
	for _, test := range tests {
		var stdout, stderr bytes.Buffer
		status := run(t.Context(), test.args, &stdout, &stderr)
		if status != test.status || !strings.Contains(stderr.String(), test.stderr) || stdout.Len() > 0 {
			t.Errorf("%q: status %d, stdout %q, stderr %q, want %d and %q",
				test.args, status, stdout.String(), stderr.String(), test.status, test.stderr)
		}
	}
}

func TestFails(t *testing.T) {
	var stdout, stderr bytes.Buffer
	nowhere := filepath.Join(t.TempDir(), "nowhere", "plot.svg")
	if status := run(t.Context(), []string{"-n=1", "-svg", nowhere}, &stdout, &stderr); status != 1 || !strings.Contains(stderr.String(), "plot.svg") {
		t.Errorf("status %d, stderr %q", status, stderr.String())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	stderr.Reset()
	if status := run(ctx, []string{"-n=1"}, &stdout, &stderr); status != 1 || !strings.Contains(stderr.String(), "canceled") {
		t.Errorf("cancelled: status %d, stderr %q", status, stderr.String())
	}
}
