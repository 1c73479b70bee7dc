// Package templates holds the text that fsmgen gives to new users: the starter
// files of `fsmgen init`.
//
// It is text only, embedded, with no logic but filling in names.
package templates
