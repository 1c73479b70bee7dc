// Package v1 is the order of version 1 of the shop. Rows that it has stored are in production, and
// the tests and the flag -old store such rows.
package v1

//go:generate fsmgen generate order.fsm.yaml
