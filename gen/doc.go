// Package gen makes files from a checked machine.
//
// Each output has a folder of its own: golang (the Go code), proptest (its
// tests), card (the machine card), mermaid (the diagram), and those that only a
// command of their own writes. They read the core machine, its Go names and the
// verifier's report, and nothing of each other's text, save that the card and the
// diff have a diagram, and that the tests have runs which package explore finds.
// [Files] makes what stands beside a spec and returns it as values; writing them is
// the caller's business, so that checking, printing and comparing are the same code
// as generating.
//
// Guarantee: the same machine gives the same files to the byte.
package gen
