// Package mermaid imports Mermaid state diagrams: it reads a stateDiagram-v2, alone or in a Markdown document, and
// creates a draft of a spec.
//
// The diagram is interpreted as a statechart: a label is "event [guard] / action, action"; a guard other than a
// combination of names with and, or, and not becomes one external guard; an action becomes an output; a choice
// becomes alternatives; regions, and the branches between a fork and a join, become regions; and a state with an arrow
// to "[*]" becomes a terminal state, or a final one inside a composite state. If the diagram lacks information
// that a spec needs, such as the event of an arrow, the import chooses it and reports the choice. Statements that
// cannot be translated become comments of the spec, with a warning.
//
// source.go, read.go, and label.go parse the statements into a drawing (diagram.go), from which build.go creates the
// draft, with the other files.
//
// Guarantee: [Read] returns a draft for any text. Its errors have positions in the diagram.
package mermaid
