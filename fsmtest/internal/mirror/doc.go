// Package mirror does with reflection what the tests of generated machines do with values whose types they do not know:
// compare, copy with a change, fill, call.
//
// [Settable] is the only place of the tests that reaches what is not exported. No function keeps a value.
package mirror
