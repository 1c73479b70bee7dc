package certificate_test

import (
	"fmt"
	"math/big"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// No integer is at least 1 and at most 0: the sum of x - 1 >= 0 and -x >= 0 is -1.
func ExampleReplay() {
	x, one := certificate.Variable(0), certificate.Constant(1)
	hypotheses := []certificate.Formula{
		certificate.AtLeastZero(x.Sub(one)),
		certificate.AtLeastZero(x.Neg()),
	}
	proof := &certificate.Proof{Contradiction: certificate.Combination{
		{By: big.NewInt(1), Facts: []int{0}},
		{By: big.NewInt(1), Facts: []int{1}},
	}}
	fmt.Println(certificate.Replay(hypotheses, proof))
	fmt.Println(certificate.Replay(hypotheses[:1], proof))
	// Output:
	// <nil>
	// no fact 1 among 1
}
