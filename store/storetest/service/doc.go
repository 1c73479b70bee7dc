// Service takes orders over HTTP, and keeps them in a SQLite database. It is the program in docs/services.md.
package main

//go:generate go run github.com/fsmgen/fsmgen/cmd/fsmgen generate ./order
