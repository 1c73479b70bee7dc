// Package dot writes a picture of a machine in DOT, the language of Graphviz.
//
// Composite states are clusters, and an edge from one is clipped at its frame.
// A terminal state has two lines around it and the colours of its outcome.
//
// Guarantee: Graphviz draws the text with every name, guard, update and output
// letter for letter, whatever the spec holds: nothing in it becomes syntax, an
// escape sequence or an entity. What Graphviz draws has nothing that acts.
package dot
