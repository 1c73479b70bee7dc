// Package breaking has examples of breaking changes, one for each code of `fsmgen diff`: an old spec, a new one
// that breaks something, and a new one without this break.
//
// Each code has one embedded Markdown file, such as FSMB304.md: a paragraph that says what to do, and the sections "Old",
// "Breaks", and "Keeps" with a fenced spec each. A spec that is only a comment stands for a removed one. The titles and
// texts of the codes are in package gen/diff. `fsmgen explain` prints the examples, and the page docs/breaking.md is
// generated from them:
//
//	go test ./internal/explain/breaking -update
//
// The tests check that there is exactly one file for each code, that the diff of each breaking change reports the code, and
// that the diff of the other does not. To add a code, add it to gen/diff, and a file.
package breaking
