package main

import (
	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/internal/explain"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// findingFormats are the formats of check and verify.
var findingFormats = append([]word{
	{"text", "for people, with the lines of the specs"},
	{"json", "for programs"},
	{briefFormat, briefHelp},
}, toolFormats...)

// toolFormats are the formats in which tools read findings with their places.
var toolFormats = []word{
	{"github", "workflow commands with which GitHub annotates a pull request"},
	{"sarif", "a SARIF 2.1.0 log"},
}

// writeFindings prints findings in a format for tools. It prints nothing for text;
// callers do.
func writeFindings(std stdio, format string, l diag.List) error {
	switch format {
	case "json", briefFormat:
		return writeJSON(std.out, format, l)
	case "github":
		return diag.WriteGitHub(std.out, l)
	case "sarif":
		var rules []diag.Rule
		for _, r := range explain.All() {
			rules = append(rules, diag.Rule{Code: r.Code, Title: r.Title, Text: r.Text})
		}
		for _, r := range diff.Codes() {
			rules = append(rules, diag.Rule{Code: diag.Code(r.Code), Title: r.Title, Text: r.Text})
		}
		return diag.WriteSARIF(std.out, version(), rules, l)
	}
	return nil
}
