package stored

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Kind is the kind of a demand.
type Kind uint8

// The kinds of demands.
const (
	// Machine: the name of the machine is known.
	Machine Kind = iota
	// State: the state is known.
	State
	// Variable: the variables and data are known, have values, and have values of their types.
	Variable
	// Parameter: the same for parameters.
	Parameter
	// Value: the values of enums are known.
	Value
	// Range: parameters, variables and data are in their ranges.
	Range
	// Invariant: an invariant of the spec holds.
	Invariant
	// Condition: a condition holds that proofs use and the spec does not declare.
	Condition
)

// Demand is a condition on the machines that the old version stores.
type Demand struct {
	Kind Kind
	// Part names the part of the spec, such as "state Working" or "datum Done.result".
	Part string
	// Reason says what has changed, in a few words without a capital or a period.
	Reason string
	// Lost is the part of the old version whose name the new one does not know: a [*core.State],
	// a [*core.Param], a [*core.Var], or, for a value of an enum, an [*expr.Lit]. It is nil for
	// other reasons.
	Lost any
	// Help says how to avoid the change, or what to do otherwise. It may be "".
	Help string
	// State is the index of a state of the old version; the demand is then one on the machines in that
	// state. It is -1 for all states.
	State int
	// Holds is the condition, over the parameters and variables of the old version. It is nil if it cannot be
	// expressed, for example because the new type is a Go type.
	Holds expr.Expr
	// Of is the parameter, variable or datum of the new version whose value the demand is about. It is nil for
	// demands on names, invariants and conditions.
	Of *expr.Symbol
	// Earlier marks a demand on what versions before the old one have stored, which the old one
	// restores. Holds is nil.
	Earlier bool
}

// refused is the condition that no machine satisfies.
func refused() expr.Expr { return expr.Truth(false) }

// Demands returns what Restore and FromValues of the new version demand of the machines that the old version
// stores, except what obviously holds. Each version has conditions that its code checks although its spec does
// not declare them.
func Demands(old, new *core.Machine, oldConditions, newConditions []core.Invariant) []Demand {
	snapshots, columns := old.Faces.Snapshot && new.Faces.Snapshot, old.Faces.Columns && new.Faces.Columns
	if !snapshots && !columns {
		return nil // nothing is stored, or nothing is restored
	}
	p := newPairing(old, new)
	if snapshots {
		p.machine() // whose name is in no column
	}
	p.names()
	p.claims(oldConditions, newConditions)
	return p.demands
}
