// Package mermaid imports state diagrams of Mermaid: it reads a
// stateDiagram-v2, alone or in a Markdown document, and makes a draft of a spec.
//
// The diagram is read as statecharts are: a label is "event [guard] / action,
// action", a guard that is not made of names with and, or and not becomes one
// question to the program, an action an output, a choice the alternatives that
// it stands for, and "[*]" at the end of an arrow a terminal state. Where the
// diagram says less than a spec must, as with an arrow without an event, the
// import decides, and says so. What has no counterpart becomes a comment of the
// spec and a warning.
//
// The statements are read by source.go, read.go and label.go into a drawing
// (diagram.go), of which build.go and leave.go make the draft.
//
// Guarantee: [Read] returns a draft for any text. Its errors have a place in the
// diagram.
package mermaid
