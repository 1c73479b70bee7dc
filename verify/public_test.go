package verify_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// TestPublic compares the table of docs/verification/public.md with what is proved of the machines of testdata/public, and with the runs that
// are found for their default parameters.
func TestPublic(t *testing.T) {
	files, err := filepath.Glob("testdata/public/*.fsm.yaml")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d machines, %v", len(files), err)
	}
	limited, reached := 0, 0
	var rows []string
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(src), "# Source: ") {
			t.Errorf("%s names no source", file)
		}
		s, diags := spec.Load(file, src)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		r := verify.Machine(t.Context(), s.Machine)
		var params []int64
		for _, p := range s.Machine.Params {
			v, err := expr.Eval(p.Default, &expr.Env{Params: params})
			if err != nil {
				t.Fatal(err)
			}
			params = append(params, v)
		}
		row, isLimited, isReached := publicRow(t, file, r, params)
		rows = append(rows, row)
		if isLimited {
			limited++
		}
		if isReached {
			reached++
		}
	}
	if limited < 15 || reached < 10 {
		t.Errorf("the time of %d machines is limited, and reached by %d", limited, reached)
	}
	page, err := os.ReadFile("../docs/verification/public.md")
	if err != nil {
		t.Fatal(err)
	}
	const head = "| --- | --- | --- | --- | --- |\n"
	_, table, _ := strings.Cut(string(page), head)
	table, after, _ := strings.Cut(table, "\n\n")
	if want := strings.Join(rows, "\n"); table != want {
		t.Errorf("the table of the page is not\n%s", want)
	}
	if want := fmt.Sprintf("%d of the %d have a limit, which a run reaches for %d.", limited, len(files), reached); !strings.Contains(after, want) {
		t.Errorf("the page does not say: %s", want)
	}
}

// publicRow returns the row of a machine, and whether its time is limited, and the limit reached.
func publicRow(t *testing.T, file string, r *verify.Report, params []int64) (row string, limited, reached bool) {
	t.Helper()
	w := r.Worst(t.Context(), params)
	limit, most, taken := "no limit", "", ""
	for _, a := range w.Amounts {
		if a.Kind != "time" {
			continue
		}
		if limited = a.Most >= 0; limited {
			limit, most = a.Limit, a.Value(a.Most)
		}
		if limited && a.Taken >= 0 {
			taken, reached = a.Value(a.Taken), a.Taken == a.Most
			if a.Taken > a.Most {
				t.Errorf("%s: a run takes %s, of at most %s", file, taken, most)
			}
		}
	}
	bound := "none"
	switch {
	case r.Bound.Status == verify.Proved:
		bound = expr.Print(r.Bound.Expr, expr.Spec)
	case r.Punctual != nil && r.Punctual.Bound != nil:
		bound = expr.Print(r.Punctual.Bound, expr.Spec) + ", if timers fire"
	}
	name := strings.TrimSuffix(filepath.Base(file), ".fsm.yaml")
	return fmt.Sprintf("| [%s](../../verify/%s) | %s | %s | %s | %s |", name, filepath.ToSlash(file), limit, most, taken, bound), limited, reached
}
