// Package syntax parses the text of a spec into a tree in which every part has its
// position.
//
//	bytes --Read--> Node (YAML with positions) --Decode--> File (the spec)
//
// [Read] turns bytes into a tree of [Node] values: it keeps the order of mappings,
// and reports duplicate keys, anchors, aliases, and tags. It is the only code that
// uses the YAML library. [Decode] turns that tree into a [File] of declarations
// whose names, types, and expressions are still text, which package spec resolves.
//
// Both report all problems at once. Guarantee: for any input, they do not panic, and
// they run in time and memory proportional to its size, which is limited.
package syntax
