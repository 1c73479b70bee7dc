package parcel

// Label is on a parcel.
type Label struct{ To string }

// Size is a small number.
type Size int8

type event struct{ at int }

// Event is hidden by nothing.
var _ = event{}.at
