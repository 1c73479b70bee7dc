// Command example runs the shipped fallback chain, orchestration, and agent loop as Temporal workflows, with models that
// are played by functions:
//
//	go run ./example                                  # in Temporal's test environment
//	go run ./example -address localhost:7233          # on a server
//	go run ./example -address localhost:7233 -crash   # on a server, and die in a model call
//
// A model call is an activity: it is tried again after a failure, also if its worker dies. After -crash, the second command goes on with the
// workflow where it was, with the second attempt.
package main
