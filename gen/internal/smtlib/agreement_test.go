package smtlib

import (
	"errors"
	"fmt"
	"go/constant"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// kinds returns all constants of type verify.Kind.
func kinds(t *testing.T) (out []verify.Kind) {
	t.Helper()
	list, err := packages.Load(&packages.Config{Mode: packages.LoadTypes}, "github.com/fsmgen/fsmgen/verify")
	if err != nil || len(list) != 1 || list[0].Types == nil {
		t.Fatalf("load package verify: %v", err)
	}
	scope := list[0].Types.Scope()
	kind := scope.Lookup("Kind").Type()
	for _, name := range scope.Names() {
		if c, ok := scope.Lookup(name).(*types.Const); ok && types.Identical(c.Type(), kind) {
			out = append(out, verify.Kind(constant.StringVal(c.Val())))
		}
	}
	if len(out) < 5 {
		t.Fatalf("package verify has only the kinds %v", out)
	}
	return out
}

// place says what sort of thing an obligation is about.
func place(o *verify.Obligation) string {
	switch {
	case o.Transition >= 0:
		return "transition"
	case o.Event >= 0:
		return "state and event"
	case o.State >= 0 && o.Kind != verify.KindInvariant:
		return "state"
	case o.Var >= 0:
		return "variable"
	case o.Kind == verify.KindParams:
		return "machine"
	case o.Kind == verify.KindChild:
		return "child machine"
	}
	return "start"
}

// without returns a report without some obligations.
func without(r *verify.Report, forgotten func(i int) bool) *verify.Report {
	less := *r
	less.Obligations = nil
	for i, o := range r.Obligations {
		if !forgotten(i) {
			less.Obligations = append(less.Obligations, o)
		}
	}
	return &less
}

// TestForgotten removes each kind of obligation, and each single obligation,
// from the reports of many machines. The export must name what is missing. A kind
// of which nothing was removed fails the test.
func TestForgotten(t *testing.T) {
	sample.Turn(t)
	all := kinds(t)
	removed, noticed := map[verify.Kind]map[string]int{}, map[verify.Kind]int{}
	for _, k := range all {
		removed[k] = map[string]int{}
	}
	some := files(t)
	some = sample.Some(t, some, sample.Size(3, 4, len(some)))
	for _, file := range some {
		r := report(t, file)
		m, want := r.Ranked(), required(r)
		if err := match(r, want); err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		for _, k := range all {
			less := without(r, func(i int) bool { return r.Obligations[i].Kind == k })
			if len(less.Obligations) == len(r.Obligations) {
				continue
			}
			if _, err := Scripts(less); err == nil || !strings.Contains(err.Error(), string(k)) {
				t.Errorf("%s: without obligations of kind %s the export says %v", file, k, err)
			}
			noticed[k]++
		}
		for i := range r.Obligations {
			o := &r.Obligations[i]
			less := without(r, func(k int) bool { return k == i })
			if o.Kind == verify.KindBound {
				want = required(less) // which depends on the others of this kind
			}
			err := match(less, want)
			if missing := title(m, o) + ": this obligation is missing from the report"; err == nil || err.Error() != missing {
				t.Errorf("%s: got %v, want %s", file, err, missing)
			}
			if removed[o.Kind] == nil {
				t.Fatalf("%s: package verify has no constant for the kind %s", file, o.Kind)
			}
			removed[o.Kind][place(o)]++
		}
	}
	for _, k := range all {
		if sample.Long() && (noticed[k] == 0 || len(removed[k]) == 0) {
			t.Errorf("no machine has an obligation of kind %s: nothing says that a forgotten one is noticed", k)
		}
		var parts []string
		for _, at := range slices.Sorted(maps.Keys(removed[k])) {
			parts = append(parts, fmt.Sprintf("%s %d", at, removed[k][at]))
		}
		t.Logf("%-10s noticed when all are missing in %d machines, and when one is missing: %s", k, noticed[k], strings.Join(parts, ", "))
	}
}

// TestStrangers adds to a report what it should not have.
func TestStrangers(t *testing.T) {
	r := report(t, fallback)
	all := required(r)
	m := r.Ranked()
	for _, test := range []struct {
		name   string
		change func(list []verify.Obligation) []verify.Obligation
		want   string
	}{
		{"twice", func(l []verify.Obligation) []verify.Obligation { return append(l, l[0]) }, title(m, &r.Obligations[0]) + ": the report contains this obligation twice"},
		{"a kind that is not known", func(l []verify.Obligation) []verify.Obligation {
			return append(l, verify.Obligation{Kind: "new", Transition: -1, State: -1, Event: -1, Var: -1, Invariant: -1, Call: -1, Goal: -1, Cost: -1})
		}, "new: at the start: the machine does not require this obligation"},
		{"a terminal state", func(l []verify.Obligation) []verify.Obligation {
			return append(l, verify.Obligation{Kind: verify.KindDeadlock, Transition: -1, State: m.Outcomes[0].States[0], Event: -1, Var: -1, Invariant: -1, Call: -1, Goal: -1, Cost: -1})
		}, "deadlock: in " + m.States[m.Outcomes[0].States[0]].Name + ": the machine does not require this obligation"},
	} {
		more := *r
		more.Obligations = test.change(slices.Clone(r.Obligations))
		if err := match(&more, all); err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
}

// TestConclude takes back the proof of each obligation in turn, but not what is
// concluded from it.
func TestConclude(t *testing.T) {
	r := report(t, fallback)
	if !r.Proved() {
		t.Fatal("the machine is not proved")
	}
	matters := map[verify.Kind]string{
		verify.KindParams: "termination", verify.KindBounded: "termination", verify.KindDecrease: "termination",
		verify.KindOverflow: "termination", verify.KindDivide: "termination", verify.KindBound: "the bound",
	}
	seen := map[verify.Kind]bool{}
	for i := range r.Obligations {
		o := r.Obligations[i]
		less := *r
		less.Obligations = slices.Clone(r.Obligations)
		less.Obligations[i].Status = verify.Unknown
		err := conclude(&less)
		want := ""
		if verdict := matters[o.Kind]; verdict != "" {
			want = title(r.Ranked(), &o) + ": the obligation is unknown, but the report says that " + verdict + " is proved"
		}
		if got := fmt.Sprint(err); err == nil != (want == "") || err != nil && got != want {
			t.Errorf("got %s, want %q", got, want)
		}
		seen[o.Kind] = true
	}
	for _, k := range []verify.Kind{verify.KindParams, verify.KindBounded, verify.KindDecrease, verify.KindOverflow, verify.KindBound} {
		if !seen[k] {
			t.Errorf("the machine has no obligation of kind %s", k)
		}
	}
	less := *r
	less.Termination = verify.Unknown
	if err := conclude(&less); err == nil {
		t.Error("a bound without termination is accepted")
	}
	bare, m := *r, *r.Machine
	m.Rank, bare.Machine = 0, &m
	if err := conclude(&bare); err == nil {
		t.Error("termination without a progress function is accepted")
	}
}

// TestBoundNotProved verifies a machine whose progress function is synthesized and
// exceeds the claimed bound everywhere. The report has every obligation on the bound:
// one for the start, and one for each transition of an environment event.
func TestBoundNotProved(t *testing.T) {
	s, _ := spec.Load("lamp.fsm.yaml", []byte(`
machine: Lamp
events: {Press: {environment: true}, Fade: {}}
initial: Off
states:
  Off: {on: {Press: Bright}}
  Bright: {on: {Fade: Dim, Press: Bright}}
  Dim: {on: {Fade: Off, Press: Bright}}
bound: -1
`))
	r := verify.Machine(t.Context(), s.Machine)
	count := 0
	for _, o := range r.Obligations {
		if o.Kind == verify.KindBound {
			count++
		}
	}
	if r.Synthesized == nil || r.Termination != verify.Proved || r.Bound.Status == verify.Proved || count != 4 {
		t.Fatalf("termination is %s, the bound %s, with %d obligations on it", r.Termination, r.Bound.Status, count)
	}
	if _, err := Scripts(r); err != nil {
		t.Error(err)
	}
	for i, o := range r.Obligations {
		if o.Kind != verify.KindBound || o.Transition < 0 {
			continue
		}
		less := *r
		less.Obligations = slices.Delete(slices.Clone(r.Obligations), i, i+1)
		want := title(r.Ranked(), &o) + ": this obligation is missing from the report"
		if err := match(&less, required(&less)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// TestRandomSpecs compares what is required with what the verifier asks, for
// specs that are written at random.
func TestRandomSpecs(t *testing.T) {
	specs, random := sample.Size(2, 3, 25), sample.Rand(t)
	seen := map[verify.Kind]int{}
	for range specs {
		text := spectest.Random(random, spectest.All)
		s, _ := spec.LoadWith("random.fsm.yaml", []byte(text), spectest.Open)
		if s.Machine == nil {
			continue
		}
		r := verify.Machine(t.Context(), s.Machine)
		if err := errors.Join(match(r, required(r)), conclude(r)); err != nil {
			t.Errorf("%v in\n%s", err, text)
		}
		for _, o := range r.Obligations {
			seen[o.Kind]++
		}
	}
	t.Log(seen)
	for _, k := range []verify.Kind{verify.KindRange, verify.KindInvariant, verify.KindGap, verify.KindDecrease, verify.KindOverflow} {
		if specs >= 80 && seen[k] == 0 {
			t.Errorf("no spec has an obligation of kind %s", k)
		}
	}
}
