package ident

import (
	"fmt"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestLinear assigns the names of large machines: the time must not grow with the square
// of the size.
func TestLinear(t *testing.T) {
	const size = 60_000
	goType := expr.Type{Kind: expr.Opaque, Go: &expr.GoType{Text: "T", Parts: []expr.GoPart{{Name: "T"}}}}
	names := func(prefix string) (list []string) {
		for i := range size {
			list = append(list, fmt.Sprintf("%s%d", prefix, i))
		}
		return list
	}
	states := machine(nil, names("E")[:size/10], names("S"), nil)
	for i := range states.States {
		states.Transitions = append(states.Transitions, core.Transition{From: i, Event: i / 10, To: 0}, core.Transition{From: i, Event: i / 10, To: 1})
		states.Vars = append(states.Vars, core.Var{Name: "d", Type: goType, State: i})
	}
	timers := machine(nil, []string{"E"}, names("S"), nil)
	for i := range timers.States {
		timers.Timers = append(timers.Timers, core.Timer{Owner: timers.States[i].Name})
	}
	variables := machine(nil, nil, []string{"A"}, names("v"))
	for i := range variables.Vars {
		variables.Vars[i].Type = goType
	}
	for name, m := range map[string]*core.Machine{"states": states, "timers": timers, "variables": variables} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			if _, diags := Assign(m, ""); len(diags) > 0 {
				t.Fatal(diags[0])
			}
			// Quadratic time would be a minute; this is no benchmark.
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}
