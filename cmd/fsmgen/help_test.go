package main

import (
	"strings"
	"testing"
)

// TestHelp checks that each command has a description and examples, and that help
// fits a terminal of 80 columns.
func TestHelp(t *testing.T) {
	for _, c := range newRoot(stdio{}).Commands() {
		if c.Name() == "help" {
			continue
		}
		if c.Short == "" || c.Long == "" && c.Name() != "version" {
			t.Errorf("%s has no description", c.Name())
		}
		if !strings.Contains(c.Example, "  fsmgen "+c.Name()) {
			t.Errorf("%s has no example:\n%s", c.Name(), c.Example)
		}
		for line := range strings.Lines(c.Long + "\n" + c.Example) {
			if line = strings.TrimSuffix(line, "\n"); len(line) > 80 {
				t.Errorf("%s: a line of %d columns: %s", c.Name(), len(line), line)
			}
		}
	}
}
