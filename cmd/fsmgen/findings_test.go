package main

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// TestMatcher checks the problem matcher against the output of the tool.
func TestMatcher(t *testing.T) {
	data, err := os.ReadFile("../../.github/fsmgen-matcher.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		ProblemMatcher []struct{ Pattern []struct{ Regexp string } }
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	pattern := regexp.MustCompile(file.ProblemMatcher[0].Pattern[0].Regexp)
	_, diags := spec.Load("dir/a.fsm.yaml", []byte("machine: M\nevents: {E: {}}\ninitial: A\nterminal: {d: [B]}\nstates: {A: {on: {E: C}}, B: {}}\n"))
	var text strings.Builder
	if err := diag.WriteText(&text, diags, nil); err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(text.String(), "\n")
	want := []string{first, "dir/a.fsm.yaml", "5", "22", "error", "unknown state `C`", "FSM103"}
	if got := pattern.FindStringSubmatch(first); !slices.Equal(got, want) {
		t.Errorf("matched %q, want %q", got, want)
	}
}
