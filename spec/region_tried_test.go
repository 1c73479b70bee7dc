package spec_test

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

// TestOneLeaf checks that a region that is always in the same leaf decides for what comes after it: only the last alternative
// for an event may have no condition, because each one assumes that those before it do not apply.
func TestOneLeaf(t *testing.T) {
	for _, test := range []struct {
		name, machine, one, other string
	}{
		{"ignores", "E: Done", "ignore: E", "ignore: E"},
		{"ignores what another one rejects", "F: Done", "ignore: E", "on: {E: {otherwise: reject}}"},
		{"takes what another one takes", "F: Done", "on: {E: {set: {x: 1}}}", "on: {E: B1}"},
		{"takes what another one ignores", "F: Done", "on: {E: {set: {x: 1}}}", "ignore: E"},
		{"takes what the state takes", "E: Done, F: Done", "on: {E: {set: {x: 1}}}", "on: {F: B1}"},
		{"leaves the state", "F: Done", "on: {E: Done}", "on: {E: B1}"},
		{"does not wait", "E: Done", "always: Done", "always: [{if: x > 0, to: B1}]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := strings.NewReplacer("MACHINE", test.machine, "ONE", test.one, "OTHER", test.other).Replace(`
machine: Parts
vars: {x: {type: int, min: 0, max: 3}}
events: {E: {}, F: {}, Turn: {}}
initial: S
terminal: {done: [Done]}
states:
  S:
    on: {MACHINE}
    parallel:
      A: {ONE}
      B: {on: {Turn: B1}, initial: B0, states: {B0: {OTHER}, B1: {}}}
  Done: {}
`)
			s, diags := spec.Load("parts.fsm.yaml", []byte(text))
			if s.Machine == nil {
				t.Fatalf("%v\n%s", diags, text)
			}
			triesAll(t, s.Machine)
		})
	}
}

// triesAll reports alternatives that are never tried, because one before them has no condition.
func triesAll(t *testing.T, m *core.Machine) {
	t.Helper()
	for i := range m.Transitions {
		of := &m.Transitions[i]
		if list := m.On(of.From, of.Event); of.Guard == nil && m.Priority(i) < len(list)-1 {
			t.Errorf("%s has no condition, but is alternative %d of %d", m.Label(i), m.Priority(i)+1, len(list))
		}
	}
}
