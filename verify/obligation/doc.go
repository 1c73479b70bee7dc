// Package obligation says what must hold of a machine: the kinds of obligations,
// in one table, and every obligation of each kind.
//
//	for o := range obligation.All(m, false) {
//		fmt.Println(o.Kind, o.Describe(m).Claim)
//	}
//
// The table is the only list of kinds. The verifier, the machine card, diffs,
// counterexample tests and exports read it, and a test of each fails when a kind
// has no entry there. The obligations of a machine follow from the machine
// alone: no search decides what is asked.
//
// The package is part of the trusted base. Its values do not change.
package obligation
