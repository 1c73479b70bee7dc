package verdict_test

import (
	"os"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// parent returns the case of a machine with a child.
func parent(t *testing.T) *verdict.Case {
	t.Helper()
	const file = "../../testdata/child.fsm.yaml"
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	in := explored(load(t, file, src))
	found := searched(in)
	return found.Case(in)
}

// child returns the obligation on the only child of a machine.
func child(t *testing.T, j *verdict.Judgment) obligation.Obligation {
	t.Helper()
	for _, o := range j.Asked {
		if o.Kind == obligation.Child {
			return o
		}
	}
	t.Fatal("there is no child")
	return obligation.Obligation{}
}

// TestOtherChild holds the proof of one child against others: they are not proved, and neither is
// what rests on them.
func TestOtherChild(t *testing.T) {
	c := parent(t)
	whole := verdict.Judge(c)
	if !whole.Terminates || whole.Bound == nil || !whole.Proved[child(t, whole)] {
		t.Fatal("the machine is not proved")
	}
	call := child(t, whole).Call
	for name, change := range map[string]func(*core.Machine){
		"a copy":        func(*core.Machine) {},
		"a lower bound": func(m *core.Machine) { m.Bound = expr.Number(1) },
		"no bound":      func(m *core.Machine) { m.Bound = nil },
		"a longer run":  func(m *core.Machine) { m.Transitions = append(m.Transitions, m.Transitions[0]) },
		"another start": func(m *core.Machine) { m.Initial = 1 },
	} {
		other := *c.Machine.Calls[call].Child
		change(&other)
		m := *c.Machine
		m.Calls = append([]core.Call(nil), m.Calls...)
		m.Calls[call].Child = &other
		less := *c
		less.Machine = &m
		if judged := verdict.Judge(&less); judged.Terminates || judged.Bound != nil || judged.Proved[child(t, judged)] {
			t.Errorf("%s: the child is proved by the case of another machine", name)
		}
	}
}

// TestChildWithoutBound takes the evidence for the bound of a child away.
func TestChildWithoutBound(t *testing.T) {
	c := parent(t)
	for name, change := range map[string]func(*verdict.Case){
		"no bound":    func(c *verdict.Case) { c.Bound = nil },
		"no evidence": func(c *verdict.Case) { c.Evidence = nil },
		"no facts":    func(c *verdict.Case) { c.Facts = nil },
	} {
		within := *c.Children[0]
		change(&within)
		less := *c
		less.Children = []*verdict.Case{&within}
		if judged := verdict.Judge(&less); judged.Terminates || judged.Bound != nil {
			t.Errorf("%s of the child: the machine is proved", name)
		}
	}
}

// TestDearerChild raises what the child costs: the bound, which is tight, does not follow then.
func TestDearerChild(t *testing.T) {
	c := parent(t)
	raised := 0
	for i := range c.Machine.Transitions {
		t1 := &c.Machine.Transitions[i]
		if t1.Cost == nil {
			continue
		}
		m := *c.Machine
		m.Transitions = append([]core.Transition(nil), m.Transitions...)
		m.Transitions[i].Cost = &expr.Binary{Op: expr.Add, X: t1.Cost, Y: expr.Number(1)}
		less := *c
		less.Machine = &m
		raised++
		if verdict.Judge(&less).Terminates {
			t.Errorf("%s: progress decreases although the child costs more", m.Label(i))
		}
	}
	if raised == 0 {
		t.Error("no transition starts a child")
	}
}
