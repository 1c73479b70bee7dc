package explore

import "testing"

// resting makes a machine with a gap for n == 2, which is hidden by a step without an event for n == 1.
func resting(t *testing.T) *Graph {
	b := build(t, "Resting")
	b.external("ready")
	b.variable("n", "int", "0..3", "0")
	b.event("Go", "a int")
	b.on("S", "Go", "n == 0", "S", "n: 1")
	b.on("S", "Go", "n == 1 && event.a > 0", "Done")
	b.event("always")
	b.on("S", "always", "n == 1", "S", "n: 2")
	b.m.Events[1].Internal, b.m.Events[1].Eventless = true, true
	b.terminal("Done")
	return Explore(t.Context(), b.machine(), nil, 100)
}

// TestGapAtRest wants a gap only where the machine handles events, also of a gap that exploration has
// not found.
func TestGapAtRest(t *testing.T) {
	g := resting(t)
	gaps := g.Gaps()
	if len(gaps) != 1 || gaps[0].Event != 0 || len(gaps[0].Run.Steps) != 2 || gaps[0].Replay(g.Machine) != nil {
		t.Fatalf("the gaps are %+v", gaps)
	}
	busy := gaps[0]
	busy.Run.Steps = busy.Run.Steps[:1]
	if busy.Replay(g.Machine) == nil {
		t.Error("a gap is accepted where a step without an event comes first")
	}
	waits := gaps[0]
	waits.Event, waits.Fields = 1, nil
	if waits.Replay(g.Machine) == nil {
		t.Error("a gap without an event is accepted")
	}
	if dead := g.Deadlocks(); len(dead) != 1 || len(dead[0].Run.Steps) != 2 || dead[0].Replay(g.Machine) != nil {
		t.Fatalf("the deadlocks are %+v", dead)
	}
	stuck := g.Deadlocks()[0]
	stuck.Run.Steps = stuck.Run.Steps[:1]
	if stuck.Replay(g.Machine) == nil {
		t.Error("a deadlock is accepted where a step without an event is taken")
	}
}

// TestOverlapAtRest wants no overlap of alternatives that both apply only where a step without an event
// comes first.
func TestOverlapAtRest(t *testing.T) {
	b := build(t, "Busy")
	b.variable("n", "int", "0..3", "0")
	b.on("S", "Go", "n <= 1", "S", "n: n + 1")
	b.on("S", "Go", "n >= 1", "Done")
	b.event("always")
	b.on("S", "always", "n == 1", "S", "n: 2")
	b.m.Events[1].Internal, b.m.Events[1].Eventless = true, true
	b.terminal("Done")
	g := Explore(t.Context(), b.machine(), nil, 100)
	if o, ok := g.Overlap(0, 1, 100); ok {
		t.Errorf("there is an overlap after %+v", o.Run)
	}
	first := Overlap{Run: g.Path(1), First: 0, Second: 1}
	if g.Configs() < 3 || len(first.Run.Steps) != 1 || first.Replay(g.Machine) == nil {
		t.Error("an overlap is accepted where a step without an event comes first")
	}
}
