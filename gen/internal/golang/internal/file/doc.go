// Package file is a generated Go file: its first line, its imports, declarations with their
// comments, and its formatting.
package file
