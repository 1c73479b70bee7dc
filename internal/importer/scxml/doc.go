// Package scxml imports state machines in SCXML, the State Chart XML of the W3C (Recommendation of 2015): it reads a document
// and creates a draft of a spec with the same behavior.
//
// A document that needs what the spec language does not have, such as data of events, is an error for each such place. The
// import does not approximate, unless it is told to: what it imports goes through the same states, on the same events, as the algorithm of the
// recommendation says. ECMAScript is never run: of its expressions, the import reads those that specs have, too.
//
// xml.go reads elements with their positions, conform.go holds them against the table of what SCXML has (vocabulary.go), document.go, resolve.go, event.go, and content.go make states, events, and actions of
// them, and scan.go, script.go, math.go, typeof.go, types.go, and fold.go read, check, and simplify expressions. cross.go says which states a
// transition leaves and enters, path.go composes the assignments on its way, begin.go finds the values at the start, leaf.go
// lists what each plain state does, define.go checks that variables have values, and build.go and declare.go fill the draft.
//
// raise.go reads events that the machine raises, and history.go reads histories, which it remembers as a spec
// does. explore.go finds which events can wait in which plain states, so that the spec handles all of them, quiet.go takes out those that nobody hears, and done.go finds
// the compound states that can be done in the spec.
//
// illegal.go reads what raises errors, such as what is not ECMAScript. send.go reads events that the machine sends to itself, and
// cancel.go reads what takes them back. timers.go finds the timers for those with a delay, and pending.go follows them. foresee.go notes what
// elements need to know of later ones.
//
// parallel.go reads parallel states, whose regions are those of a state of the spec, hoist.go joins those of a parallel state that is a region, sides.go finds what the regions may do, beside.go reports transitions of several regions
// that a spec cannot take one after the other, noise.go follows
// events that are raised there, in.go reads In(), which settle.go answers in the content of entry and exit, hop.go makes
// transitions in two steps, and idle.go makes terminal states of those in which nothing happens.
//
// approximate.go reads what a spec cannot say as what comes next to it, for [Approximate]: aside.go makes outputs of it, and lost.go drops data.
//
// duties.go lists the types that do this, one after another, with what the reader has read.
//
// Where that is not possible, flat.go gives the spec a state for each configuration of the document (configuration.go), as the algorithm of the
// recommendation goes through them: enabled.go selects transitions, microstep.go executes them, entered.go computes which states
// are entered, explored.go follows all ways, data.go knows the data of events, and flatwrite.go fills the draft.
//
// Guarantee: [Read] returns a draft for any text. Its errors have positions in the document.
package scxml
