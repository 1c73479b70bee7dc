// Package notation translates between the polynomials that provers reason about
// and the expressions that people read and specs declare.
//
// Nothing here is trusted: an expression that is written here is encoded again
// before anything is concluded from it.
package notation
