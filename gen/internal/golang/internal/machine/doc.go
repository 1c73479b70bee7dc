// Package machine provides a checked machine with its Go names, and queries on both, for the
// packages that write Go. It is immutable, writes no Go, and imports none of those packages.
package machine
