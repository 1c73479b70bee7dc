// Package order is the order of the shop: version 2, which continues the rows of package v1.
package order

//go:generate fsmgen generate order.fsm.yaml
