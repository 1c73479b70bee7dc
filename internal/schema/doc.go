// Package schema states the grammar of the language as a JSON Schema, by which
// editors complete and check specs.
//
// The schema is made of [syntax.Grammar] and of nothing else, and is checked
// in as fsm.schema.json, so that it has an address. It knows the shape of a
// spec: keys, what must be there, what sort of value stands where. What names
// refer to, types and all else are for the loader. So whatever it refuses the
// loader refuses, and not the other way round.
//
// JSON is what YAML 1.2 reads: an expression such as 3 arrives as a number, and
// true as a boolean, wherever the loader takes the text as it is written.
package schema
