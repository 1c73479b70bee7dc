// Package format formats specs in their canonical form.
//
//	bytes --syntax.Read--> tree --source positions, comments--> canonical bytes
//
// The keys of a section are in the order of [syntax.Grammar]; names that the author
// chose keep their order. Indentation is two columns, also below the dashes of
// sequences. One space follows a colon, and two spaces precede a comment at the end
// of a line. Mappings and lists in { } or [ ] keep this style if they fit in [Width]
// columns and contain no comments. Values are quoted only if YAML requires it, or if
// some YAML parsers would read the plain text as a number, a truth value, a date, or
// null. An outcome whose kind is the default one has its short form, unless there are comments
// inside. Expressions are not changed. The author's blank lines are kept, at most one
// in a row, and each section of the spec that takes more than one line is surrounded
// by blank lines.
//
// Comments are never changed, lost, or merged. A comment belongs to the key or item
// that it precedes or whose line it ends. If it directly follows an entry and a blank
// line follows it, it belongs to that entry. Comments at the top of a file, up to a
// blank line, stay there.
//
// A spec with semantic errors is formatted like any other, except that a section
// with unknown keys keeps its order. Invalid YAML and YAML that specs cannot use
// (anchors, tags, duplicate keys) are reported and not formatted.
//
// The result has LF line breaks and no byte order mark, and formatting it again does
// not change it.
package format
