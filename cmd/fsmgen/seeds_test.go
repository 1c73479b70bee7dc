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

// TestSeeds checks the table of statements: each row has a verdict and says where
// or why, the totals are right, and the tests that it names are there.
func TestSeeds(t *testing.T) {
	text, err := os.ReadFile("../../docs/seeds.md")
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
		case "realised":
			if where == "" {
				t.Errorf("where is this realised? %s", line)
			}
		case "corrected":
			if where == "" || remark == "" {
				t.Errorf("where and why is this corrected? %s", line)
			}
		case "left":
			if remark == "" {
				t.Errorf("why is this left? %s", line)
			}
		default:
			t.Errorf("verdict %q in %s", verdict, line)
		}
	}
	total := fmt.Sprintf("\n%d statements: %d realised, %d corrected, %d left.\n",
		count["realised"]+count["corrected"]+count["left"], count["realised"], count["corrected"], count["left"])
	if !strings.Contains(string(text), total) || count["realised"] < 10 {
		t.Errorf("the totals are not %q", total)
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
		t.Errorf("the table names %d tests", len(names))
	}
	for _, name := range names {
		if !strings.Contains(tests, "\nfunc "+name+"(t *testing.T) {") {
			t.Errorf("there is no %s", name)
		}
	}
}
