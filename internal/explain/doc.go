// Package explain says what each code of a diagnostic means: why it is an
// error, how to mend it, and two complete specs, one wrong and one right.
//
// Each code has one Markdown file, such as FSM103.md, which is embedded. It
// holds a title, a paragraph of text, and the sections "Wrong" and "Right"
// with a fenced spec each, or with a Mermaid diagram where the code is about
// importing one. [All] and [Find] give its parts; `fsmgen explain`
// prints them. The page docs/codes.md is made of the same files: write it with
//
//	go test ./internal/explain -update
//
// The tests guarantee that there is a file for each constant of type
// [diag.Code] and no other, that each wrong spec gives its code and nothing
// else, that each right one is loaded and proved without a finding, and that
// the page is up to date. A new code is a new constant and a new file.
package explain
