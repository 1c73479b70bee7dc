// Package notation translates between the polynomials that provers use and the expressions
// of specs.
//
// Nothing here is trusted: every expression that this package produces is encoded again
// before anything is concluded from it.
package notation
