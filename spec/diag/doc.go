// Package diag holds diagnostics: what is wrong with a spec, where, and the
// way out.
//
// A [Diagnostic] is a value. It is made where the fault is found, carried in
// a [List], and printed in one place, by a renderer: [WriteText] for people
// (file:line:column, the line itself, a caret) and the JSON tags of
// [Diagnostic] for programs. Nothing in this package prints on its own, asks
// the terminal for its width, or stops at the first fault.
//
// A List sorts by file and position, so that the same spec gives the same
// text to the byte, whatever the order in which its faults were found.
package diag
