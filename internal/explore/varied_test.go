package explore

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
)

// TestManyFields comes to the end of a machine whose event has so many fields that their combinations are too many. Most of the fields
// are only stored.
func TestManyFields(t *testing.T) {
	var fields, vars, set []string
	for i := range 12 {
		fields = append(fields, fmt.Sprintf("f%d: int", i))
		vars = append(vars, fmt.Sprintf("x%d: int", i))
		set = append(set, fmt.Sprintf("x%d: event.f%d", i, i))
	}
	text := fmt.Sprintf(`machine: Many
vars: {%s}
events: {Load: {%s}, Turn: {}}
initial: A
terminal: {done: [Done]}
states:
  A: {on: {Load: {to: B, set: {%s}}}}
  B: {on: {Load: {to: C, set: {%s}}}}
  C: {on: {Turn: [{if: x3 < 0, to: Done}, {otherwise: ignore}]}}
  Done: {}
`, strings.Join(vars, ", "), strings.Join(fields, ", "), strings.Join(set, ", "), strings.Join(set, ", "))
	s, diags := spec.Load("many.fsm.yaml", []byte(text))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	for name, g := range map[string]*Graph{
		"few of many": Within(context.Background(), s.Machine, nil, 1<<13, 1<<17),
		"sparse":      Sparse(context.Background(), s.Machine, nil, 1<<13, 1<<17, 6),
	} {
		if g.Exact {
			t.Errorf("%s: not all payloads are tried, but the graph says so", name)
		}
		if !g.Complete || !g.Taken(len(s.Machine.Transitions)-2) {
			t.Errorf("%s: the end is not reached within %d configurations", name, g.Configs())
		}
	}
	if g := Sparse(context.Background(), s.Machine, nil, 1<<13, 1<<17, 1); g.Configs() != 3 {
		t.Errorf("with one payload of each event, there are %d configurations, not 3", g.Configs())
	}
}

// TestMatters tells values on which later steps depend from those that are only copied.
func TestMatters(t *testing.T) {
	s, diags := spec.Load("matters.fsm.yaml", []byte(`machine: Matters
vars: {read: int, copied: int, from: int, ranged: {type: int, min: 0, max: 9}, sum: int}
events: {Go: {fields: {k: int}}, Step: {}}
initial: A
terminal: {done: [Done]}
states:
  A:
    on:
      Go: [{if: read > 0, to: Done}, {set: {copied: event.k, from: event.k}}]
      Step: {set: {read: from, sum: ranged + 1}}
  Done: {}
`))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	got := matters(s.Machine)
	for i, want := range map[string]bool{"read": true, "copied": false, "from": true, "ranged": true, "sum": false} {
		for v := range s.Machine.Vars {
			if s.Machine.Vars[v].Name == i && got[v] != want {
				t.Errorf("%s matters: %t", i, got[v])
			}
		}
	}
}
