// Package explain describes each diagnostic code: what it means, why it is
// reported, and how to fix it, with a wrong and a right spec, both complete.
//
// Each code has one Markdown file, such as FSM103.md, which is embedded. It
// holds a title, a paragraph of text, and the sections "Wrong" and "Right"
// with a fenced spec each, or with a Mermaid diagram if the code is about
// importing one. A fence with two specs has a comment with the name of the file
// before each; the last one uses the other. [All] and [Find] return the parsed files; `fsmgen explain`
// prints them. The page docs/codes.md is generated from the same files:
//
//	go test ./internal/explain -update
//
// The tests check that there is exactly one file for each constant of type
// [diag.Code], that each wrong spec causes its code and no other, that each
// right spec is proved without a diagnostic, and that the page is up to date.
// To add a code, add a constant and a file.
package explain
