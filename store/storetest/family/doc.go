// Package family keeps checkouts in a database, and the payments that they invoke. It is the program in
// docs/stored-calls.md.
package family

//go:generate go run github.com/fsmgen/fsmgen/cmd/fsmgen generate ./...
