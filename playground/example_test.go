package main

import (
	"os"
	"strings"
	"testing"
)

// TestFirstExample wants the page to begin with the machine of the first screen of the README.
func TestFirstExample(t *testing.T) {
	list, err := examples("..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "```yaml\n# request/request.fsm.yaml\n"+list[0].Source+"```\n") {
		t.Errorf("the README does not have %s", list[0].Source)
	}
}
