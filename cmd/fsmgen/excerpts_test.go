package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestExcerpts checks that the lines in the blocks "yml" of a page come from a spec of the page, which TestDocs verifies. On
// the page of concepts there are at most five.
func TestExcerpts(t *testing.T) {
	pages, err := filepath.Glob("../../docs/howto/*.md")
	if err != nil {
		t.Fatal(err)
	}
	const concepts = "../../docs/concepts.md"
	excerpts := 0
	for _, page := range append(pages, concepts) {
		var specs strings.Builder
		for _, b := range blocks(t, page) {
			if b.language == "yaml" {
				specs.WriteString("\n" + b.text)
			}
		}
		for _, b := range blocks(t, page) {
			if b.language != "yml" {
				continue
			}
			excerpts++
			if !strings.Contains(specs.String(), "\n"+b.text) {
				t.Errorf("no spec of %s has these lines:\n%s", page, b.text)
			}
			if page == concepts && strings.Count(b.text, "\n") > 5 {
				t.Errorf("%s has more than five lines:\n%s", page, b.text)
			}
		}
	}
	if excerpts < 10 {
		t.Errorf("%d excerpts", excerpts)
	}
}
