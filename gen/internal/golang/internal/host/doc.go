// Package host writes the interfaces that the program implements, the methods that call
// external guards, and the calls that deliver outputs and start and stop timers and calls of the spec.
package host
