// Command campaign runs workflows on a real Temporal server while it kills their workers:
//
//	go run ./internal/campaign -address localhost:7233 -workflows 500 -kills 200
//
// Each workflow is an order, to which a customer sends random events. Meanwhile, the worker, another process, is killed
// (SIGKILL) at random moments, and started again. In the end, each order must be where the interpreter of
// core machines says, each output must have been performed, and the history must be within its budget. With -record, it
// writes some histories for the replay tests. With -bench, it compares the throughput with a workflow written by hand.
//
// CI does not run it, because it needs a server.
package main
