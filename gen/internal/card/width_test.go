package card_test

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestWidth checks that GitHub does not cut off a table of a shipped card on a page that
// is 900 pixels wide: about 94 characters and the padding of the cells fit, and GitHub
// breaks cells, and code in them, only at spaces.
func TestWidth(t *testing.T) {
	files, err := filepath.Glob("../../../machines/*/*.fsm.md")
	if err != nil || len(files) < 4 {
		t.Fatalf("%v, %v", files, err)
	}
	more, err := filepath.Glob("../../../examples/*/*/*.fsm.md")
	if err != nil || len(more) < 1 {
		t.Fatalf("%v, %v", more, err)
	}
	for _, file := range append(append(files, more...), "testdata/call.fsm.md", "testdata/dialog.fsm.md", "testdata/invariants.fsm.md", "testdata/order.fsm.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tables := tablesOf(string(text))
		if len(tables) < 5 {
			t.Errorf("%s: only %d tables", file, len(tables))
		}
		for _, table := range tables {
			width := 0
			for column := range table[0] {
				// A cell has a padding of about 4 characters.
				longest := 0
				for _, row := range table {
					longest = max(longest, longestWord(row[column]))
				}
				width += longest + 4
			}
			if width > 94 || len(table[0]) > 5 {
				t.Errorf("%s: the table %q has %d columns, and is at least %d characters wide", file, table[0], len(table[0]), width)
			}
		}
	}
}

// tablesOf returns the cells of all tables of a page, without the rows of dashes.
func tablesOf(page string) [][][]string {
	var tables [][][]string
	inside := false
	for line := range strings.Lines(page) {
		row, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "| ")
		if !ok {
			inside = false
			continue
		}
		if !inside {
			tables = append(tables, nil)
		}
		inside = true
		if strings.HasPrefix(row, "--- |") {
			continue
		}
		last := &tables[len(tables)-1]
		*last = append(*last, strings.Split(strings.TrimSuffix(row, " |"), " | "))
	}
	return tables
}

var markup = regexp.MustCompile("<br>|\\\\|`|\\*|\\[|\\]\\([^)]*\\)")

// longestWord returns the number of characters of the longest word that a cell shows.
func longestWord(cell string) int {
	longest := 0
	for word := range strings.FieldsSeq(html.UnescapeString(markup.ReplaceAllStringFunc(cell, func(s string) string {
		if s == "<br>" {
			return " "
		}
		return ""
	}))) {
		longest = max(longest, utf8.RuneCountInString(word))
	}
	return longest
}
