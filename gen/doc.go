// Package gen makes files from a checked machine.
//
// Each output has a folder of its own: golang (the Go code), proptest (its
// property tests), mermaid (the diagram), card (the machine card). They read
// the core machine, its Go names and, for the card, the verifier's report, and
// nothing of each other's text. [Files] runs them all and returns the files as
// values; writing them is the caller's business, so that checking, printing
// and comparing are the same code as generating.
//
// Guarantee: the same machine gives the same files to the byte.
package gen
