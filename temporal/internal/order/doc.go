// Package order is a machine with timers, a call, and outputs, with which the tests run workflows.
package order
