// Package snapshot writes the functions that save a machine as JSON and restore it.
package snapshot
