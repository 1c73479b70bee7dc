// Package payload refuses events whose payload is outside of its range.
//
// Guarantee: no such event changes a machine, and no other event is treated differently.
package payload
