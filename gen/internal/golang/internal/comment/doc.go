// Package comment writes Go comments: it wraps text, turns texts of a spec into doc
// comments, and joins lists as in English.
//
// Guarantee: text that passes through [Lines] cannot end its comment and is not a
// directive of a compiler or a linter.
package comment
