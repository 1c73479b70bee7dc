// Package engine answers the requests of the playground: it loads, draws, verifies, and generates a spec that is a text.
//
// The page sends a request as JSON and gets a response as JSON. Nothing is read or written, so specs with child machines do not load.
package engine
