package certificate_test

import (
	"encoding/json"
	"math/big"
	"testing"

	. "github.com/fsmgen/fsmgen/verify/certificate"
)

// FuzzReplay gives Replay arbitrary hypotheses and proofs. It must not panic,
// and must accept no proof when a small point satisfies the hypotheses.
func FuzzReplay(f *testing.F) {
	type input struct {
		Hypotheses []Formula
		Proof      *Proof
	}
	for _, p := range problems() {
		data, err := json.Marshal(input{p.hypotheses, p.proof(f)})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var in input
		if json.Unmarshal(data, &in) != nil {
			return
		}
		if Replay(in.Hypotheses, in.Proof) != nil {
			return
		}
		for i := range 7 * 7 * 7 {
			point := [...]int{i%7 - 3, i/7%7 - 3, i/49 - 3}
			value := func(s Symbol) *big.Int { return big.NewInt(int64(point[uint(s)%3])) }
			if And(in.Hypotheses...).Holds(value) {
				t.Fatalf("accepted a proof although %v satisfies the hypotheses", point)
			}
		}
	})
}
