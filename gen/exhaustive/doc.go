// Package exhaustive is an analyzer that reports non-exhaustive switches without a default over the states, events,
// outcomes, and enums of generated machines, and over the sealed interfaces of typed states.
//
// If a spec gains a state, the compiler does not report switches that lack it. Run the analyzer with
//
//	go vet -vettool=$(go tool -n fsmvet) ./...
//
// The analyzer recognizes generated packages by the first line of their files. Facts about their types are also
// available in packages that import them.
package exhaustive
