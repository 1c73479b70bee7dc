// Package scxml imports state machines in SCXML, the State Chart XML of the W3C (Recommendation of 2015): it reads a document
// and creates a draft of a spec with the same behavior.
//
// A document that needs what the spec language does not have, such as parallel states, is an error for each such place. The
// import does not approximate: what it imports goes through the same states, on the same events, as the algorithm of the
// recommendation says. ECMAScript is never run; package-internal expressions are the part of it that specs have.
//
// xml.go reads elements with their positions, document.go and content.go make states and actions of them, and script.go,
// types.go, and fold.go read, check, and simplify expressions. cross.go says which states a transition leaves and enters,
// path.go composes the assignments on its way, leaf.go lists what each plain state does, and build.go fills the draft.
//
// Guarantee: [Read] returns a draft for any text. Its errors have positions in the document.
package scxml
