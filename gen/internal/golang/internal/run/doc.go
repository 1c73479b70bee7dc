// Package run writes what drives a machine to its end: the interface of what the
// program does in each state, and the functions that call it.
package run
