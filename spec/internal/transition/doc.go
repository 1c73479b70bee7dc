// Package transition makes transitions of the alternatives of all states.
//
// A plain state has those of its own and those around it. One with regions has those of its leaves, each with the condition that
// the leaf is active; package broadcast adds what regions do together.
//
// Guarantee: [Build] adds the transitions of a state and an event in the order in which they are tried.
package transition
