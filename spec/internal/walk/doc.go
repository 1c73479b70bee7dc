// Package walk goes through the syntax tree of a spec, which can be wrong.
//
// Guarantee: each call visits what it is for in the order of the spec.
package walk
