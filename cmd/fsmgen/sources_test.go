package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSources checks the table of statements: each row has a status and an
// implementation or a reason, the totals are right, and the named tests exist.
func TestSources(t *testing.T) {
	text, err := os.ReadFile("../../docs/internals/sources.md")
	if err != nil {
		t.Fatal(err)
	}
	cell := regexp.MustCompile(`[^\\]\|`)
	count := map[string]int{}
	for line := range strings.SplitSeq(string(text), "\n") {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| statement") || strings.HasPrefix(line, "| ---") {
			continue
		}
		var cells []string
		for _, c := range cell.Split(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), -1) {
			cells = append(cells, strings.TrimSpace(c))
		}
		if len(cells) != 4 {
			t.Errorf("%d cells in %s", len(cells), line)
			continue
		}
		verdict, where, remark := cells[1], cells[2], cells[3]
		count[verdict]++
		switch verdict {
		case "implemented":
			if where == "" {
				t.Errorf("no implementation in %s", line)
			}
		case "corrected":
			if where == "" || remark == "" {
				t.Errorf("no implementation or remark in %s", line)
			}
		case "omitted":
			if remark == "" {
				t.Errorf("no remark in %s", line)
			}
		default:
			t.Errorf("status %q in %s", verdict, line)
		}
	}
	total := fmt.Sprintf("\n%d statements: %d implemented, %d corrected, %d omitted.\n",
		count["implemented"]+count["corrected"]+count["omitted"], count["implemented"], count["corrected"], count["omitted"])
	if !strings.Contains(string(text), total) || count["implemented"] < 10 {
		t.Errorf("the page does not contain the totals %q", total)
	}

	var tests string
	for _, root := range []string{"../../machines", "../../examples"} {
		if err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			tests += "\n" + string(text)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	names := regexp.MustCompile(`\bTest[A-Z]\w*`).FindAllString(string(text), -1)
	if len(names) < 40 {
		t.Errorf("the page names only %d tests", len(names))
	}
	for _, name := range names {
		if !strings.Contains(tests, "\nfunc "+name+"(t *testing.T) {") {
			t.Errorf("%s does not exist", name)
		}
	}
}
