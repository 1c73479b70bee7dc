package obligation

import (
	"github.com/fsmgen/fsmgen/spec/core"
)

// Params: parameter values exist, so that the other obligations do not
// hold vacuously.
const Params Kind = "params"

// params lists the one obligation about the parameters.
func params(*core.Machine) []Obligation { return []Obligation{about(Params)} }

func describeParams(m *core.Machine, _ Obligation) Description {
	return Description{m.Span,
		"there are parameter values in the declared ranges", "",
		"without valid parameter values, every proof is vacuous: check the parameter ranges, and that the bound fits in an int"}
}
