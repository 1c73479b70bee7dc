package main

import (
	"slices"
	"strings"
	"testing"
)

const want = `Fallback
  provider 0 fails: overloaded
  provider 0 fails: overloaded
  from provider 0 to 1
  provider 1 answers
  ends in Succeeded (success) after 8 events
Orchestration
  starts with provider Preferred
  a plan of three steps
  falls back to provider Stub: no answer in time
  no gap is left
  ends in Done (done) after 8 events
AgentLoop
  the model is unreachable
  the model is asked, for the 1. time
  2 tools run
  the model is asked, for the 2. time
  ends in Answered (answered) after 3 events
`

// TestExample runs all machines in the test environment. Activities run side by side, so the order of the lines may differ.
func TestExample(t *testing.T) {
	var out strings.Builder
	if err := run(t.Context(), "", func() {}, &out); err != nil {
		t.Fatal(err)
	}
	if lines(out.String()) != lines(want) {
		t.Errorf("got\n%s", out.String())
	}
}

// lines sorts the lines of a text.
func lines(text string) string {
	all := strings.Split(text, "\n")
	slices.Sort(all)
	return strings.Join(all, "\n")
}
