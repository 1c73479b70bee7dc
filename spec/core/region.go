package core

import "github.com/fsmgen/fsmgen/spec/diag"

// Region is one of the parts of a state that run side by side. What is active in it is the value of
// a variable, an enum that the loader adds as a datum of the state.
type Region struct {
	Name, Doc string
	// Var is the index of the variable. The values of its type are the leaves, in the same order.
	Var    int
	Leaves []Leaf
	Span   diag.Span
}

// Leaf is a state inside a region that has no states inside.
type Leaf struct {
	Name, Doc string
	// Composites are the composite states around it inside the region, outermost first.
	Composites []string
	// Final marks a leaf in which the composite state or the region around it is done.
	Final bool
	Span  diag.Span
}

// Move is what a transition does that a leaf of a region has. If it stays in the region, the
// transition is internal: the machine stays in the state with the regions.
type Move struct {
	// Region is an index of the Regions of the state, and From and To are leaves of it. To is -1 if
	// the transition leaves the region, and so the state.
	Region, From, To int
	// Internal marks a transition that does not leave From.
	Internal bool
	// Bare marks a transition whose alternative has no condition in the spec.
	Bare bool
}
