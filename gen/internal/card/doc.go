// Package card writes the machine card: one Markdown page, NAME.fsm.md, that
// tells a reviewer what a machine does and what is proved about it.
//
// [Card] begins with the verdict and the findings, followed by the diagram, and what a
// reviewer asks: the states and events, what each event does in each state, the
// transitions with their change of the progress function, invariants, requirements,
// timers, and outputs. Tables for reference, and the longest run as a sequence diagram,
// are folded. [Section] returns the same as a part of another document.
//
// The page is for GitHub, which renders the diagrams. Its tables fit on a page that is
// 900 pixels wide. Package markdown ensures that no text of a spec becomes markup. Empty
// sections are omitted.
//
// Guarantee: the card depends only on the machine, the report, and the path, to the byte,
// and not on the lines of the spec, except for errors.
package card
