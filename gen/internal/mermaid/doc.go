// Package mermaid writes a machine as a Mermaid state diagram, which GitHub draws in a ```mermaid
// block.
//
// [Diagram] writes the picture of package picture as a stateDiagram-v2. To avoid bugs of Mermaid,
// a block contains only its own states and edges between them, a state has at most one edge to
// itself, an id is a plain word without a special meaning in Mermaid, and every text passes through
// [Escape].
//
// The regions of a state are blocks inside its block, separated by "--", because a part between two of these has
// no name of its own.
//
// The entry and exit outputs of a composite state are shown inside it, in a node without a frame:
// in Mermaid 11, a title of several lines covers the states below it, and a block cannot contain
// rows.
//
// [Flowchart] writes a picture of two versions as a flowchart, whose arrows can have colors. Its ids are numbers. In its nodes,
// a space without width separates the characters of formulas, icons, and line breaks, which Mermaid looks for after it
// has decoded entities.
//
// Guarantee: Mermaid 11 and 12 parse and draw the diagram with every name, guard, update, and output
// exactly as written, whatever the spec contains: no text becomes syntax, markup, or a directive. The
// diagram has no front matter and sets no theme, so that the page chooses light or dark mode.
package mermaid
