// Package prose says in words what a machine does: what a state accepts, where an
// event leads, which range a value has.
package prose
