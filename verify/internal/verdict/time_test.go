package verdict_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

const timedSpec = `machine: Timed
params: {p: {type: int, min: 0, max: 1000}}
vars: {n: {type: int, min: 0, max: p}}
events: {Go: {}, Tick: {}, Over: {}, Late: {}}
initial: A
terminal: {done: [Z]}
states:
  C:
    after: {1h: Over}
    on: {Over: Z}
    states:
      A: {after: {30m: Tick}, on: {Tick: [{if: n < p, to: A, set: {n: n + 1}}, B], Go: B}}
      B: {after: {20m: Late}, on: {Late: D}}
  D: {after: {10m: Late}, on: {Late: Z}}
  Z: {}
`

const besideSpec = `machine: Beside
params: {p: {type: int, min: 0, max: 1000}}
vars: {n: {type: int, min: 0, max: p}}
events: {Tick: {internal: true}, Over: {internal: true}, Late: {internal: true}, Soon: {}}
initial: O
terminal: {done: [Z]}
states:
  O: {after: {5h: Over}, on: {Over: P, Soon: P}}
  P:
    done: Q
    parallel:
      R1:
        initial: A
        states: {A: {after: {24h: Over}, on: {Over: B}}, B: {after: {6h: Late}, on: {Late: C, Soon: B}}, C: {final: true}}
      R2:
        initial: U
        states: {U: {after: {30m: Tick}, on: {Tick: [{if: n < p, to: U, set: {n: n + 1}}, V]}}, V: {final: true}}
  Q: {after: {2h: Late}, on: {Late: Z}}
  Z: {}
`

const lengthsSpec = `machine: Lengths
params: {p: {type: int, min: 0, max: 1000}, w: {type: duration, min: 1s, max: 1h}}
vars: {n: {type: int, min: 0, max: p}}
events: {Tick: {}, Over: {}}
initial: A
terminal: {done: [Z]}
states:
  A: {after: {2*w: Tick}, on: {Tick: [{if: n < p, to: A, set: {n: n + 1}}, B]}}
  B: {after: {"min(w, 10s)": Over}, on: {Over: C}}
  C: {after: {30s: Over}, on: {Over: Z}}
  Z: {}
`

const growingSpec = `machine: Growing
params: {base: {type: duration, min: 1s, max: 1m}, most: {type: duration, min: base, max: 1h}}
vars: {wait: {type: duration, min: base, max: most, init: base}}
events: {Tick: {}}
initial: A
terminal: {done: [Z]}
states:
  A: {after: {wait: Tick}, on: {Tick: [{if: 2*wait <= most, to: A, set: {wait: 2*wait}}, Z]}}
  Z: {}
`

// TestUnsureLength wants no limit if the variable that a duration reads is not proved to be in its range, or has no positive one.
func TestUnsureLength(t *testing.T) {
	s, diags := spec.Load("growing.fsm.yaml", []byte(growingSpec))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	in := explored(s.Machine)
	found := searched(in)
	c := found.Case(in)
	judged := verdict.Judge(c)
	list := found.Times(in, -1)
	if len(list) == 0 || len(verdict.Times(c, judged, -1, list)) == 0 {
		t.Fatal("there is no limit")
	}
	for i := range judged.Facts {
		less := *judged
		less.Facts = slices.Delete(slices.Clone(judged.Facts), i, i+1)
		if f := judged.Facts[i]; f.Var == 0 && f.Side != obligation.FitsInt && len(verdict.Times(c, &less, -1, list)) > 0 {
			t.Errorf("accepted without the fact %v", f)
		}
	}
	forged, m := *c, *c.Machine
	forged.Machine = &m
	m.Vars = slices.Clone(m.Vars)
	m.Vars[0].Min = expr.Number(0)
	if len(verdict.Times(&forged, judged, -1, list)) > 0 {
		t.Error("accepted with a wait that may be 0")
	}
}

// damaged is the evidence for a limit of time with its machine, of which a piece is to be changed.
type damaged struct {
	time    *verdict.Time
	count   *verdict.Count // the first one that has timers
	machine *core.Machine
}

// TestTimeDamaged damages the evidence for a limit of time, and the machine that it is about, each piece in turn: none is accepted then.
func TestTimeDamaged(t *testing.T) {
	for _, text := range []string{timedSpec, lengthsSpec, growingSpec, strings.Replace(besideSpec, ", Soon: B", "", 1)} {
		s, diags := spec.Load("timed.fsm.yaml", []byte(text))
		if s.Machine == nil {
			t.Fatal(diags)
		}
		in := explored(s.Machine)
		found := searched(in)
		c := found.Case(in)
		judged := verdict.Judge(c)
		list := found.Times(in, -1)
		if len(list) == 0 || len(verdict.Times(c, judged, -1, list)) != len(list) {
			t.Fatalf("%d limits, of which %d are accepted", len(list), len(verdict.Times(c, judged, -1, list)))
		}
		for _, good := range list {
			damage(t, c, judged, good)
		}
	}
}

// damage damages a limit.
func damage(t *testing.T, c *verdict.Case, judged *verdict.Judgment, good *verdict.Time) {
	t.Helper()
	for n, of := range good.Counts {
		if len(of.Of.(obligation.Lasting).Timers) == 0 {
			continue
		}
		check := func(what string, damage func(*damaged)) {
			t.Helper()
			m, count, bad := *c.Machine, *of, verdict.Time{Cover: good.Cover, Counts: slices.Clone(good.Counts)}
			bad.Cover.Timers, bad.Cover.Beside = slices.Clone(good.Cover.Timers), slices.Clone(good.Cover.Beside)
			count.NotNegative, count.Steps = slices.Clone(of.NotNegative), slices.Clone(of.Steps)
			m.Timers, m.Transitions, m.States = slices.Clone(m.Timers), slices.Clone(m.Transitions), slices.Clone(m.States)
			bad.Counts[n] = &count
			damage(&damaged{&bad, &count, &m})
			if len(bad.Cover.Lasting()) == len(bad.Counts) { // each count is of the damaged cover
				for i, l := range bad.Cover.Lasting() {
					part := *bad.Counts[i]
					part.Of, bad.Counts[i] = l, &part
				}
			}
			forged := *c
			forged.Machine = &m
			if len(verdict.Times(&forged, judged, -1, []*verdict.Time{&bad})) > 0 {
				t.Errorf("the limit %s of %v is accepted %s", expr.Print(good.Most(), expr.Spec), good.Cover, what)
			}
		}
		check("with a lower limit", func(d *damaged) { d.count.Most = &expr.Binary{Op: expr.Sub, X: d.count.Most, Y: expr.Number(1)} })
		check("with a longer unit", func(d *damaged) { d.time.Cover.Unit *= 7 })
		check("with a shorter unit", func(d *damaged) { d.time.Cover.Unit = time.Second })
		check("without a unit", func(d *damaged) { d.time.Cover.Unit = 0 })
		check("with a timer that does not exist", func(d *damaged) { d.time.Cover.Timers = append(d.time.Cover.Timers, len(d.machine.Timers)) })
		check("without a proof for the start", func(d *damaged) { d.count.Start = &certificate.Proof{} })
		check("without a count", func(d *damaged) { d.time.Counts = slices.Delete(d.time.Counts, n, n+1) })
		for _, i := range of.Of.(obligation.Lasting).Timers {
			check("with a timer twice", func(d *damaged) { d.time.Cover.Timers = append(d.time.Cover.Timers, i) })
			check("without a timer", func(d *damaged) { d.time.Cover = less(d.time.Cover, i) })
			check("with a longer timer", func(d *damaged) {
				d.machine.Timers[i].Constant *= 3
				if x := d.machine.Timers[i].Length; x != nil {
					d.machine.Timers[i].Length = &expr.Binary{Op: expr.Add, X: x, Y: expr.Time(1)}
				}
			})
			check("with a timer of unknown length", func(d *damaged) { d.machine.Timers[i].Constant, d.machine.Timers[i].Length = 0, nil })
			check("with a timer that runs nowhere", func(d *damaged) { d.machine.Timers[i].States = nil })
			for j := range c.Machine.Transitions {
				if c.Machine.Transitions[j].Effect == core.Take && c.Machine.Transitions[j].Event == c.Machine.Timers[i].Event && slices.Contains(c.Machine.Timers[i].States, c.Machine.Transitions[j].From) {
					check("where its event is ignored", func(d *damaged) {
						d.machine.Transitions[j].Effect, d.machine.Transitions[j].To = core.Ignore, d.machine.Transitions[j].From
					})
				}
			}
		}
		for i := range of.Steps {
			if of.Steps[i] != nil {
				check("without a proof for a transition", func(d *damaged) { d.count.Steps[i] = &certificate.Proof{} })
			}
		}
		for k, b := range good.Cover.Beside {
			check("with another state", func(d *damaged) { d.time.Cover.Beside[k].State = (b.State + 1) % len(d.machine.States) })
			check("with a state that does not exist", func(d *damaged) { d.time.Cover.Beside[k].State = len(d.machine.States) })
			for j := range c.Machine.Transitions {
				if j := &c.Machine.Transitions[j]; j.Effect == core.Take && j.From != b.State && !c.Machine.Terminal(j.From) && j.From != c.Machine.Initial {
					check("where a later state leads back", func(d *damaged) {
						for k := range d.machine.Transitions {
							if d.machine.Transitions[k].From == j.From {
								d.machine.Transitions[k].To = b.State
							}
						}
					})
				}
			}
		}
	}
}

// less returns a cover in which a timer is left out.
func less(c obligation.Cover, timer int) obligation.Cover {
	c.Timers = slices.DeleteFunc(slices.Clone(c.Timers), func(i int) bool { return i == timer })
	for k, b := range c.Beside {
		var chains [][]int
		for _, chain := range b.Chains {
			chains = append(chains, slices.DeleteFunc(slices.Clone(chain), func(i int) bool { return i == timer }))
		}
		c.Beside[k].Chains = chains
	}
	return c
}

// TestEnoughDamaged damages the evidence for claimed times, each piece in turn: none is accepted then.
func TestEnoughDamaged(t *testing.T) {
	s, diags := spec.Load("timed.fsm.yaml", []byte(timedSpec+"within: min(3h, 30m * p + 1h20m)\n"))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	in := explored(s.Machine)
	found := searched(in)
	c := found.Case(in)
	judged := verdict.Judge(c)
	claimed := s.Machine.Longest
	limits := verdict.Times(c, judged, -1, found.Times(in, -1))
	good := search.Enough(in, claimed, limits)
	if len(good) != 2 || !verdict.Lasts(c, judged, -1, claimed, good) {
		t.Fatalf("%d pieces of evidence are not accepted, for limits %v", len(good), limits)
	}
	check := func(what string, claimed expr.Expr, list []verdict.Enough) {
		t.Helper()
		if verdict.Lasts(c, judged, -1, claimed, list) {
			t.Errorf("the claim is accepted %s", what)
		}
	}
	check("without evidence", claimed, nil)
	check("with evidence for one time only", claimed, good[:1])
	check("with the evidence of the other time", claimed, []verdict.Enough{good[1], good[0]})
	check("without a claim", nil, good)
	check("of a shorter time", &expr.Binary{Op: expr.Sub, X: claimed, Y: expr.Number(int64(time.Hour))}, good[:1])
	check("that reads a variable", &expr.Ref{Symbol: s.Machine.Vars[0].Symbol}, good[:1])
	for i := range good {
		damaged := func(damage func(*verdict.Enough)) []verdict.Enough {
			bad := slices.Clone(good)
			damage(&bad[i])
			return bad
		}
		check("without a limit", claimed, damaged(func(l *verdict.Enough) { l.Limit = nil }))
		check("without a proof", claimed, damaged(func(l *verdict.Enough) { l.Proof = nil }))
		check("with an empty proof", claimed, damaged(func(l *verdict.Enough) { l.Proof = &certificate.Proof{} }))
		check("with a limit that is not proved", claimed, damaged(func(l *verdict.Enough) {
			lower := *l.Limit.Counts[0]
			lower.Most = expr.Number(1)
			l.Limit = &verdict.Time{Cover: l.Limit.Cover, Counts: []*verdict.Count{&lower}}
		}))
		check("with a limit in a longer unit", claimed, damaged(func(l *verdict.Enough) {
			other := *l.Limit
			other.Cover.Unit *= 7
			l.Limit = &other
		}))
	}
}
