// Package comment makes Go comments: it wraps text, puts the words of a spec into
// doc comments, and joins lists as English does.
//
// Guarantee: text that passes through [Lines] stays in its comment and is no
// directive of a compiler or a linter.
package comment
