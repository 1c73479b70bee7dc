// Package snapshot writes the functions that save a machine as JSON and restore it, with the
// fingerprints that detect snapshots of incompatible versions of the spec, and the check of the
// spec's claims about values.
package snapshot
