// Package dot writes a picture of a machine in DOT, the language of Graphviz.
//
// Composite states and states with regions are clusters, and regions are clusters with dashed borders. A final state
// in a region has a double border. A terminal state has a double border and the colors of its outcome.
//
// Guarantee: Graphviz draws every name, guard, update, and output exactly as written, whatever the spec contains:
// no text becomes syntax, an escape sequence, or an entity. The drawing has no links or scripts.
package dot
