// Package spectest generates random specs for tests.
//
// The same source of random numbers gives the same text. [Random] is for tests of the
// verifier: many of its machines are wrong in a subtle way. [Sound] is for tests of the
// back ends: most of its machines are correct, and together they use most of the language.
package spectest
