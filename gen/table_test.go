package gen_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/gen/diff"
)

// TestDocs compares the rows of docs/outputs.md with the table of outputs and with
// the formats of diffs.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../docs/outputs.md")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, o := range gen.Outputs() {
		row := "| `" + o.Name + "` | "
		if o.Kind == gen.Beside {
			row += "`" + o.FileName("NAME.fsm.yaml") + "` | "
		}
		want = append(want, row+o.Help+" |")
	}
	for _, f := range diff.Formats() {
		want = append(want, "| `"+f.Name+"` | "+f.Help+" |")
	}
	got := regexp.MustCompile("(?m)^\\| `.*$").FindAllString(string(page), -1)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("docs/outputs.md is stale (-table +page):\n%s", d)
	}
}

// TestTable checks that the entries of the table are complete and distinct.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range gen.Outputs() {
		if !regexp.MustCompile(`^[a-z][a-z-]*$`).MatchString(o.Name) || seen[o.Name] {
			t.Errorf("%q is no name, or a name of two outputs", o.Name)
		}
		seen[o.Name] = true
		if (o.Kind == gen.Beside) != (o.Suffix != "") || seen[o.Suffix] && o.Suffix != "" {
			t.Errorf("%s: kind %s with suffix %q", o.Name, o.Kind, o.Suffix)
		}
		seen[o.Suffix] = true
		if o.Help == "" || strings.HasSuffix(o.Help, ".") || strings.Contains(o.Help, "\n") || strings.Contains(o.Help, "|") {
			t.Errorf("%s: help %q", o.Name, o.Help)
		}
		if found, ok := gen.Find(o.Name); !ok || found.Help != o.Help {
			t.Errorf("Find does not find %s", o.Name)
		}
	}
	if len(seen) < 15 {
		t.Errorf("only %d names and suffixes", len(seen))
	}
	if _, ok := gen.Find("none"); ok {
		t.Error("there is an output none")
	}
	for _, o := range gen.Outputs(gen.Diagram, gen.Regression) {
		if o.Kind != gen.Diagram && o.Kind != gen.Regression {
			t.Errorf("%s is neither a diagram nor a regression test", o.Name)
		}
	}
}
