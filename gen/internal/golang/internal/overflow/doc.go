// Package overflow writes the checks that the value of an expression fits in an
// int.
//
// An expression over the parameters must fit before it is used. If no part of it can be
// negative, which is usual, plain comparisons decide this exactly, and each is safe if those
// before it are false:
//
//	maxRetries > (math.MaxInt-3)/2 || providers > (math.MaxInt-2)/(2*maxRetries+3)
//
// Other expressions, and those that would need many comparisons, are computed
// by checked operations, which record an overflow in a variable.
package overflow
