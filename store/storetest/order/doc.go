// Package order is a machine for tests of package store: with timers, outputs, payloads, an
// external guard, and events that some states ignore.
package order

//go:generate go run github.com/fsmgen/fsmgen/cmd/fsmgen generate
