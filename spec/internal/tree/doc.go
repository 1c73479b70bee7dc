// Package tree knows the states of a spec, plain and composite, and their regions.
//
// [Build] adds to the machine what it has of them. A [Node] is a state as written, and a [Region] a variable of the machine.
//
// Guarantee: each state with a node has a name of its own, and the plain ones have the numbers of the machine.
package tree
