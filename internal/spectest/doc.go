// Package spectest writes specs at random, for the tests of what reads specs.
//
// The same source of random numbers gives the same text. [Random] is for those
// who judge machines: many of its machines are wrong in a subtle way. [Sound] is
// for those who make something of machines: most of its machines are right, and
// together they use most of the language.
package spectest
