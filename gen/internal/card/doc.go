// Package card writes the machine card: one Markdown page, NAME.fsm.md, that
// tells a reviewer what a machine is and what is proved of it.
//
// [Card] puts together the diagram, the verdict, tables of parameters,
// variables, states, events, outputs and timers, what each event does in each
// state, the proof table (each transition with its change of the progress
// function), pairs of alternatives whose order decides, the count of proof obligations, and the runs that
// verification found: the longest one, and those that refute a claim. Rows lead to their lines of the
// spec. [Section] gives the same as a part of another document.
//
// The page is for GitHub, which draws the diagram. Package markdown sees to it
// that nothing in a spec becomes markup. A section with nothing to say is left
// out.
//
// Guarantee: the card depends only on the machine, the report and the path, to the byte.
package card
