// Package snapshot writes the functions that encode a machine as JSON and decode it.
package snapshot
