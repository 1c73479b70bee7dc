package diff

import "slices"

// specEdit changes testdata/base.fsm.yaml.
type specEdit struct {
	name string
	// edits are pairs of texts, of which the second one replaces the first one.
	edits []string
	// want are the expected differences.
	want []string
}

// edits are all edits, each with a name of its own. The first word of the name may say what they
// need: see needs.
var edits = slices.Concat(
	machineEdits,
	valueEdits,
	eventEdits,
	stateEdits,
	transitionEdits,
	claimEdits,
	eventlessEdits,
	callEdits,
	pageEdits,
)
