package spec

import "github.com/fsmgen/fsmgen/spec/core"

// Spec is a loaded spec: the machine and the settings for its Go code.
type Spec struct {
	// Machine is nil if the diagnostics contain an error.
	Machine *core.Machine
	// Name is the name of the machine, even if the spec has errors. It is "" if
	// the spec gives none.
	Name string
	// Package is the Go package that the spec chooses, or "".
	Package string
	// Prefix is the prefix of each package-level Go name; it may be "".
	Prefix string
}
