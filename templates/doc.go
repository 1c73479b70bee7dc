// Package templates contains the starter files that `fsmgen init` writes for new users.
// They are embedded text, in which only names are filled in.
package templates
