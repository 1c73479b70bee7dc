// Package gen makes files, diagrams and exports from a loaded spec.
//
// One table lists everything that fsmgen makes of a machine; [Outputs] returns
// it. An [Output] says what it is called, where it belongs, what it needs, and
// makes itself from an [Input]:
//
//	s, diags := spec.Load("door.fsm.yaml", src)           // s.Machine is nil if diags has errors
//	report := verify.Machine(ctx, s.Machine)
//	files, err := gen.Files(ctx, s, report, "door")            // the Go code, its tests, the machine card
//	dot, err := gen.Make(ctx, "dot", gen.Input{Spec: s})       // a diagram
//	smt, err := gen.Make(ctx, "smtlib", gen.Input{Spec: s, Report: report})
//
// Outputs are values. Writing them is up to the caller, so that checking,
// printing and comparing use the same code as generating.
//
// To add an output, write a package that turns a core machine into bytes, and
// add an entry to the table in table.go. The command line, its help and its
// shell completion read the table; a test asks for a row in docs/outputs.md.
// Outputs read the core machine, the Go names and the verifier's report. They
// do not read each other's text, except that the card contains the Mermaid
// diagram.
//
// Package [github.com/fsmgen/fsmgen/gen/diff] compares two machines, and package
// [github.com/fsmgen/fsmgen/gen/exhaustive] checks Go code that uses generated
// types.
//
// Guarantee: the same input gives the same bytes.
package gen
