// Package decl adds to a machine what its spec declares besides states: settings, enums, parameters, variables, the rules
// `limit` and `stall`, guards, events, calls and child machines, outputs, delays, and the bound.
//
// It reads expressions only where they can use nothing but parameters. Conditions of guards are read where they are used: see
// package scope.
//
// Guarantee: what [Declare] adds to the machine has the order of the spec, and names that differ.
package decl
