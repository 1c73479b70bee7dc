// Package call writes the methods of a machine that count the starts of its calls and tell which of
// them run.
package call
