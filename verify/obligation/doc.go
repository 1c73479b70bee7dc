// Package obligation defines what must hold of a machine: one table of the kinds of
// obligations, and functions that list every obligation of each kind.
//
//	for o := range obligation.All(m, false) {
//		fmt.Println(o.Kind, o.Describe(m).Claim)
//	}
//
// The table is the only list of kinds. The verifier, the machine card, diffs,
// counterexample tests and exports read it, and each of them has a test that fails if a
// kind is missing. The obligations of a machine follow from the machine alone; the
// search has no influence on them.
//
// The package is part of the trusted base. Its values do not change.
package obligation
