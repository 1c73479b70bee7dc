package spec_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// configuration writes what the machine of the loader says in the form of the interpreter.
func configuration(m *core.Machine, c interp.Config, told []string) string {
	var out []string
	s := &m.States[c.State]
	for i, r := range s.Regions {
		if leaf := int(c.Vars[r.Var]); !r.Leaves[leaf].None && len(s.Inner(i, leaf)) == 0 {
			out = append(out, r.Leaves[leaf].Name)
		}
	}
	if len(out) == 0 {
		out = append(out, m.States[c.State].Name)
	}
	var n []int64
	for i, v := range m.Vars {
		if v.Name[0] == 'n' {
			n = append(n, c.Vars[i])
		}
	}
	return fmt.Sprint(out, n, told)
}

// TestRegions compares random machines with regions, as loaded, with an interpreter of sets of
// active states: after each event, the same states are active, and as many transitions were taken.
func TestRegions(t *testing.T) {
	random := sample.Rand(t)
	compared, shared, nested, deep, carrying := 0, 0, 0, 0, 0
	for range sample.Size(40, 120, 800) {
		s := newParallelSpec(random)
		text := s.text()
		loaded, diags := spec.Load("p.fsm.yaml", []byte(text))
		if loaded.Machine == nil {
			for _, d := range diags {
				if d.Severity == diag.Error && d.Code != diag.CodeParallel && d.Code != diag.CodeRaise && !strings.HasPrefix(d.Message, "state `End` cannot be reached") {
					t.Fatalf("%s: %s\n%s", d.Code, d.Message, text)
				}
			}
			continue
		}
		compared++
		triesAll(t, loaded.Machine)
		steps := 0
		for range 3 {
			steps += driveRegions(t, random, s, loaded.Machine, text)
		}
		shared += steps
		if entersCarrying(t, loaded.Machine) {
			carrying++
		}
		if len(s.regions) > len(s.owner.states) {
			nested++
			deep += steps
		}
	}
	text := fmt.Sprintf("%d machines, %d steps of several regions; %d machines with regions in regions, %d steps; %d machines carry a payload", compared, shared, nested, deep, carrying)
	t.Log(text)
	if min(compared, shared, nested, deep, carrying) < sample.Size(1, 5, 20) {
		t.Error("only " + text)
	}
}

// entersCarrying reports whether a machine carries payloads, which each transition into the state must empty.
func entersCarrying(t *testing.T, m *core.Machine) (carries bool) {
	t.Helper()
	for _, v := range m.Vars {
		if v.Implied != core.Carried {
			continue
		}
		carries = true
		for i := range m.Transitions {
			if x := &m.Transitions[i]; x.Effect == core.Take && x.To == v.State && !x.Internal && x.Updated(v.Symbol) == nil {
				t.Errorf("%s does not set %s", m.Label(i), v.Name)
			}
		}
	}
	return carries
}

func driveRegions(t *testing.T, random *rand.Rand, s *parallelSpec, m *core.Machine, text string) (shared int) {
	t.Helper()
	machine := &interp.Machine{Core: m}
	now, err := machine.Initial()
	if err != nil {
		t.Fatal(err)
	}
	a := &active{spec: s, states: map[*part]bool{s.root: true, s.all[1]: true}, n: make([]int, len(s.regions))}
	history := ""
	for range 14 {
		event := []string{"A", "A", "B", "B", "C", "C", "X"}[random.IntN(7)]
		a.steps, a.queue, a.told, a.event = 0, nil, nil, payload{random.IntN(8) - 1, random.IntN(2) == 0, random.IntN(6)}
		history += fmt.Sprint(" ", event, a.event)
		before := a.String()
		taken := a.react(event)
		steps := 0
		in := interp.Input{Event: slices.IndexFunc(m.Events, func(e core.Event) bool { return e.Name == event })}
		if event != "X" {
			in.Fields = []int64{int64(a.event.number), 0, int64(a.event.more)}
			if a.event.mark {
				in.Fields[1] = 1
			}
		}
		took := false
		var told []string
		for steps < 100 {
			if m.Terminal(now.State) {
				break
			}
			next, err := machine.Step(now, in)
			if err != nil || next.Transition < 0 || m.Transitions[next.Transition].Effect != core.Take {
				break
			}
			took = true
			for _, o := range next.Outputs {
				told = append(told, strings.TrimSpace(m.Outputs[o.Output].Name+" "+strings.Trim(fmt.Sprint(o.Values), "[]")))
			}
			steps++
			now = next.Next
			if in = (interp.Input{Event: m.Eventless()}); in.Event < 0 {
				break
			}
		}
		if a.steps >= 100 && steps >= 100 {
			return shared
		}
		if want, got := a.String(), configuration(m, now, told); want != got || taken != took || steps != a.steps {
			t.Fatalf("after%s from %s: %s (%d steps, %t), want %s (%d steps, %t)\n%s", history, before, got, steps, took, want, a.steps, taken, text)
		}
		for i, v := range m.Vars {
			if (v.Implied == core.Carried || v.Implied == core.Pending) && now.Vars[i] != 0 && !m.Terminal(now.State) {
				t.Fatalf("after%s from %s: %s, and %s is still %d\n%s", history, before, a, v.Name, now.Vars[i], text)
			}
		}
		if steps > 1 {
			shared++
		}
	}
	return shared
}
