package verify_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

func load(t testing.TB, path string) *core.Machine {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s, diags := spec.LoadWith(path, src, spec.OpenFile)
	if diags.HasErrors() {
		var b strings.Builder
		_ = diag.WriteText(&b, diags, func(string) []byte { return src })
		t.Fatalf("%s", b.String())
	}
	return s.Machine
}

// reportOf returns the report on a file. Tests that only read one share it.
func reportOf(t testing.TB, path string) *verify.Report {
	t.Helper()
	r, ok := reports.Load(path)
	if !ok {
		r, _ = reports.LoadOrStore(path, verify.Machine(context.Background(), load(t, path)))
	}
	return r.(*verify.Report)
}

var reports sync.Map

// TestVerdicts compares the verdicts on the machines in testdata with those that the first
// lines of the files expect, and with random runs of an interpreter, whose ints have 32 or 64
// bits.
func TestVerdicts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.fsm.yaml")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d specs: %v", len(files), err)
	}
	twice := sample.Some(t, files, sample.Size(5, 10, len(files)))
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := bytes.Cut(src, []byte("\n"))
			r := reportOf(t, file)
			ends := string(r.Termination)
			if r.UnlessOverflow {
				ends = "unless-overflow"
			}
			got := fmt.Sprintf("# want termination=%s bound=%s", ends, bound(r))
			if got != string(first) {
				var b strings.Builder
				_ = diag.WriteText(&b, r.Diagnostics, func(string) []byte { return src })
				t.Errorf("got  %s\nwant %s\n%s", got, first, b.String())
			}
			if r.GaveUp != nil {
				t.Errorf("gave up %q", r.GaveUp)
			}
			for _, o := range r.Obligations {
				if o.Status != verify.Unknown && (o.Missing != "" || o.Suggested != nil) {
					t.Errorf("%s is %s, but has values that would violate it: %s", o.Kind, o.Status, o.Missing)
				}
			}
			if r.Proved() == r.Diagnostics.HasErrors() {
				t.Errorf("proved: %t, with %d diagnostics", r.Proved(), len(r.Diagnostics))
			}
			if slices.Contains(twice, file) {
				again, err := json.Marshal(verify.Machine(context.Background(), load(t, file)))
				if err != nil {
					t.Fatal(err)
				}
				if once, err := json.Marshal(r); err != nil || !bytes.Equal(once, again) {
					t.Errorf("two verifications differ (%v)", err)
				}
			}
			for seed := range uint64(8) {
				w := newWitness(r.Ranked(), r, rand.New(rand.NewPCG(seed, 6)))
				w.wander()
				for _, fault := range w.faults {
					t.Errorf("where int has %d bits: %s", w.bits, fault)
				}
			}
		})
	}
}

func bound(r *verify.Report) string {
	if r.Bound.Expr == nil {
		return "none"
	}
	if r.Bound.UnlessOverflow {
		return "unless-overflow"
	}
	if r.Bound.Status == verify.Unknown {
		return "unknown"
	}
	return fmt.Sprintf("%s tight=%s", r.Bound.Status, tightness(r))
}

// TestFallbackProof checks the proof of the shipped machine in detail.
func TestFallbackProof(t *testing.T) {
	r := reportOf(t, "../machines/fallback/fallback.fsm.yaml")
	if !r.Proved() || !r.Bound.Tight || r.Run != nil {
		t.Fatalf("not proved: %s", r.Summary())
	}
	for _, e := range r.Explored {
		n, retries := e.Params[0], e.Params[1]
		if want := int(n*(2*retries+3) + 2); e.Longest != want {
			t.Errorf("n = %d, r = %d: the longest run takes %d, want %d", n, retries, e.Longest, want)
		}
	}
	for _, o := range r.Obligations {
		if len(o.Proof) == 0 && o.Kind != verify.KindParams {
			t.Errorf("%s is proved without a certificate", o.Kind)
		}
	}
}

// TestLiteralMachine checks what fsmgen finds in the published fallback machine.
func TestLiteralMachine(t *testing.T) {
	m := load(t, "testdata/seed000.fsm.yaml")
	r := verify.Machine(context.Background(), m)
	if r.Run == nil || r.Run.LoopFrom < 0 || r.Run.Params[1] != 2 {
		t.Errorf("no lasso for maxRetries = 2: %+v", r.Run)
	}
	if b := r.Bound.Run; b == nil || int64(len(b.Steps)) != 2*b.Params[0]+2 {
		t.Errorf("no run that exceeds 2*providers + 1: %+v", b)
	}
	// The document's table admits that the first three stay level. On the
	// next two progress rises, because Select takes the candidate from the
	// queue. The last four lead to an end from where progress is 0 already.
	want := []string{
		"Idle --RequestReceived--> Selecting",
		"Attempting --Failure[event.class == Transient]--> Retrying",
		"Retrying --RetryReady[retryCount < maxRetries]--> Attempting",
		"Attempting --Failure[event.class == Recoverable]--> Selecting",
		"Retrying --RetryReady[otherwise]--> Selecting",
		"Attempting --Success--> Succeeded",
		"Attempting --Failure[otherwise]--> Aborted",
		"Attempting --Cancelled--> Aborted",
		"Retrying --Cancelled--> Aborted",
	}
	refuted := 0
	for _, o := range r.Obligations {
		if o.Kind != verify.KindDecrease || o.Status == verify.Proved {
			continue
		}
		refuted++
		label := m.Label(o.Transition)
		found := false
		for _, w := range want {
			found = found || w == label
		}
		if !found || o.Status != verify.Refuted || o.Run == nil {
			t.Errorf("%s is %s", label, o.Status)
		}
	}
	if refuted != len(want) {
		t.Errorf("progress fails on %d transitions, want %d", refuted, len(want))
	}
}

// TestCancelled verifies with a context that is done: the report must not claim anything
// that was not checked.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := verify.Machine(ctx, load(t, "testdata/seed000.fsm.yaml"))
	if r.Termination != verify.Unknown || r.Bound.Status != verify.Unknown || r.Bound.Tight {
		t.Errorf("termination %s, bound %s, tight %t", r.Termination, r.Bound.Status, r.Bound.Tight)
	}
}

func BenchmarkFallback(b *testing.B) {
	m := load(b, "../machines/fallback/fallback.fsm.yaml")
	b.ReportAllocs()
	for b.Loop() {
		if r := verify.Machine(context.Background(), m); !r.Proved() {
			b.Fatal("not proved")
		}
	}
}
