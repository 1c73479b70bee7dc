package mermaid_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/mermaid"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
)

func TestSequence(t *testing.T) {
	messages := []mermaid.Message{
		{From: 1, To: 1, Note: []string{"Idle"}},
		{From: 0, To: 1, Text: []string{"Failure", "[class = Transient ∧ retries < 3]"}, Note: []string{"Retrying", "retries = 1"}},
		{From: 1, To: 1, Text: []string{""}},
		{From: 0, To: 1, Text: []string{"end; %% x"}},
	}
	head := "sequenceDiagram\n    participant p0 as Program\n    participant p1 as #160;\n"
	lines := []string{
		"    Note right of p1: Idle\n",
		"    p0->>p1: Failure<br>#91;class = Transient ∧<br>retries #60; 3#93;\n    Note right of p1: Retrying<br>retries = 1\n",
		"    p1->>p1: #160;\n",
		"    p0->>p1: end#59; #37;#37; x\n",
	}
	for most, want := range map[int]string{
		0: head + "    Note over p0,p1: … 4 more\n",
		3: head + strings.Join(lines[:3], "") + "    Note over p0,p1: … 1 more\n",
		4: head + strings.Join(lines, ""),
		9: head + strings.Join(lines, ""),
	} {
		if d := cmp.Diff(want, string(mermaid.Sequence([]string{"Program", " "}, messages, most))); d != "" {
			t.Errorf("at most %d (-want +got):\n%s", most, d)
		}
	}
}

// TestSequenceSize checks that a diagram with long texts stays within Mermaid's limit.
func TestSequenceSize(t *testing.T) {
	long := strings.Repeat("wide ", 1000)
	var messages []mermaid.Message
	for range 30 {
		messages = append(messages, mermaid.Message{To: 1, Text: []string{long}})
	}
	got := string(mermaid.Sequence([]string{"a", "b"}, messages, 100))
	more := regexp.MustCompile(`    Note over p0,p1: … (\d+) more\n$`).FindStringSubmatch(got)
	if more == nil || len(got) > 50_000 || fmt.Sprint(30-strings.Count(got, "->>")) != more[1] {
		t.Errorf("%d bytes, with %d messages, end in %q", len(got), strings.Count(got, "->>"), got[max(0, len(got)-60):])
	}
}

// TestSequenceHostile checks that no text becomes a statement, a comment, or markup.
func TestSequenceHostile(t *testing.T) {
	line := regexp.MustCompile(`^    (participant p[01] as|p0->>p1:|Note right of p1:) (.+)$`)
	entity := regexp.MustCompile(`#[0-9]+;|<br>`)
	for _, text := range append(picturetest.HostileTexts(), "end", "wrap: x", "a\nb", "loop x", "@{}") {
		got := string(mermaid.Sequence([]string{text, text}, []mermaid.Message{{To: 1, Text: []string{text}, Note: []string{text, text}}}, 1))
		body, ok := strings.CutPrefix(got, "sequenceDiagram\n")
		if n := strings.Count(body, "\n"); !ok || n != 4 {
			t.Errorf("%q: %d lines in\n%s", text, n, got)
		}
		for l := range strings.Lines(body) {
			m := line.FindStringSubmatch(strings.TrimSuffix(l, "\n"))
			if m == nil || strings.ContainsAny(entity.ReplaceAllString(m[2], ""), "#;%<:\"`") {
				t.Errorf("%q: the line %q", text, l)
			}
		}
	}
}
