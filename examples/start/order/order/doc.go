// Package order is the machine of an order. It is generated from order.fsm.yaml, which proves that an order is charged
// a limited number of times.
package order

//go:generate go tool fsmgen generate
