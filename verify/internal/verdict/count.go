package verdict

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Amount is what is added up in a run: an [obligation.Counted], or an [obligation.Lasting].
type Amount interface {
	// Valid reports whether the amount means something for a machine.
	Valid(*core.Machine) bool
	// Start returns what the start of the machine adds, as expressions over the parameters.
	Start(*core.Machine) []expr.Expr
	// Step returns what a transition adds, as expressions over the values before the step and the payload.
	Step(m *core.Machine, transition int) []expr.Expr
}

// Count is the evidence that a count never exceeds a limit, in any run: a potential that is never
// negative, and that pays for what each transition adds to the count. So the count, plus the
// potential, never exceeds what they are at the start. This holds of runs that do not end, too. Like
// [Judgment.UnlessOverflow], it holds of runs in which all values fit in Go's int.
type Count struct {
	Of Amount
	// Most is the limit, an expression over the parameters.
	Most expr.Expr
	// Potential has an expression for each state.
	Potential []expr.Expr
	// Assumed are the claims that the proofs assume.
	Assumed []encode.Claim
	// Start proves that Most is at least the potential at the start, plus what the start adds to
	// the count. NotNegative has a proof for each state, and Steps one for each transition that is
	// taken, in its place.
	Start              *certificate.Proof
	NotNegative, Steps []*certificate.Proof
}

// Begins returns the problem that Start proves.
func (c *Count) Begins(t *encode.Theory, m *core.Machine) encode.Problem {
	e := t.Params()
	least := e.Poly(expr.Substitute(c.Potential[m.Initial], obligation.Initially(m))).Add(Total(e, c.Of.Start(m)))
	return e.Problem(encode.AtLeast(e.Poly(c.Most), least))
}

// Stays returns the problem that the potential is not negative in a state.
func (c *Count) Stays(t *encode.Theory, state int) encode.Problem {
	e := t.In(state)
	return e.Problem(certificate.AtLeastZero(e.Poly(c.Potential[state])))
}

// Pays returns the problem that the potential pays for what a transition adds to the count.
func (c *Count) Pays(t *encode.Theory, m *core.Machine, transition int) encode.Problem {
	e := t.Step(transition)
	step := &m.Transitions[transition]
	before := e.Poly(c.Potential[step.From])
	after := e.Poly(expr.Substitute(c.Potential[step.To], step.Updated))
	return e.Problem(encode.AtLeast(before, after.Add(Total(e, c.Of.Step(m, transition)))))
}

// Total encodes the sum of expressions.
func Total(e *encode.Encoder, list []expr.Expr) (sum certificate.Poly) {
	for _, x := range list {
		sum = sum.Add(e.Poly(x))
	}
	return sum
}

// counts reports whether it is proved that a count never exceeds its limit.
func (j *judge) counts(c *Count) bool {
	m := j.machine
	if !c.Of.Valid(m) || !constant(m, c.Most) ||
		len(c.Potential) != len(m.States) || len(c.NotNegative) != len(m.States) || len(c.Steps) != len(m.Transitions) {
		return false
	}
	theory := j.assuming(c.Assumed)
	for s, x := range c.Potential {
		if !readable(m, s, x) || text(x) || !j.proved(c.Stays(theory, s), c.NotNegative[s]) {
			return false
		}
	}
	for i := range m.Transitions {
		if m.Transitions[i].Effect == core.Take && !j.proved(c.Pays(theory, m, i), c.Steps[i]) {
			return false
		}
	}
	return j.proved(c.Begins(theory, m), c.Start)
}

// claims reports whether it is proved that no run costs more than the machine claims.
func (j *judge) claims(cost int, c *Count) bool {
	return c != nil && c.Of == (obligation.Counted{Cost: cost, Call: -1, Output: -1, Field: -1}) && expr.Equal(c.Most, j.machine.Costs[cost].Max) && j.counts(c)
}

// Counts returns the counts whose limits are proved, unless a value leaves Go's int. The facts of the judgment of the machine of
// the case may be assumed.
func Counts(c *Case, judged *Judgment, list []*Count) (proved []*Count) {
	return toward(c.Machine, judged, -1, list)
}

// toward returns the counts whose limits are proved of the runs to an outcome, or to any: -1.
func toward(m *core.Machine, judged *Judgment, outcome int, list []*Count) (proved []*Count) {
	m = obligation.Toward(m, outcome)
	j := &judge{machine: m, ranked: m, theory: encode.Empty(m), facts: map[encode.Claim]bool{}}
	for _, f := range judged.Facts {
		j.facts[f] = true
	}
	for _, count := range list {
		if j.counts(count) {
			proved = append(proved, count)
		}
	}
	return proved
}
