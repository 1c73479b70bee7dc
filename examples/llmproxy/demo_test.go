package main

import (
	"bytes"
	"context"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// TestDemo reads the table of the demo back. Attempts have more time than on
// the command line, so that a busy computer does not fail the test.
func TestDemo(t *testing.T) {
	sample.Turn(t)
	wantGoroutinesEnd(t)
	var out bytes.Buffer
	if err := demo(context.Background(), &out, time.Second); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	row := regexp.MustCompile(`(?m)^ *(\d+)  (\w+) +--(\w+)-+> (\w+) +progress +(\d+) -> +(\d+)(?:  (\w+)(?:: .*\((\w+)\))?)?$`)
	rows := row.FindAllStringSubmatch(out.String(), -1)
	if len(rows) != 13 {
		t.Fatalf("%d rows, want 13:\n%s", len(rows), out.String())
	}
	state, progress := "Idle", 17 // 3*(2*1+3)+2
	var failures []string
	for i, r := range rows {
		before, after := number(t, r[5]), number(t, r[6])
		if number(t, r[1]) != i+1 || r[2] != state || before != progress || after >= before {
			t.Errorf("row %d does not go on from %s with progress %d: %s", i+1, state, progress, r[0])
		}
		if r[3] == "Failure" {
			failures = append(failures, r[7]+" "+r[8])
		}
		state, progress = r[4], after
	}
	if state != "Succeeded" || progress != 0 {
		t.Errorf("the table ends in %s with progress %d", state, progress)
	}
	if got, want := strings.Join(failures, ", "), "busy Transient, busy Transient, slow Transient, slow Transient"; got != want {
		t.Errorf("failures are %s, want %s", got, want)
	}
	const end = "\n200 from \"steady\": I do, after two that could not.\n13 transitions, at most 3*(2*1+3)+2 = 17\nthe next request starts at steady (fallback #2)\n"
	if !strings.HasSuffix(out.String(), end) {
		t.Errorf("the end is not %q:\n%s", end, out.String())
	}
}

// TestDemoCancelled checks that a signal ends the demo, with its servers.
func TestDemoCancelled(t *testing.T) {
	wantGoroutinesEnd(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, diagnostics bytes.Buffer
	if status := run(ctx, []string{"-demo"}, noenv, &out, &diagnostics); status != 1 || diagnostics.Len() == 0 {
		t.Errorf("status %d, stderr %q, want 1 and a reason", status, diagnostics.String())
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
