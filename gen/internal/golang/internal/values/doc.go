// Package values writes events and outputs as values: a type for each of them, their JSON, a
// host that records outputs, dry runs, and the type Kind, also with what package temporal needs.
package values
