package mermaid

import (
	"path"
	"strings"

	"github.com/fsmgen/fsmgen/internal/format"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// Import returns the spec that a state diagram means. The file name, with
// slashes, is used in positions, for the name of the machine and to tell
// Markdown from Mermaid; of a document with several state diagrams it imports
// number, counted from 1. The diagnostics are sorted; if they hold an error,
// there is no spec.
//
// What is wrong with the spec itself, such as two names that Go could not
// tell apart, is reported without a place.
func Import(file string, src []byte, number int) ([]byte, diag.List) {
	var d drawing
	d.file = file
	start := text{line: 1, column: 1}
	if len(src) > maxSource {
		d.fail(diag.CodeTooBig, start, "the file has more than %d bytes", maxSource)
		return nil, d.diags
	}
	ext := strings.ToLower(path.Ext(file))
	markdown := ext == ".md" || ext == ".markdown"
	found := diagrams(lines(string(src)), markdown)
	switch {
	case len(found) == 0 && markdown:
		d.fail(diag.CodeSyntax, start, "the document has no state diagram of Mermaid").Helpf("a diagram is a fenced block ```mermaid that begins with stateDiagram-v2")
		return nil, d.diags
	case len(found) == 0:
		d.fail(diag.CodeSyntax, start, "this is not a state diagram of Mermaid").Helpf("a diagram begins with stateDiagram-v2")
		return nil, d.diags
	case number < 1 || number > len(found):
		d.fail(diag.CodeMissing, start, "there is no state diagram %d: the document has %d", number, len(found))
		return nil, d.diags
	}
	drawn := read(file, found[number-1])
	if drawn.diags.HasErrors() {
		drawn.diags.Sort()
		return nil, drawn.diags
	}
	if len(found) > 1 && number == 1 {
		drawn.warn(start, "the document has %d state diagrams: this is the first", len(found))
	}
	name := camel(strings.TrimSuffix(path.Base(file), path.Ext(file)))
	m := build(drawn, names{}.fresh(name, "Machine"))
	drawn.diags.Sort()
	if drawn.diags.HasErrors() {
		return nil, drawn.diags
	}
	out := []byte(write(m, path.Base(file)))
	if pretty, diags, err := format.Source(file, out); err == nil && !diags.HasErrors() {
		out = pretty
	}
	return accept(file, out, drawn.diags)
}

// accept has the loader read the spec, and says why it does not if so.
func accept(file string, out []byte, diags diag.List) ([]byte, diag.List) {
	_, found := spec.Load(file, out)
	for _, f := range found {
		if f.Severity == diag.Error {
			diags = append(diags, diag.Diagnostic{Code: f.Code, Severity: f.Severity, Span: diag.Span{File: file}, Message: "the spec that the diagram means is wrong: " + f.Message, Help: f.Help})
		}
	}
	if diags.HasErrors() {
		return nil, diags
	}
	return out, diags
}
