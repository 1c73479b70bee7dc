package verify

// Side is what is claimed of a variable wherever it exists.
type Side uint8

const (
	// AtLeastMin: the value is at least the variable's minimum.
	AtLeastMin Side = iota
	// AtMostMax: the value is at most the variable's maximum.
	AtMostMax
	// FitsInt: the value is one of Go's int.
	FitsInt
)

// Fact is something that holds in every configuration in which what it speaks
// of exists. All facts of a report together are inductive: true at the start,
// and kept by each transition from a configuration where all of them hold.
// Nothing else about variables is assumed in a proof.
type Fact struct {
	// Var is the index of the variable that the fact is about, or -1.
	Var  int
	Side Side
	// Invariant is, where Var is -1, the index of an invariant: one of the spec,
	// or behind those an inferred one. [Report.Ranked] has them all.
	Invariant int
}

// facts lists the claims that stand, in the order of the machine.
func (v *verifier) facts() []Fact {
	var out []Fact
	for _, c := range v.claims {
		if c.stands {
			out = append(out, Fact{c.variable, c.side, c.invariant})
		}
	}
	return out
}
