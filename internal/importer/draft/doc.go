// Package draft has the part of importing that all formats share: a [Draft] of a
// spec, which an importer fills, and [Draft.Spec], which settles it and writes it.
//
// An importer parses its format and calls the methods of Draft: it adds states,
// lets Draft name events, guards, outputs and delays after texts of the source,
// and adds what states do. It reports what it cannot express with Warn, Ignore
// and Fail, each with a position in the source.
//
// Draft.Spec then names the states (name.go), puts alternatives in the order in
// which they are tried (order.go), finds the ends (ends.go), takes out what
// nothing leads to (prune.go), and writes YAML (yaml.go) in the form of fsmgen fmt.
//
// An exact source gives the order of the alternatives and the ends itself, and the draft takes them as they are. Its
// importer also declares variables, and gives alternatives assignments.
//
// Guarantee: Draft.Spec returns a spec that the loader accepts, or errors that
// say why there is none. The same calls give the same bytes.
package draft
