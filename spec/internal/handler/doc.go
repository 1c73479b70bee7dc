// Package handler finds what a state says of events under `on:`, `always:`, `done:` and `ignore:`, in itself and in the states
// around it, and reports what is wrong with these lists.
//
// Guarantee: [Table.Find] lists the alternatives of a state for an event in the order in which they are tried. None is listed after
// one that always applies.
package handler
