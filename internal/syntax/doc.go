// Package syntax reads the text of a spec into a tree in which everything
// knows its place.
//
//	bytes --Read--> Node (YAML with positions) --Decode--> File (the spec)
//
// [Read] turns bytes into a [Node] tree: mappings keep their order, duplicate
// keys are found, anchors, aliases and tags are refused. It is the only code
// that knows the YAML library. [Decode] gives the tree the shape of the
// language: a [File] of declarations whose names, types and expressions are
// still text. What the text means is decided by package spec.
//
// Both report everything they find and carry on, so that an author sees all
// faults at once. Guarantee: neither panics, whatever the bytes, and both end
// in time and memory proportional to the size of the input, which is limited.
package syntax
