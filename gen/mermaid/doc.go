// Package mermaid writes a machine as a Mermaid state diagram, the kind that
// GitHub draws in a ```mermaid block.
//
// [Diagram] asks package picture what to show and spells it in the language
// of stateDiagram-v2. That language has traps, and the rules here avoid them:
// a block holds only its own states and edges between them, a state that
// loops to itself has one loop, an id is a plain word that Mermaid gives no
// meaning of its own, and every text goes through [Escape].
//
// What a composite state emits on entering and leaving stands inside it as a
// node without a frame: Mermaid 11 lets a title of several lines cover the
// states below it, and refuses rows in a block.
//
// Guarantee: the text parses and draws in Mermaid 11 and 12 with every name,
// guard, update and output letter for letter, whatever the spec holds: nothing
// in it becomes syntax, markup or a directive. It has no front matter and sets
// no theme, so that the page chooses light or dark.
package mermaid
