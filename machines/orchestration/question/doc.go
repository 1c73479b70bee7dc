// Package question has the machine of one model call of an orchestration, with its retries.
package question

//go:generate go run github.com/fsmgen/fsmgen/cmd/fsmgen generate
