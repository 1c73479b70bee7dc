// Package schema writes the grammar of the language as a JSON Schema, which
// editors use to complete and check specs.
//
// The schema is derived only from [syntax.Grammar] and is checked in as
// fsm.schema.json, so that it has a URL. It describes the form of a spec: the
// keys, which of them are required, and the form of each value. It does not
// check names and types. The loader therefore rejects every spec that the
// schema rejects, but not vice versa.
//
// The schema sees values as YAML 1.2 reads them: an expression such as 3 is a
// number, and true is a boolean, whereas the loader takes the text as written.
package schema
