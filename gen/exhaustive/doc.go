// Package exhaustive is an analyzer that reports switches over the states,
// events, outcomes and enums of generated machines, and over the closed sums of
// typed states, that omit a case and have no default.
//
// When a spec gains a state, the compiler does not report a switch that omits
// it. Run the analyzer with
//
//	go vet -vettool=$(go tool -n fsmvet) ./...
//
// The analyzer recognizes generated packages by the first line of their files. For
// imported packages, it exports what it knows of a type as a fact.
package exhaustive
