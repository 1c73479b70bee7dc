package main

import (
	"os"
	"strings"
	"testing"
)

// TestFailWords checks that the docs and the action name all words of --exit-code.
func TestFailWords(t *testing.T) {
	read := func(file string) string {
		data, err := os.ReadFile("../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	page, action := read("docs/diff.md"), read("action.yml")
	_, input, _ := strings.Cut(action, "  fail-on:\n")
	input, _, _ = strings.Cut(input, "default:")
	for _, w := range failWords() {
		if !strings.Contains(page, "\n| `"+w.name+"` | ") {
			t.Errorf("docs/diff.md does not say on what %s fails", w.name)
		}
		if !strings.Contains(input, " "+w.name+",") {
			t.Errorf("action.yml does not name %s: %s", w.name, input)
		}
	}
}
