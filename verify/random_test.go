package verify_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// TestRandomSpecs generates random specs, many of which can be proved, and checks every
// verdict with a naive interpreter, for small and for extreme parameters, with payloads up
// to the limits of int.
func TestRandomSpecs(t *testing.T) {
	specs := sample.Size(1, 5, 60)
	first := sample.Seed(t)
	count := map[string]int{}
	for i := range specs {
		seed := first + uint64(i)
		features := []spectest.Features{spectest.All, spectest.All, spectest.Raise | spectest.Final | spectest.History, spectest.Regions}[seed%4]
		text := spectest.Random(rand.New(rand.NewPCG(seed, 1)), features)
		s, _ := spec.LoadWith("random.fsm.yaml", []byte(text), spectest.Open)
		if s.Machine == nil {
			count["invalid"]++
			continue
		}
		r := verify.Machine(context.Background(), s.Machine)
		count["termination "+string(r.Termination)]++
		if r.Bound.Expr != nil {
			count["bound "+string(r.Bound.Status)]++
		}
		if r.Proved() {
			count["all proved"]++
		}
		seen := func(kind string, is bool) {
			if is {
				count[kind]++
			}
		}
		m := s.Machine
		seen("potential", r.Bound.Potential != nil)
		seen("counts", len(r.Counts) > 0)
		seen("sums", slices.ContainsFunc(r.Counts, func(c verify.Count) bool { return c.Of.Field >= 0 }))
		seen("ends unless a value overflows", r.UnlessOverflow)
		seen("reactive "+string(r.Termination), m.Reactive())
		seen("reactive, bound "+string(r.Bound.Status), m.Reactive() && r.Bound.Expr != nil)
		seen("answers", len(m.Asks) > 0)
		seen("outputs", len(m.Outputs) > 0)
		seen("overlap", len(r.Overlaps) > 0)
		seen("dead", slices.ContainsFunc(r.Diagnostics, func(d diag.Diagnostic) bool { return d.Code == diag.CodeDead }))
		seen("calls", len(m.Calls) > 0)
		seen("calls, all proved", len(m.Calls) > 0 && r.Proved())
		seen("child, all proved", core.HasChildren(m) && r.Proved())
		seen("child, termination "+string(r.Termination), core.HasChildren(m))
		seen("child, bound "+string(r.Bound.Status), core.HasChildren(m) && r.Bound.Expr != nil)
		raises := slices.ContainsFunc(m.Transitions, func(t core.Transition) bool { return len(t.Raises) > 0 })
		returns := slices.ContainsFunc(m.Transitions, func(t core.Transition) bool { return t.Returns.Composite != "" })
		seen("raised, termination "+string(r.Termination), raises)
		seen("raised, all proved", raises && r.Proved())
		seen("history, termination "+string(r.Termination), returns)
		seen("history, all proved", returns && r.Proved())
		regions := slices.ContainsFunc(m.States, func(s core.State) bool { return len(s.Regions) > 0 })
		seen("regions, termination "+string(r.Termination), regions)
		seen("regions, all proved", regions && r.Proved())
		microsteps := m.Eventless() >= 0
		seen("always", microsteps)
		seen("always, all proved", microsteps && r.Proved())
		seen("always, rest "+string(r.Rest.Status), microsteps)
		seen("always, rest proved, termination "+string(r.Termination), r.Rest.Status == verify.Proved)
		seen("always, termination "+string(r.Termination), microsteps)
		seen("always, endless", r.Termination == verify.Refuted && r.Run.LoopFrom >= 0 && !slices.ContainsFunc(r.Run.Steps[r.Run.LoopFrom:], func(s trace.Step) bool {
			return !m.Events[m.Transitions[s.Transition].Event].Eventless
		}))
		for _, o := range r.Obligations {
			seen("always, "+string(o.Kind)+" "+string(o.Status), microsteps && (o.Kind == verify.KindGap || o.Kind == verify.KindDivide))
			seen("deadlock "+string(o.Status), o.Kind == verify.KindDeadlock)
			seen(string(o.Kind)+" "+string(o.Status), o.Kind == verify.KindArguments || o.Kind == verify.KindChild)
		}
		w := newWitness(s.Machine, r, rand.New(rand.NewPCG(seed, 2)))
		w.refutations()
		w.wander()
		if len(w.faults) > 0 {
			t.Fatalf("seed %d: %s in\n%s", seed, strings.Join(w.faults, "\n"), text)
		}
	}
	t.Logf("%d specs: %v", specs, count)
	common := []string{"all proved", "counts", "termination proved", "termination unknown", "bound proved", "bound refuted", "reactive proved", "answers", "outputs", "overlap", "dead", "deadlock proved", "deadlock refuted",
		"arguments proved", "child proved", "child unknown", "raised, all proved",
		"regions, termination proved", "always, all proved", "always, gap proved", "always, gap refuted", "always, divide proved"}
	rare := []string{"calls, all proved", "child, all proved", "history, all proved", "regions, all proved", "arguments refuted", "child, bound refuted", "raised, termination refuted", "history, termination refuted", "always, endless"}
	for k, kind := range slices.Concat(common, rare) {
		if (specs >= 1000 || specs >= 300 && k < len(common)) && count[kind] == 0 {
			t.Errorf("no spec with %s: the test is too weak", kind)
		}
	}
}
