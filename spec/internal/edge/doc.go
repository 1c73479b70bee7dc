// Package edge completes transitions with what happens when states are entered and left: outputs, raised events, timers, calls,
// memories, and the regions that begin and end.
//
// Guarantee: [Edges.Goes] lists all of that in the order of a step: what the transition leaves, its own outputs, what it enters.
package edge
