package main

import (
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// difference returns a unified diff of the contents of the file at path, old, with what
// they should be. The text of a line cannot control a terminal or a CI system; GitHub
// takes a line that begins with :: for a command, also after spaces.
func difference(path filePath, old []byte, what string, data []byte) string {
	name := path.String()
	var b strings.Builder
	for line := range strings.Lines(string(diff.Diff(name, old, name+" ("+what+")", data))) {
		line = diag.Printable(strings.TrimSuffix(line, "\n"))
		if text := strings.TrimSpace(line); strings.HasPrefix(text, "::") {
			line = strings.Replace(line, "::", "\u200b::", 1)
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}
