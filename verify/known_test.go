package verify_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/verify"
)

var knownLine = regexp.MustCompile(`^# truth=(terminates|endless|open) want=(proved|unless-overflow|refuted|unknown)$`)

// TestKnown verifies machines from the literature on termination with known answers, and
// reports how many are decided. The first line of each file gives the truth and the
// expected verdict. A verdict that contradicts the truth always fails.
func TestKnown(t *testing.T) {
	sample.Turn(t)
	random := sample.Rand(t)
	files, err := filepath.Glob("testdata/known/*.fsm.yaml")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d specs: %v", len(files), err)
	}
	count := map[string]int{}
	var table strings.Builder
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := bytes.Cut(src, []byte("\n"))
		line := knownLine.FindSubmatch(first)
		if line == nil {
			t.Fatalf("%s begins with %q", file, first)
		}
		truth, want := string(line[1]), string(line[2])
		m := load(t, file)
		if m.Rank > 0 {
			t.Errorf("%s declares progress", file)
		}
		r := verify.Machine(context.Background(), m)
		got := string(r.Termination)
		if r.UnlessOverflow {
			got = "unless-overflow"
		}
		if (got == "proved" || got == "unless-overflow") && truth != "terminates" || got == "refuted" && truth != "endless" {
			t.Errorf("%s: %s is wrong: it is %s\n%s", file, got, truth, r.Summary())
		}
		if got != want {
			t.Errorf("%s: %s, want %s\n%s", file, got, want, r.Summary())
		}
		for _, fault := range faultsOf(r, random) {
			t.Errorf("%s: %s", file, fault)
		}
		count[truth+" "+got]++
		if r.Bound.Expr != nil && (r.Bound.Status == verify.Proved || r.Bound.UnlessOverflow) {
			count["bound"]++
			count["tight "+tightness(r)]++
		}
		how := ""
		switch {
		case r.Recurrent != nil:
			how = "recurrent set"
		case r.Run != nil && r.Run.LoopFrom >= 0:
			how = "lasso"
		case r.Synthesized != nil:
			how = fmt.Sprintf("%d components", len(r.Synthesized[m.Initial]))
		}
		fmt.Fprintf(&table, "%-20s %-10s %-15s %s\n", m.Name, truth, got, how)
	}
	if count["tight proved"] < 20 || count["tight if"] < 10 {
		t.Errorf("too few bounds are proved to be tight: %v", count)
	}
	t.Logf("%d machines: %v\n%s", len(files), count, table.String())
}
