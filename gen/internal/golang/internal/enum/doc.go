// Package enum writes a type whose values are numbered constants: states, events,
// outcomes, timers, calls and the enumerations of a spec.
package enum
