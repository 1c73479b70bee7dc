// Package codec writes machines and payloads as JSON, and reads them back. Generated code calls it: a [Record] lists what a
// snapshot of a machine contains, and a [Payload] has the fields of an event or an output.
//
// It guarantees that what is written can be read, and gives equal values. Reading is strict: each name must be known, and occurs
// once, names are compared byte for byte, and no value is null, except for nil values of Go types. JSON that is not valid UTF-8,
// or has half of a surrogate pair, is refused. After an error, what was read so far is of no use.
//
// # Snapshots
//
// Equal machines have equal snapshots, byte for byte, if the JSON of the Go types in them is deterministic. Values of Go types are
// encoded by encoding/json, and errors as their text. A value that JSON cannot restore completely is an error.
//
// The whole snapshot is checked that is read: names, types, parameters, ranges and invariants, and the conditions under which the
// proofs apply. So the machine keeps to its bound and does not panic, but the check cannot tell whether a run reaches it. A snapshot of
// an earlier version of the spec may lack variables and parameters, which then have their initial values and defaults. It may contain
// names that the spec lists as old or removed.
package codec
