package mermaid

import (
	"path"
	"strings"

	"github.com/fsmgen/fsmgen/internal/importer/draft"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// Read returns the draft of the spec for a state diagram. The file name, with slashes, is used in positions, for the name
// of the machine, and to distinguish Markdown from Mermaid. In a document with several state diagrams, number selects
// one, counted from 1.
func Read(file string, src []byte, number int) *draft.Draft {
	d := &drawing{
		draft: draft.New(file, draft.Source{Noun: "diagram", Arrow: "arrow", Begin: "initial arrow [*] -->", End: "an arrow to [*]"}),
		file:  file, byID: make(map[string]*node),
	}
	start := text{line: 1, column: 1}
	ext := strings.ToLower(path.Ext(file))
	markdown := ext == ".md" || ext == ".markdown"
	found := diagrams(lines(string(src)), markdown)
	switch {
	case len(found) == 0 && markdown:
		d.fail(diag.CodeSyntax, start, "the document has no Mermaid state diagram").Helpf("a diagram is a fenced block ```mermaid that begins with stateDiagram-v2")
	case len(found) == 0:
		d.fail(diag.CodeSyntax, start, "the file is not a Mermaid state diagram").Helpf("a diagram begins with stateDiagram-v2")
	case number < 1 || number > len(found):
		d.fail(diag.CodeMissing, start, "unknown diagram %d: the document has %d state diagrams", number, len(found))
	default:
		d.read(found[number-1])
	}
	if d.draft.Failed() {
		return d.draft
	}
	if len(found) > 1 && number == 1 {
		d.warn(start, "the document has %d state diagrams: the import reads the first one", len(found))
	}
	build(d)
	return d.draft
}

// Is reports whether a text is a state diagram, or a Markdown document with one.
func Is(src []byte) bool {
	all := lines(string(src))
	return len(diagrams(all, false))+len(diagrams(all, true)) > 0
}
