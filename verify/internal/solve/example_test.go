package solve_test

import (
	"fmt"

	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
)

// Is rem*(2m+3) + 2(m-t) + 2 at least 0 wherever 0 <= rem and 0 <= t <= m? And
// at least 3?
func ExampleRefute() {
	rem, m, t := certificate.Variable(0), certificate.Variable(1), certificate.Variable(2)
	two, three := certificate.Constant(2), certificate.Constant(3)
	progress := rem.Mul(two.Mul(m).Add(three)).Add(two.Mul(m.Sub(t))).Add(two)

	facts := []certificate.Formula{
		certificate.AtLeastZero(rem),
		certificate.AtLeastZero(t),
		certificate.AtLeastZero(m.Sub(t)),
	}
	goal := certificate.AtLeastZero(progress)
	hypotheses := append(facts, certificate.Not(goal))

	proof, outcome := solve.Refute(hypotheses, solve.DefaultLimit)
	fmt.Println(outcome == solve.Refuted, certificate.Replay(hypotheses, proof))

	tooMuch := certificate.AtLeastZero(progress.Sub(three))
	model, ok := solve.Model(append(facts[:3:3], certificate.Not(tooMuch)), solve.DefaultLimit)
	fmt.Println(ok, progress.Eval(model.Value))
	// Output:
	// true <nil>
	// true 2
}
