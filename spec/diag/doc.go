// Package diag holds diagnostics: what is wrong with a spec, where, and how to
// fix it.
//
// A [Diagnostic] is a value. The code that finds a problem adds it to a [List],
// and one of the writers prints the list: [WriteText] for people (position,
// source line, caret), [WriteGitHub] for GitHub Actions, [WriteSARIF] for code
// hosts and editors, and [encoding/json] for other programs.
//
// [List.Sort] orders diagnostics by file and position, so that the same spec
// always produces the same output, in whatever order its problems are found.
package diag
