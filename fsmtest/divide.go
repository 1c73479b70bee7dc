package fsmtest

import "math"

// Quo returns the quotient of two ints given as floats, rounded toward zero, as a [Limit] computes it.
func Quo(x, y float64) float64 { return math.Trunc(x / y) }

// Rem returns the remainder of two ints given as floats.
func Rem(x, y float64) float64 { return math.Mod(x, y) }
