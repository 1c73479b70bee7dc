// Package code writes the parts of a machine as parts of Go: expressions, types,
// parameter lists, comparisons of states, durations, and the names of local
// variables.
package code
