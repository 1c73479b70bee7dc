package verdict_test

import (
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/counter"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/strategy"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

const vending = `machine: Vending
params: {price: {type: int, min: 1, max: 100}}
vars: {credit: {type: int, min: 0, max: price}}
events: {Coin: {environment: true, cents: int}, Refund: {environment: true}, Vend: {environment: true}}
calls: {drop: {}}
guards: {stocked: {}}
initial: Idle
terminal: {done: [Sold]}
possible: {Collecting: [done], Idle: [Dropping]}
states:
  Idle: {on: {Coin: [{if: event.cents > 0 && event.cents <= price, to: Collecting, set: {credit: event.cents}}, {otherwise: reject}]}}
  Collecting:
    on:
      Coin: [{if: event.cents > 0 && event.cents <= price - credit, set: {credit: credit + event.cents}}, {otherwise: reject}]
      Vend: [{if: credit == price && stocked, to: Dropping}, {otherwise: reject}]
      Refund: {to: Idle, set: {credit: 0}}
  Dropping: {invoke: {call: drop, on: {done: Sold, error: Collecting}}}
  Sold: {}
`

// planned is a machine with plans that are accepted.
type planned struct {
	in       *search.Input
	evidence *verdict.Case
}

func plan(t *testing.T, text string) *planned {
	t.Helper()
	in := explored(load(t, "plan.fsm.yaml", []byte(text)))
	found := searched(in)
	p := &planned{in, found.Case(in)}
	for i := range in.Machine.Goals {
		plan, _ := strategy.Plan(&strategy.Input{
			Machine: in.Machine, Graphs: in.Graphs, Prover: in.Prover, Theory: found.Theory(in), Hints: search.Hints(in),
		}, &in.Machine.Goals[i], func(int, int) bool { return true })
		if plan != nil {
			p.evidence.Evidence[goalOf(in.Machine, i)] = verdict.Evidence{Assumed: plan.Assumed, Plan: plan}
		}
	}
	return p
}

// goalOf returns the obligation on a goal.
func goalOf(m *core.Machine, goal int) (out obligation.Obligation) {
	for o := range obligation.All(m, false) {
		if o.Kind == obligation.Possible && o.Goal == goal {
			return o
		}
	}
	return out
}

// proves reports whether a plan is accepted in place of the one of a goal.
func (p *planned) proves(goal int, plan *verdict.Plan) bool {
	o := goalOf(p.in.Machine, goal)
	evidence := *p.evidence
	evidence.Evidence = map[obligation.Obligation]verdict.Evidence{}
	for k, v := range p.evidence.Evidence {
		evidence.Evidence[k] = v
	}
	evidence.Evidence[o] = verdict.Evidence{Plan: plan}
	return verdict.Judge(&evidence).Proved[o]
}

// certified looks for proofs of a damaged plan, where there are any.
func (p *planned) certified(g *core.Goal, plan *verdict.Plan) {
	m := p.in.Machine
	t := plan.Theory(p.in.Theory)
	for s := range m.States {
		if problem, ok := plan.Enters(t, g, s); ok && s < len(plan.Entered) {
			plan.Entered[s] = p.in.Prover.Divide(problem.Facts, problem.Goal)
		}
	}
	for i := range plan.Spots {
		problem := plan.Remains(t, g, i)
		plan.Left[i] = p.in.Prover.Divide(problem.Facts, problem.Goal)
		if problem, ok := plan.Covers(t, g, i); ok {
			plan.Spots[i].Covered = p.in.Prover.Divide(problem.Facts, problem.Goal)
		}
		for k := range plan.Spots[i].Moves {
			v := &plan.Spots[i].Moves[k]
			if len(v.Then) != len(m.On(plan.Spots[i].State, v.Event)) || slices.ContainsFunc(v.Then, func(to int) bool { return to >= len(plan.Spots) }) {
				continue
			}
			v.Proofs = nil
			for _, d := range plan.Made(t, m, g, i, k) {
				v.Proofs = append(v.Proofs, p.in.Prover.Divide(d.Facts, d.Goal))
			}
		}
	}
}

// copied returns a copy of a plan that can be damaged.
func copied(p *verdict.Plan) *verdict.Plan {
	out := *p
	out.Left, out.Entered, out.Spots = slices.Clone(p.Left), slices.Clone(p.Entered), slices.Clone(p.Spots)
	for i := range out.Spots {
		at := &out.Spots[i]
		at.Where, at.Moves = slices.Clone(at.Where), slices.Clone(at.Moves)
		for k := range at.Moves {
			v := &at.Moves[k]
			v.Fields, v.Answers, v.Then, v.Proofs = slices.Clone(v.Fields), slices.Clone(v.Answers), slices.Clone(v.Then), slices.Clone(v.Proofs)
		}
	}
	return &out
}

// TestPlanDamaged damages plans in each place: none is accepted then, also if proofs are looked for again.
func TestPlanDamaged(t *testing.T) {
	p := plan(t, vending)
	m := p.in.Machine
	for goal := range m.Goals {
		g := &m.Goals[goal]
		whole := p.evidence.Evidence[goalOf(m, goal)].Plan
		if whole == nil || !p.proves(goal, whole) {
			t.Fatalf("%s: there is no plan that is accepted", g.Text())
		}
		tried := 0
		wrong := func(name string, again bool, damage func(d *verdict.Plan) bool) {
			d := copied(whole)
			if !damage(d) {
				return
			}
			if again {
				p.certified(g, d)
			}
			tried++
			if p.proves(goal, d) {
				t.Errorf("%s: %s, and the plan is accepted", g.Text(), name)
			}
		}
		if p.proves(goal, nil) || p.proves(goal, &verdict.Plan{}) {
			t.Errorf("%s: no plan is accepted", g.Text())
		}
		for s := range m.States {
			wrong("no proof that it enters", false, func(d *verdict.Plan) bool { d.Entered[s] = nil; return whole.Entered[s] != nil })
			wrong("an empty proof that it enters", false, func(d *verdict.Plan) bool { d.Entered[s] = &certificate.Proof{}; return whole.Entered[s] != nil })
		}
		wrong("a state is missing", false, func(d *verdict.Plan) bool { d.Entered = d.Entered[1:]; return true })
		for i := range whole.Spots {
			wrong("no proof of what is left", false, func(d *verdict.Plan) bool { d.Left[i] = nil; return true })
			wrong("less is left than nothing", true, func(d *verdict.Plan) bool {
				for k := range d.Spots {
					d.Spots[k].Left = &expr.Binary{Op: expr.Sub, X: d.Spots[k].Left, Y: expr.Number(1000)}
				}
				return true
			})
			wrong("the same is left everywhere", true, func(d *verdict.Plan) bool {
				for k := range d.Spots {
					d.Spots[k].Left = expr.Number(1)
				}
				return len(d.Spots) > 1
			})
			wrong("no moves", true, func(d *verdict.Plan) bool { d.Spots[i].Moves, d.Spots[i].Covered = nil, nil; return true })
			wrong("a spot is impossible", true, func(d *verdict.Plan) bool { d.Spots[i].Where = []expr.Expr{expr.Truth(false)}; return true })
			wrong("a spot is part of an approach", false, func(d *verdict.Plan) bool { d.Spots[i].Approach = true; return true })
			wrong("a spot is of no state", false, func(d *verdict.Plan) bool { d.Spots[i].State = len(m.States); return true })
			for k := range whole.Spots[i].Moves {
				list := m.On(whole.Spots[i].State, whole.Spots[i].Moves[k].Event)
				wrong("a move has no proofs", false, func(d *verdict.Plan) bool { d.Spots[i].Moves[k].Proofs = nil; return true })
				for n := range whole.Spots[i].Moves[k].Proofs {
					wrong("a proof is missing", false, func(d *verdict.Plan) bool { d.Spots[i].Moves[k].Proofs[n] = nil; return true })
				}
				for a := range list {
					for to := verdict.Arrived; to <= len(whole.Spots); to++ {
						wrong("an alternative leads elsewhere", true, func(d *verdict.Plan) bool {
							// Where more than one spot is in the target, each may do.
							same := to >= 0 && to < len(d.Spots) && d.Spots[to].State == list[a].To
							d.Spots[i].Moves[k].Then[a] = to
							return to != whole.Spots[i].Moves[k].Then[a] && !same
						})
					}
				}
				wrong("the event is another one", true, func(d *verdict.Plan) bool {
					d.Spots[i].Moves[k].Event = (d.Spots[i].Moves[k].Event + 1) % len(m.Events)
					return true
				})
				for n := range whole.Spots[i].Moves[k].Answers {
					wrong("a guard answers otherwise", true, func(d *verdict.Plan) bool {
						d.Spots[i].Moves[k].Answers[n] = !d.Spots[i].Moves[k].Answers[n]
						return m.Events[d.Spots[i].Moves[k].Event].Name == "Vend"
					})
				}
				for n := range whole.Spots[i].Moves[k].Fields {
					wrong("a payload does not fit", true, func(d *verdict.Plan) bool {
						d.Spots[i].Moves[k].Fields[n] = expr.Number(-1)
						return true
					})
				}
			}
		}
		if tried < 25 {
			t.Errorf("%s: only %d damages", g.Text(), tried)
		}
	}
}

// TestPlanForged holds a plan against machines in which one thing is different, and no other plan is accepted for a claim that is
// false there.
func TestPlanForged(t *testing.T) {
	p := plan(t, vending)
	for _, change := range []struct {
		name  string
		do    func(m *core.Machine)
		goals []int
	}{
		{"nothing is sold", func(m *core.Machine) {
			for i := range m.Transitions {
				if t := &m.Transitions[i]; m.Terminal(t.To) {
					t.To = t.From
				}
			}
		}, []int{0}},
		{"a result is ignored", func(m *core.Machine) {
			for i := range m.Transitions {
				if t := &m.Transitions[i]; m.Events[t.Event].Result && !m.Terminal(t.To) {
					t.To, t.Effect = t.From, core.Ignore
				}
			}
		}, []int{0}},
		{"the guard is never met", func(m *core.Machine) {
			for i := range m.Transitions {
				if t := &m.Transitions[i]; m.Events[t.Event].Name == "Vend" && t.Guard != nil {
					t.Guard = expr.Truth(false)
				}
			}
		}, []int{0, 1}},
		{"no values are known to fit", func(m *core.Machine) {
			for i := range m.Vars {
				m.Vars[i].Max = nil
			}
		}, []int{0, 1}},
	} {
		other := *p.in.Machine
		other.Transitions, other.Vars = slices.Clone(other.Transitions), slices.Clone(other.Vars)
		change.do(&other)
		evidence := *p.evidence
		evidence.Machine = &other
		judged := verdict.Judge(&evidence)
		for _, goal := range change.goals {
			if judged.Proved[goalOf(&other, goal)] {
				t.Errorf("%s: %s is proved", change.name, other.Goals[goal].Text())
			}
		}
	}
}

// TestChildOutcome holds that a child machine does not come to an outcome that nothing proves.
func TestChildOutcome(t *testing.T) {
	child := func(extra string) *core.Machine {
		return load(t, "child.fsm.yaml", []byte("machine: Child\nevents: {Yes: {}, No: {}}\ninitial: A\nterminal: {yes: [Y], no: [N]}\nbound: 1\n"+extra+
			"states: {A: {on: {Yes: Y, No: N}}, Y: {}, N: {}}\n"))
	}
	for _, test := range []struct {
		extra string
		want  bool
	}{{"", false}, {"possible: [yes]\n", true}, {"possible: [no]\n", false}, {"possible: [yes, no]\n", false}, {"possible: {A: [Y]}\n", true}} {
		m := child(test.extra)
		got := slices.ContainsFunc(m.Goals, func(g core.Goal) bool { return verdict.Reached(m, &g, 0) })
		if got != test.want {
			t.Errorf("%q: %t", test.extra, got)
		}
	}
}

// TestClosedDamaged damages closed sets in each place: none refutes anything then.
func TestClosedDamaged(t *testing.T) {
	in := explored(load(t, "lost.fsm.yaml", []byte(`machine: Lost
params: {cap: {type: int, min: 1, max: 1000}}
vars: {credit: {type: int, min: 0, max: cap}, broken: bool}
events: {Coin: {environment: true, v: int}, Kick: {environment: true}, Vend: {environment: true}}
initial: Idle
possible: {Collecting: [Idle]}
states:
  Idle: {on: {Coin: [{if: event.v > 0 && event.v <= cap, to: Collecting, set: {credit: event.v}}, {otherwise: reject}]}}
  Collecting:
    on:
      Coin: [{if: event.v > 0 && event.v <= cap - credit, set: {credit: credit + event.v}}, {otherwise: reject}]
      Kick: {set: {broken: true}}
      Vend: [{if: credit == cap && !broken, to: Idle, set: {credit: 0}}, {otherwise: reject}]
`)))
	m, g := in.Machine, &in.Machine.Goals[0]
	v := (&counter.Input{Machine: m, Graphs: in.Graphs, Prover: in.Prover, Theory: in.Theory}).Refute(m, goalOf(m, 0))
	if v == nil || v.Set == nil {
		t.Fatal("nothing is refuted")
	}
	params, state, vars := v.Run.Params, v.Run.State(m), v.Run.End()
	refutes := func(c *verdict.Closed) bool { return c.Refutes(m, g, params, state, vars) }
	if !refutes(v.Set) {
		t.Fatal("the set refutes nothing")
	}
	if v.Set.Refutes(m, g, params, m.Initial, v.Run.Start) {
		t.Error("the start is in the set")
	}
	copied := func() *verdict.Closed {
		return &verdict.Closed{In: slices.Clone(v.Set.In), Away: slices.Clone(v.Set.Away), Kept: slices.Clone(v.Set.Kept)}
	}
	wrong := func(name string, damage func(c *verdict.Closed)) {
		c := copied()
		damage(c)
		if refutes(c) {
			t.Errorf("%s, and the set refutes the claim", name)
		}
	}
	wrong("no conditions", func(c *verdict.Closed) { c.In[state] = []expr.Expr{} })
	wrong("no set", func(c *verdict.Closed) { c.In[state] = nil })
	wrong("a state is missing", func(c *verdict.Closed) { c.In = c.In[1:] })
	wrong("all states are in it", func(c *verdict.Closed) {
		for s := range c.In {
			c.In[s] = []expr.Expr{}
		}
	})
	wrong("the conditions do not hold at the end of the run", func(c *verdict.Closed) { c.In[state] = []expr.Expr{expr.Truth(false)} })
	proofs := 0
	for i, list := range v.Set.Kept {
		for k := range list {
			proofs++
			wrong("a proof is missing", func(c *verdict.Closed) {
				c.Kept[i] = slices.Clone(list)
				c.Kept[i][k] = nil
			})
			wrong("a proof is empty", func(c *verdict.Closed) {
				c.Kept[i] = slices.Clone(list)
				c.Kept[i][k] = &certificate.Proof{}
			})
			wrong("there are fewer proofs", func(c *verdict.Closed) { c.Kept[i] = list[1:] })
		}
	}
	if proofs < 3 {
		t.Errorf("only %d proofs", proofs)
	}
	// A set of another machine, in which Kick does nothing for good.
	other := *m
	other.Transitions = slices.Clone(m.Transitions)
	for i := range other.Transitions {
		if a := &other.Transitions[i]; m.Events[a.Event].Name == "Kick" {
			a.Updates = []core.Update{{Var: a.Updates[0].Var, Value: expr.Truth(false)}}
		}
	}
	if v.Set.Refutes(&other, g, params, state, vars) {
		t.Error("the set of another machine refutes the claim")
	}
}
