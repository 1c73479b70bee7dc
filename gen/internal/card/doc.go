// Package card writes the machine card: one Markdown page, NAME.fsm.md, that
// tells a reviewer what a machine does and what is proved about it.
//
// [Card] combines the diagram, the verdict, tables of parameters,
// variables, states, events, outputs and timers, what each event does in each
// state, the proof table (each transition with its change of the progress
// function), pairs of alternatives whose order matters, the number of proof obligations, and the runs that
// verification found: the longest run, and counterexamples. Rows link to their lines of the
// spec. [Section] returns the same as a part of another document.
//
// The page is for GitHub, which renders the diagram. Package markdown ensures that
// no text of a spec becomes markup. Empty sections are omitted.
//
// Guarantee: the card depends only on the machine, the report and the path, to the byte.
package card
