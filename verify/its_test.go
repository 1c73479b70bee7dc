package verify_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

var itsLine = regexp.MustCompile(`^# truth=(terminates|endless) degree=(\d|none) want=(proved|unless-overflow|refuted|unknown) found=(\d|none)$`)

// TestSystems verifies integer transition systems from the literature on bounds. The first
// line of each file gives the truth, the degree of the lowest bound, and the expected
// verdict and degree. A verdict that contradicts the truth always fails, and so does a
// bound whose degree is too low.
func TestSystems(t *testing.T) {
	sample.Turn(t)
	random := sample.Rand(t)
	files, err := filepath.Glob("testdata/its/*.fsm.yaml")
	if err != nil || len(files) < 86 {
		t.Fatalf("%d specs: %v", len(files), err)
	}
	count := map[string]int{}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := bytes.Cut(src, []byte("\n"))
		line := itsLine.FindSubmatch(first)
		if line == nil {
			t.Fatalf("%s begins with %q", file, first)
		}
		truth, lowest, want, degree := string(line[1]), string(line[2]), string(line[3]), string(line[4])
		r := reportOf(t, file)
		got, found := string(r.Termination), "none"
		if r.UnlessOverflow {
			got = "unless-overflow"
		}
		if r.Bound.Expr != nil && r.Termination != verify.Refuted {
			found = strconv.Itoa(expr.Degree(r.Bound.Expr))
		}
		if (got == "proved" || got == "unless-overflow") && truth != "terminates" || got == "refuted" && truth != "endless" || found != "none" && (lowest == "none" || found < lowest) {
			t.Errorf("%s: %s with a bound of degree %s is wrong: it is %s of degree %s\n%s", file, got, found, truth, lowest, r.Summary())
		}
		if got != want || found != degree {
			t.Errorf("%s: %s with a bound of degree %s, want %s of degree %s\n%s", file, got, found, want, degree, r.Summary())
		}
		for _, fault := range faultsOf(r, random) {
			t.Errorf("%s: %s", file, fault)
		}
		count[truth+" "+got]++
		if r.Bound.Expr != nil && (r.Bound.Status == verify.Proved || r.Bound.UnlessOverflow) {
			count["bound"]++
			count["tight "+tightness(r)]++
		}
		if found != "none" && found == lowest {
			count["bound of the lowest degree"]++
		}
	}
	if count["tight proved"] < 12 || count["tight if"] < 9 {
		t.Errorf("too few bounds are proved to be tight: %v", count)
	}
	t.Logf("%d systems: %v", len(files), count)
}
