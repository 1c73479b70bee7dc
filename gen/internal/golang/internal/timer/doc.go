// Package timer writes the methods of a machine that start and stop its timers, raise their events,
// and tell when they are due.
package timer
