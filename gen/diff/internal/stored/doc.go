// Package stored answers whether a new version of a machine restores what an old version has
// stored.
//
// A snapshot contains names and values: of the machine, its state, the parameters, the variables,
// and the data of the state. [Demands] lists what Restore of the new version requires of them, each
// as a condition on the configurations of the old version. [Decide] finds out which of these
// conditions can fail: it drops those that are proved, and gives an example for those that are refuted.
//
// A stored machine is one in which nothing is pending ([core.Var.Pending]). Only an observer can make a snapshot of another one, in the
// middle of a step.
//
// Guarantee: for such a configuration in which all conditions can be evaluated, Restore accepts its
// snapshot if and only if all of them hold. Values near the limits of Go's int are the exception: Restore
// also refuses a snapshot if it cannot compute a condition without overflow.
package stored
