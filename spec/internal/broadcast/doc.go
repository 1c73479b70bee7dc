// Package broadcast handles events that several regions of a state handle.
//
// The machine takes one transition at a time. So the first region that takes one does it for the event, and leaves in a variable
// which regions still have to. They follow without an event, and read what is left of the payload from variables.
//
// Guarantee: regions whose transitions would depend on each other are reported.
package broadcast
