package card_test

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/card"
	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// shipped is the spec that [TestChurn] edits.
const shipped = "../../../machines/fallback/fallback.fsm.yaml"

// edits are small edits of the spec, each a list of texts and their replacements.
var edits = []struct {
	name    string
	replace []string
}{
	{"a comment at the top", []string{"machine: Fallback\n", "# Reviewed.\nmachine: Fallback\n"}},
	{"a blank line", []string{"\nenums:\n", "\n\nenums:\n"}},
	{"the doc of a state", []string{"doc: Waits for a request.", "doc: Waits until there is a request."}},
	{"a state renamed", []string{"Selecting", "Choosing"}},
	{"a transition added", []string{"    on: {RequestReceived: Selecting,", "    on: {RequestReceived: Selecting, Failure: {to: Exhausted, set: {cause: event.err}},"}},
	{"a guard changed", []string{"- if: event.class == Recoverable", "- if: event.class != Fatal"}},
	{"the default of a parameter", []string{"min: 0, default: 1", "min: 0, default: 2"}},
	{"a variable added", []string{"  last: {type: error,", "  rounds: {type: int, max: 9, doc: not used}\n  last: {type: error,"}},
	{"a field of a payload added", []string{"fields: {class: FailureClass, err: error}}\n  RetryReady", "fields: {class: FailureClass, err: error, status: int}}\n  RetryReady"}},
	{"an invariant added", []string{"[current + remaining == providers - 1]", "[current + remaining == providers - 1, remaining < providers]"}},
}

// TestChurn counts the lines of a card that small edits of its spec change, and compares
// them with the table in docs/diagrams.md.
func TestChurn(t *testing.T) {
	sample.Turn(t)
	src, err := os.ReadFile(shipped)
	if err != nil {
		t.Fatal(err)
	}
	before := cardOf(t, string(src))
	var table strings.Builder
	table.WriteString("| edit | lines changed | lines of the card |\n| --- | --- | --- |\n")
	for _, e := range edits {
		edited := strings.NewReplacer(e.replace...).Replace(string(src))
		if edited == string(src) {
			t.Fatalf("%s: nothing is edited", e.name)
		}
		after := cardOf(t, edited)
		fmt.Fprintf(&table, "| %s | %d | %d |\n", e.name, changed(before, after), len(after))
	}
	const page = "../../../docs/diagrams.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	documented := regexp.MustCompile(`\| edit \| lines changed \| lines of the card \|\n(\|.*\n)+`)
	if !documented.Match(text) {
		t.Fatalf("%s has no table of edits", page)
	}
	golden.File(t, page, documented.ReplaceAllLiteral(text, []byte(table.String())))
}

// cardOf returns the lines of the card of a spec.
func cardOf(t *testing.T, src string) []string {
	t.Helper()
	s, diags := spec.Load("fallback.fsm.yaml", []byte(src))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	r := verify.Machine(context.Background(), s.Machine)
	if !r.Proved() {
		t.Fatal(r.Summary())
	}
	text, err := card.Card(s.Machine, r, "fallback.fsm.yaml", "")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// changed returns the number of lines of the longer text that are not in a longest common
// subsequence of both.
func changed(a, b []string) int {
	common := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			next := common[j+1]
			if x == y {
				common[j+1] = diagonal + 1
			} else {
				common[j+1] = max(common[j+1], common[j])
			}
			diagonal = next
		}
	}
	return max(len(a), len(b)) - common[len(b)]
}
