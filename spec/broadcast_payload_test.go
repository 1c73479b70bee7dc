package spec_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// payloads has events whose payload later regions read: Start in two of them, Set in none, and Name in the last one.
const payloads = `
machine: Oven
vars:
  warmth: {type: int, min: 0, max: 9}
  shown: {type: int, min: 0, max: 9}
  label: {type: string}
events:
  Start: {degrees: int, quick: bool, unread: string}
  Set: {degrees: int}
  Name: {name: string}
outputs: {Show: {of: int}}
guards: {large: event.degrees > 5}
initial: Baking
terminal: {done: [Off]}
states:
  Baking:
    done: Off
    parallel:
      Heat:
        initial: Cold
        states:
          Cold:
            on:
              Start: [{if: large && event.degrees < 10, to: Hot, set: {warmth: event.degrees}}]
              Set: {if: event.degrees > 0, to: Hot}
              Name: Hot
          Hot: {final: true}
      Light:
        initial: Dark
        states:
          Dark:
            on:
              Start: {if: large && event.degrees < 10 && event.quick, to: Lit, set: {shown: event.degrees}, emit: {Show: {of: event.degrees}}}
              Set: Lit
          Lit: {final: true}
      Fan:
        initial: Still
        states:
          Still: {on: {Start: {if: event.quick, to: Turning}, Name: {to: Turning, set: {label: event.name}}}}
          Turning: {final: true}
  Off: {}
`

// TestPayloads wants only what is still read to be carried, and what authors wrote to be shown.
func TestPayloads(t *testing.T) {
	s, diags := spec.Load("oven.fsm.yaml", []byte(payloads))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	m := s.Machine
	var carried []string
	for i, v := range m.Vars {
		if v.Carries == nil {
			continue
		}
		name, ok := source.Variable(m, i)
		carried = append(carried, fmt.Sprint(v.Name, " ", v.Type, " is ", name, " of ", m.Events[v.Carries.Event].Name))
		if !ok || v.Implied != core.Carried || !v.Pending() || !v.Hidden() || v.Control() {
			t.Errorf("%s: %t %v", v.Name, ok, v.Implied)
		}
	}
	want := []string{
		"bakingNameName string is event.name of Name",
		"bakingStartDegrees int is event.degrees of Start",
		"bakingStartQuick bool is event.quick of Start",
	}
	if diff := cmp.Diff(want, carried); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	var claims []string
	for _, i := range m.Invariants {
		claims = append(claims, fmt.Sprint(expr.Print(i.Expr, expr.Spec), " ", i.Implied))
	}
	want = []string{
		`bakingNameName == "" || bakingRest == Name1 true`,
		`bakingStartDegrees == 0 || bakingRest == Start1 true`,
		`!bakingStartQuick || bakingRest == Start2 || bakingRest == Start1 true`,
	}
	if diff := cmp.Diff(want, claims); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	var moves strings.Builder
	for i := range m.Transitions {
		x := &m.Transitions[i]
		if x.Effect != core.Take || x.Handles == "" && m.Events[x.Event].Name != "Start" {
			continue
		}
		fmt.Fprintf(&moves, "%s / %s", m.Label(i), source.Assignments(m, x))
		for _, e := range x.Emits {
			fmt.Fprintf(&moves, ", %s", expr.Print(e.Written[0], expr.Spec))
		}
		moves.WriteString("\n")
		if own := source.Own(m, x); own != nil {
			fmt.Fprintf(&moves, "  if %s\n", expr.Print(own, expr.Spec))
			if shown := source.Shown(m, own); expr.Print(shown, expr.Spec) != expr.Print(own, expr.Spec) {
				fmt.Fprintf(&moves, "  shown as %s\n", expr.Print(shown, expr.Spec))
			}
		}
		for _, u := range x.Updates {
			if !m.Vars[u.Var].Control() {
				fmt.Fprintf(&moves, "  %s = %s\n", m.Vars[u.Var].Name, expr.Print(u.Value, expr.Spec))
			}
		}
		for _, e := range x.Emits {
			fmt.Fprintf(&moves, "  emits %s\n", expr.Print(e.Values[0], expr.Spec))
		}
	}
	if diff := cmp.Diff(strings.TrimSpace(moving), strings.TrimSpace(moves.String())); diff != "" {
		t.Errorf("(-want +got)\n%s\n%s", diff, moves.String())
	}
}

const moving = `
Cold --Start[large && event.degrees < 10]--> Hot / warmth: event.degrees
  if event.degrees > 5 && event.degrees < 10 && (light == Dark && (event.degrees > 5 && event.degrees < 10 && event.quick) || fan == Still && event.quick)
  warmth = event.degrees
  bakingStartDegrees = event.degrees
  bakingStartQuick = event.quick
  bakingNameName = ""
Cold --Start[large && event.degrees < 10]--> Hot / warmth: event.degrees
  if event.degrees > 5 && event.degrees < 10
  warmth = event.degrees
Dark --Start[large && event.degrees < 10 && event.quick]--> Lit / shown: event.degrees, event.degrees
  if event.degrees > 5 && event.degrees < 10 && event.quick && event.quick
  shown = event.degrees
  bakingStartQuick = event.quick
  bakingNameName = ""
  bakingStartDegrees = 0
  emits event.degrees
Dark --Start[large && event.degrees < 10 && event.quick]--> Lit / shown: event.degrees, event.degrees
  if event.degrees > 5 && event.degrees < 10 && event.quick
  shown = event.degrees
  emits event.degrees
Still --Start[event.quick]--> Turning / 
  if event.quick
Still --Name--> Turning / label: event.name
  label = bakingNameName
  bakingNameName = ""
Dark --Set--> Lit / 
Dark --Start[large && event.degrees < 10 && event.quick]--> Lit / shown: event.degrees, event.degrees
  if bakingStartDegrees > 5 && bakingStartDegrees < 10 && bakingStartQuick && bakingStartQuick
  shown as event.degrees > 5 && event.degrees < 10 && event.quick && event.quick
  shown = bakingStartDegrees
  bakingStartDegrees = 0
  emits bakingStartDegrees
Dark --Start[large && event.degrees < 10 && event.quick]--> Lit / shown: event.degrees, event.degrees
  if bakingStartDegrees > 5 && bakingStartDegrees < 10 && bakingStartQuick
  shown as event.degrees > 5 && event.degrees < 10 && event.quick
  shown = bakingStartDegrees
  bakingStartDegrees = 0
  bakingStartQuick = false
  emits bakingStartDegrees
Still --Start[event.quick]--> Turning / 
  if bakingStartQuick
  shown as event.quick
  bakingStartDegrees = 0
  bakingStartQuick = false
`

// TestCarriedOnlyIfRead changes what later regions read of payloads.
func TestCarriedOnlyIfRead(t *testing.T) {
	const name, degrees, quick = "bakingNameName", "bakingStartDegrees", "bakingStartQuick"
	for _, test := range []struct {
		old, new string
		want     []string
	}{
		{"label: event.name", "label: label", []string{degrees, quick}},
		{"event.quick, to: Turning", "label == label, to: Turning", []string{name, degrees, quick}},
		{"large && event.degrees < 10 && event.quick, to: Lit, set: {shown: event.degrees}, emit: {Show: {of: event.degrees}}", "event.quick, to: Lit", []string{name, quick}},
		{"{to: Turning, set: {label: event.name}}", "{if: event.name == label, to: Off}", []string{degrees, quick}}, // the transition of the first region has precedence
		{"Cold:\n            on:", "Cold:\n            ignore: [Name]\n            on:", nil},
	} {
		text := strings.Replace(payloads, test.old, test.new, 1)
		if test.want == nil { // the second region is the first one that handles the event
			text = strings.Replace(text, "              Name: Hot\n", "", 1)
			test.want = []string{degrees, quick}
		}
		s, diags := spec.Load("oven.fsm.yaml", []byte(text))
		if diags.HasErrors() {
			t.Errorf("%s: %v", test.new, diags)
			continue
		}
		var got []string
		for _, v := range s.Machine.Vars {
			if v.Carries != nil {
				got = append(got, v.Name)
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" || text == payloads {
			t.Errorf("%s (-want +got)\n%s", test.new, diff)
		}
	}
}

// TestCarriedName reports names of the spec that a carried field needs.
func TestCarriedName(t *testing.T) {
	_, diags := spec.Load("oven.fsm.yaml", []byte(strings.ReplaceAll(payloads, "label", "bakingNameName")))
	if !slices.ContainsFunc(diags, func(d diag.Diagnostic) bool {
		return d.Code == diag.CodeDuplicate && d.Message == "this has the name of what the loader adds for the payload of event `Name` in state `Baking`"
	}) {
		t.Error(diags)
	}
}
