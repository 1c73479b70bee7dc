package solve

import (
	"encoding/json"
	"testing"

	. "github.com/fsmgen/fsmgen/verify/certificate"
)

// The obligations of a machine that tries n providers, each 1+m times: rem
// are left, t counts the retries, class is one of three failure classes, and
// flag is a bool.
var (
	vn, vm, vrem, vt = Variable(0), Variable(1), Variable(2), Variable(3)
	class, flag      = Variable(4), Variable(5)
	vx, vy, vz, vq   = Variable(6), Variable(7), Variable(8), Variable(9)
)

func c(n int64) Poly { return Constant(n) }

func sum(ps ...Poly) Poly {
	var s Poly
	for _, p := range ps {
		s = s.Add(p)
	}
	return s
}

func atLeast(a, b Poly) Formula { return AtLeastZero(a.Sub(b)) }
func below(a, b Poly) Formula   { return Not(atLeast(a, b)) }
func equal(a, b Poly) Formula   { return EqualZero(a.Sub(b)) }
func between(low, p, high Poly) Formula {
	return And(atLeast(p, low), atLeast(high, p))
}

// cost is rem*(2m+3), the progress of all providers that are left.
func cost(rem Poly) Poly { return rem.Mul(sum(c(2).Mul(vm), c(3))) }

// facts are what every obligation of the machine may assume.
func facts() []Formula {
	return []Formula{
		atLeast(vn, c(0)),
		atLeast(vm, c(0)),
		between(c(0), vrem, vn),
		between(c(0), vt, vm),
		between(c(0), class, c(2)),
		between(c(0), flag, c(1)),
	}
}

type obligation struct {
	name       string
	hypotheses []Formula
}

// provable returns obligations that have a proof: hypotheses without a
// solution.
func provable() []obligation {
	selecting := func(rem Poly) Poly { return sum(cost(rem), c(1)) }
	retrying := func(rem, t Poly) Poly { return sum(cost(rem), c(2).Mul(vm.Sub(t)), c(2)) }
	attempting := func(rem, t Poly) Poly { return retrying(rem, t).Add(c(1)) }
	idle := sum(cost(vn), c(2))
	machine := func(name string, guard []Formula, goal Formula) obligation {
		return obligation{name, append(append(facts(), guard...), Not(goal))}
	}
	decrease := func(name string, from, to Poly, guard ...Formula) obligation {
		return machine(name, guard, atLeast(from, to.Add(c(1))))
	}
	transient := equal(class, c(0))
	recoverable := And(Not(transient), equal(class, c(1)))
	other := And(Not(transient), Not(equal(class, c(1))))
	return []obligation{
		decrease("request", idle, selecting(vn)),
		decrease("select", selecting(vrem), attempting(vrem.Sub(c(1)), c(0)), atLeast(vrem, c(1))),
		decrease("exhausted", selecting(vrem), c(0), below(vrem, c(1))),
		decrease("success", attempting(vrem, vt), c(0)),
		decrease("transient", attempting(vrem, vt), retrying(vrem, vt), transient),
		decrease("recoverable", attempting(vrem, vt), selecting(vrem), recoverable),
		decrease("abort", attempting(vrem, vt), c(0), other),
		decrease("retry", retrying(vrem, vt), attempting(vrem, vt.Add(c(1))), below(vt, vm)),
		decrease("retry no more", retrying(vrem, vt), selecting(vrem), atLeast(vt, vm)),
		decrease("cancel", retrying(vrem, vt), c(0)),
		machine("bounded idle", nil, atLeast(idle, c(0))),
		machine("bounded selecting", nil, atLeast(selecting(vrem), c(0))),
		machine("bounded attempting", nil, atLeast(attempting(vrem, vt), c(0))),
		machine("bound", nil, atLeast(idle, selecting(vrem))),
		machine("bound attempting", []Formula{below(vrem, vn)}, atLeast(idle, attempting(vrem, vt))),
		machine("range select", []Formula{atLeast(vrem, c(1))}, between(c(0), vrem.Sub(c(1)), vn)),
		machine("range retry", []Formula{below(vt, vm)}, between(c(0), vt.Add(c(1)), vm)),
		machine("no gap", []Formula{Not(transient), Not(recoverable), Not(other)}, Or()),
		machine("flag", []Formula{Not(equal(flag, c(0))), Not(equal(flag, c(1)))}, Or()),
		machine("updates as equations", []Formula{
			equal(vx, vrem.Sub(c(1))), equal(vy, c(0)), atLeast(vrem, c(1)),
		}, atLeast(selecting(vrem), attempting(vx, vy).Add(c(1)))),
		{"parity", []Formula{equal(c(2).Mul(vx), sum(c(2).Mul(vy), c(1)))}},
		{"parity by way of two", []Formula{equal(vx, c(2).Mul(vy)), equal(vx, sum(c(2).Mul(vz), c(1)))}},
		{"no integer between", []Formula{between(c(1), c(3).Mul(vx.Sub(vy)), c(2))}},
		{"product of nonnegatives", []Formula{atLeast(vx, c(0)), atLeast(vy, c(0)), below(vx.Mul(vy), c(0))}},
		{"product of three", []Formula{
			atLeast(vx, c(0)), atLeast(vy, c(0)), atLeast(vz, c(0)), below(vx.Mul(vy).Mul(vz), c(0)),
		}},
		{"products cancel", []Formula{
			atLeast(vx, vy), atLeast(vz, vq), atLeast(vy, c(0)), atLeast(vq, c(0)),
			below(vx.Mul(vz), vy.Mul(vq)),
		}},
		{"square", []Formula{atLeast(vx, c(3)), below(vx.Mul(vx), c(9))}},
		{"square of any", []Formula{below(vx.Mul(vx), c(0))}},
		{"equation times symbol", []Formula{equal(vx.Sub(vy), c(0)), below(vx.Mul(vz), vy.Mul(vz))}},
		{"equation times symbol without definition", []Formula{
			equal(c(2).Mul(vx), c(3).Mul(vy)), Not(equal(c(2).Mul(vx).Mul(vz), c(3).Mul(vy).Mul(vz))),
		}},
		{"equations above", []Formula{
			equal(sum(c(2).Mul(vx), c(3).Mul(vy)), c(5)), equal(sum(c(3).Mul(vx), c(2).Mul(vy)), c(5)),
			equal(sum(c(5).Mul(vx), c(7).Mul(vy)), c(11)),
		}},
		{"equations below", []Formula{
			equal(sum(c(2).Mul(vx), c(3).Mul(vy)), c(5)), equal(sum(c(3).Mul(vx), c(2).Mul(vy)), c(5)),
			equal(sum(c(5).Mul(vx), c(7).Mul(vy)), c(13)),
		}},
		{"equations apart", []Formula{
			equal(sum(c(2).Mul(vx), c(3).Mul(vy)), c(5)), equal(sum(c(2).Mul(vx), c(3).Mul(vy)), c(6)),
		}},
		{"equations apart, reversed", []Formula{
			equal(sum(c(2).Mul(vx), c(3).Mul(vy)), c(6)), equal(sum(c(2).Mul(vx), c(3).Mul(vy)), c(5)),
		}},
		{"squeezed factor", []Formula{between(c(3), vx, c(3)), Not(equal(vx.Mul(vy), c(3).Mul(vy)))}},
		{"min", []Formula{
			// x = min(y, z) and y, z >= 1, yet x < 1.
			Or(And(equal(vx, vy), atLeast(vz, vy)), And(equal(vx, vz), atLeast(vy, vz))),
			atLeast(vy, c(1)), atLeast(vz, c(1)), below(vx, c(1)),
		}},
		{"max", []Formula{
			Or(And(equal(vx, vy), atLeast(vy, vz)), And(equal(vx, vz), atLeast(vz, vy))),
			below(vx.Add(vx), vy.Add(vz)),
		}},
		{"division", []Formula{
			// q = x / 2 for x >= 1 is smaller than x.
			atLeast(vx, c(1)), between(c(0), vx.Sub(vq).Sub(vq), c(1)), atLeast(vq, vx),
		}},
		{"modulus", []Formula{
			// y = x % 3 from x = 3q+1 is 1.
			equal(vx, sum(c(3).Mul(vq), c(1))), equal(vx, sum(c(3).Mul(vz), vy)), between(c(0), vy, c(2)),
			Not(equal(vy, c(1))),
		}},
		{"lexicographic", []Formula{
			atLeast(vx, c(0)), atLeast(vy, c(0)),
			Or(below(vz, vx), And(equal(vz, vx), below(vq, vy))),
			Not(Or(below(vz, vx), And(atLeast(vx, vz), below(vq, vy)))),
		}},
		{"pigeons", []Formula{
			between(c(0), vx, c(1)), between(c(0), vy, c(1)), between(c(0), vz, c(1)),
			Not(equal(vx, vy)), Not(equal(vy, vz)), Not(equal(vx, vz)),
		}},
		{"false", []Formula{AtLeastZero(c(-1))}},
		{"empty or", []Formula{Or()}},
	}
}

// broken returns hypotheses that have a solution.
func broken() []obligation {
	return []obligation{
		{"nothing", nil},
		{"literal retry", append(facts(), below(cost(vrem).Add(c(2)), cost(vrem).Add(c(3))))},
		{"wrong bound", append(facts(), below(vn.Add(vn).Add(c(1)), cost(vn).Add(c(2))))},
		{"product", []Formula{atLeast(vx.Mul(vy), c(12)), below(vx, c(4)), below(vy, c(4).Add(c(1)))}},
		{"negative product", []Formula{atLeast(vx, c(-5)), below(vx.Mul(vy), c(0)), atLeast(vy, c(1))}},
		{"big", []Formula{atLeast(vx, c(1_000_000_000_000)), atLeast(vy, vx.Mul(vx)), atLeast(vz, vy.Mul(vy))}},
		{"far symbols", []Formula{
			equal(Variable(128).Mul(Variable(129)), c(1)), equal(vn.Mul(vm).Mul(vm).Mul(vm), c(0)),
		}},
		{"gap", append(facts(), Not(equal(class, c(0))), Not(equal(class, c(2))))},
		{"square", []Formula{equal(vx.Mul(vx), c(49)), below(vx, c(0))}},
		{"pythagoras", []Formula{
			equal(vx.Mul(vx).Add(vy.Mul(vy)), vz.Mul(vz)), atLeast(vx, c(1)), atLeast(vy, vx.Add(c(1))), below(vz, c(20)),
		}},
	}
}

func TestRefute(t *testing.T) {
	for _, o := range provable() {
		t.Run(o.name, func(t *testing.T) {
			proof, outcome := Refute(o.hypotheses, DefaultLimit)
			if outcome != Refuted {
				t.Fatalf("Refute = %v", outcome)
			}
			if err := Replay(o.hypotheses, proof); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestModel(t *testing.T) {
	for _, o := range broken() {
		t.Run(o.name, func(t *testing.T) {
			if proof, outcome := Refute(o.hypotheses, DefaultLimit); outcome == Refuted || proof != nil {
				t.Fatalf("Refute = %v, %v", proof, outcome)
			}
			model, ok := Model(o.hypotheses, DefaultLimit)
			if !ok || !model.Holds(o.hypotheses) {
				t.Fatalf("Model = %v, %v", model, ok)
			}
		})
	}
}

// large returns the obligation "retry" among twenty symbols, forty bounds and
// eight disjunctions that have nothing to do with it.
func large() []Formula {
	var system []Formula
	for s := Symbol(10); s < 20; s++ {
		v, w := Variable(s), Variable(10+(s+1)%10)
		system = append(system, between(c(0), v, vn), between(c(-5), v.Sub(w), c(5)))
		if s < 18 {
			system = append(system, Not(equal(v, w)))
		}
	}
	for _, o := range provable() {
		if o.name == "bound attempting" {
			system = append(system, o.hypotheses...)
		}
	}
	return system
}

// hopeless has no solution, by Fermat, but no proof that is tried.
func hopeless() []Formula {
	cube := func(p Poly) Poly { return p.Mul(p).Mul(p) }
	return []Formula{
		atLeast(vx, c(1)), atLeast(vy, c(1)), atLeast(vz, c(1)),
		equal(cube(vx).Add(cube(vy)), cube(vz)),
	}
}

// TestRelevant checks that a proof has no cases that it does not need: the
// first disjunction has one live case, the second has two.
func TestRelevant(t *testing.T) {
	system := []Formula{
		atLeast(vn, c(3)),
		Or(below(vn, c(1)), atLeast(vq, c(1))),
		Or(atLeast(vm, c(5)), below(vm, c(2).Mul(vx))),
		atLeast(vx, c(0)), atLeast(c(0), sum(vy, vx)), atLeast(sum(vy, vz), c(1)), atLeast(c(0), vz),
	}
	proof, outcome := Refute(system, limit)
	if outcome != Refuted || proof.Split != nil || proof.Branch != nil {
		got, _ := json.Marshal(proof)
		t.Errorf("Refute = %s, %v", got, outcome)
	}
}

// TestRelevantSplit checks the same of disjunctions that have to be split:
// the first does not matter; with the second, each case is a contradiction.
func TestRelevantSplit(t *testing.T) {
	system := []Formula{
		Not(equal(vm, c(0))),
		Not(equal(vx, c(0))),
		atLeast(vy, vx.Add(vx)), atLeast(vx, vy), // x <= 0
		atLeast(vx.Add(vx), vz), atLeast(vz, vx), // x >= 0
	}
	proof, outcome := Refute(system, limit)
	if outcome != Refuted || proof.Split == nil || proof.Split.Fact != 1 ||
		proof.Split.Cases[0].Contradiction == nil || proof.Split.Cases[1].Contradiction == nil {
		got, _ := json.Marshal(proof)
		t.Errorf("Refute = %s, %v", got, outcome)
	}
}

func TestLarge(t *testing.T) {
	if _, outcome := Refute(large(), DefaultLimit); outcome != Refuted {
		t.Errorf("Refute = %v", outcome)
	}
}

func TestHopeless(t *testing.T) {
	if _, outcome := Refute(hopeless(), DefaultLimit); outcome != Exhausted && outcome != Unknown {
		t.Errorf("Refute = %v", outcome)
	}
	if model, ok := Model(hopeless(), DefaultLimit); ok {
		t.Errorf("Model = %v", model)
	}
}

func BenchmarkRefute(b *testing.B) {
	for _, o := range append(provable(), obligation{"large", large()}, obligation{"hopeless", hopeless()}) {
		b.Run(o.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Refute(o.hypotheses, DefaultLimit)
			}
		})
	}
}

// BenchmarkMachine refutes all obligations once, a machine's worth.
func BenchmarkMachine(b *testing.B) {
	all := provable()
	b.ReportAllocs()
	for b.Loop() {
		for _, o := range all {
			Refute(o.hypotheses, DefaultLimit)
		}
	}
	b.ReportMetric(float64(len(all)), "obligations")
}
