// Package claim adds to a machine what its spec claims: invariants, the progress function, what stays possible, and the time.
//
// Claims of composite states become claims of the plain states inside them, and claims of states in regions become conditional.
//
// Guarantee: a claim that [Add] leaves out has been reported, or is true anyway.
package claim
