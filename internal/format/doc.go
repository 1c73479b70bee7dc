// Package format prints specs in their canonical form.
//
//	bytes --syntax.Read--> tree --source positions, comments--> canonical bytes
//
// The form: the keys of a section come in the order of [syntax.Grammar], and
// what the author named keeps the author's order. Indentation is by two
// columns, below sequences' dashes and below keys alike. One space follows a
// colon, two come before a comment at the end of a line. What was written in
// { } or [ ] stays so where it fits in [Width] columns and holds no comments.
// Quotes stand only where YAML needs them, or where some reader of YAML would
// take the plain text for a number, a truth value, a date or nothing.
// Expressions are left as they are. Blank lines are the author's, at most one
// in a row, and one stands around each section of the spec that takes more
// than one line.
//
// Comments are never changed, lost or merged. A comment goes with the key or
// item that it precedes or whose line it ends; one that follows without a
// blank line, with a blank line after it, goes with what it follows; those
// at the top of a file, up to a blank line, stay there.
//
// A spec that is wrong in meaning is formatted like any other, save that a
// section with a key that the language does not have keeps its order. Text
// that is not YAML, or that has what specs never have (anchors, tags, a key
// given twice), is reported and not formatted.
//
// The result has LF line ends and no byte order mark, and formatting it again
// changes nothing.
package format
