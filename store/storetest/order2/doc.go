// Package order2 is the next version of the machine in package order: two states and an outcome have
// other names, and a state has a new timer.
package order2

//go:generate go run github.com/fsmgen/fsmgen/cmd/fsmgen generate
