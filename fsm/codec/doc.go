// Package codec writes machines and payloads as JSON, and reads them back. Generated code calls it: a [Record] lists what a
// snapshot of a machine contains, and [ReadPayload] reads the payload of an event or an output.
//
// It guarantees that what is written can be read, and gives equal values. Reading is strict: each name must be known, and occurs
// once, names are compared byte for byte, and no value is null, except for nil values of Go types. JSON that is not valid UTF-8,
// or has half of a surrogate pair, is refused. After an error, what was read so far is of no use.
package codec
