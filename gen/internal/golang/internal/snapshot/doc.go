// Package snapshot writes what saves a machine as JSON and restores it, with the
// marks by which a snapshot of another version of the spec is refused, and the
// check of what the spec claims about values.
package snapshot
