// Package file is the Go file that the rooms of package golang write to: its first line, its
// imports, declarations with their comments, and its formatting.
package file
