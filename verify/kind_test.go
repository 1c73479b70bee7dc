package verify_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

const (
	beginsOutside = `machine: Outside
vars: {x: {type: int, min: 1, max: 5}}
events: {Step: {}}
initial: A
terminal: {done: [Done]}
states:
  A: {on: {Step: {to: Done, set: {x: x}}}}
  Done: {}
progress: {A: 1}
`
	leavesInt = `machine: Large
vars: {x: {type: int, init: 9223372036854775807}}
events: {Step: {}}
initial: A
terminal: {done: [Done]}
states:
  A: {on: {Step: {to: Done, set: {x: x + 1}}}}
  Done: {}
progress: {A: 1}
`
)

// TestKinds checks each kind of the table in both directions: some machine proves an
// obligation of the kind, and some run refutes one. An obligation on parameter values or on a
// child machine, which no run can refute, is unknown instead.
func TestKinds(t *testing.T) {
	exported := []verify.Kind{
		verify.KindParams, verify.KindInit, verify.KindRange, verify.KindInvariant, verify.KindGap, verify.KindDeadlock, verify.KindPossible,
		verify.KindOverflow, verify.KindDivide, verify.KindArguments, verify.KindChild, verify.KindBounded, verify.KindDecrease, verify.KindBound,
	}
	for _, k := range exported {
		if !slices.Contains(obligation.Kinds(), k) {
			t.Errorf("package verify exports %q, which is not in the table", k)
		}
	}
	files, err := filepath.Glob("testdata/*.fsm.yaml")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d specs: %v", len(files), err)
	}
	count := map[verify.Kind]map[verify.Status]int{}
	for _, k := range obligation.Kinds() {
		count[k] = map[verify.Status]int{}
	}
	var list []*verify.Report
	for _, text := range []string{beginsOutside, leavesInt} {
		list = append(list, verify.Machine(context.Background(), parse(t, text)))
	}
	for _, file := range files {
		list = append(list, reportOf(t, file))
	}
	for _, r := range list {
		for _, o := range r.Obligations {
			count[o.Kind][o.Status]++
		}
	}
	for _, k := range obligation.Kinds() {
		wrong := verify.Refuted
		if k == verify.KindParams || k == verify.KindChild {
			wrong = verify.Unknown
		}
		if count[k][verify.Proved] == 0 || count[k][wrong] == 0 {
			t.Errorf("%s: %v: either a room of the verifier does not know the kind, or verify/testdata has no spec for it", k, count[k])
		}
	}
}
