// Package dialect prints expressions in other languages, such as SMT-LIB, Promela,
// and TLA+.
//
// A back end describes its language by a [Dialect], and the names of a machine in
// that language by a [Vocabulary]. [Dialect.Print] puts every operation in
// parentheses, because languages differ in operator precedence; [Bare] removes
// parentheses around a whole term.
//
// Guarantee: a printed expression has the same meaning as the original if the
// operations of the dialect have the meaning of Go's operators on unbounded ints.
package dialect
