// Playground builds a page on which people write specs, and see findings, the diagram, the proof, the explorer, and the Go code as
// they type. All of fsmgen runs in the browser, as WebAssembly in a worker:
//
//	go run ./playground -o DIR
//
// writes files that any file server serves. Package engine answers what the page asks, and package wasm is the program in the
// worker.
package main
