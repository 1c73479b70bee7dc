// Package order3 is a later version of the machine in package order: a state has a datum that stored machines lack, and
// another one has a new name without was, so that Restore refuses them. The file order_migrate.go migrates them.
package order3

//go:generate fsmgen generate
//go:generate fsmgen migrate --state Paying=Billing -o order_migrate.go ../order/order.fsm.yaml order.fsm.yaml
