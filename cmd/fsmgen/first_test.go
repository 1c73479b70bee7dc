package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

// TestFirst runs the commands that fsmgen prints without arguments, in order, in an empty folder.
func TestFirst(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "go.mod", "module example.com/app\n")
	var out bytes.Buffer
	if code := run(t.Context(), nil, stdio{nil, &out, &out}); code != exitFine || out.String() != first {
		t.Fatalf("fsmgen ends with %d and prints\n%s", code, out.String())
	}
	commands := regexp.MustCompile(`(?m)^  fsmgen (.+?)   `).FindAllStringSubmatch(first, -1)
	if len(commands) != 3 {
		t.Fatalf("%d commands", len(commands))
	}
	for _, m := range commands {
		out.Reset()
		if code := run(t.Context(), strings.Fields(m[1]), stdio{nil, &out, &out}); code != exitFine {
			t.Errorf("fsmgen %s ends with %d:\n%s", m[1], code, out.String())
		}
	}
	for line := range strings.Lines(first) {
		if len(line) > 80 {
			t.Errorf("a line of %d columns: %s", len(line), line)
		}
	}
}
