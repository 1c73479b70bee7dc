// Package transfer is the machine of a transfer between two banks. It is generated from transfer.fsm.yaml, which proves
// that a transfer ends within 49 hours.
package transfer

//go:generate go tool fsmgen generate
