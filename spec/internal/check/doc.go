// Package check reports what is wrong with a machine as a whole, or looks like a mistake. It changes nothing.
//
// Guarantee: a check finds nothing in a machine only because of errors that earlier passes have reported, if it is called as its
// comment says.
package check
