// Package exhaustive is an analyzer that reports switches over the states,
// events, outcomes and enums of generated machines, and over the closed sums of
// typed states, that forget one and have no default.
//
// When a spec gains a state, the compiler says nothing about a switch that
// does not know it. Run with
//
//	go vet -vettool=$(go tool -n fsmvet) ./...
//
// Generated packages are recognised by the first line of their files, also when
// they are imported: what the analyzer has learnt of a type travels with it as
// a fact.
package exhaustive
