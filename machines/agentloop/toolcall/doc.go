// Package toolcall calls one tool, at most maxRetries + 1 times.
package toolcall

//go:generate go run github.com/fsmgen/fsmgen/cmd/fsmgen generate
