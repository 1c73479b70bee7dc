package importer_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/importer"
	"github.com/fsmgen/fsmgen/spec/diag"
)

const diagram = "stateDiagram-v2\n[*] --> A\nA --> B : go\nB --> [*]\n"

// TestDocs compares the rows of docs/import.md with the table of importers.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/import.md")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, i := range importer.All() {
		want = append(want, "| `"+i.Name+"` | `"+strings.Join(i.Suffixes, "`, `")+"` | "+i.Help+" |")
	}
	_, section, ok := strings.Cut(string(page), "\n## Formats\n")
	section, _, _ = strings.Cut(section, "\n## ")
	got := regexp.MustCompile("(?m)^\\| `.*$").FindAllString(section, -1)
	if d := cmp.Diff(want, got); !ok || d != "" {
		t.Errorf("docs/import.md is stale (-table +page):\n%s", d)
	}
}

// TestTable checks that names and suffixes are distinct.
func TestTable(t *testing.T) {
	var seen []string
	for _, i := range importer.All() {
		if i.Help == "" || len(i.Suffixes) == 0 {
			t.Errorf("%s has no help, or no suffixes", i.Name)
		}
		seen = append(append(seen, i.Name), i.Suffixes...)
	}
	slices.Sort(seen)
	if n := len(seen); len(slices.Compact(seen)) != n {
		t.Errorf("a name or suffix is declared twice: %v", seen)
	}
}

func TestChoose(t *testing.T) {
	for _, test := range []struct{ name, file, src, want string }{
		{"mermaid", "x.csv", "", "mermaid"},
		{"", "x.mmd", "", "mermaid"},
		{"", "X.MD", "", "mermaid"},
		{"", "<stdin>", diagram, "mermaid"},
		{"", "<stdin>", "# A\n\n```mermaid\n" + diagram + "```\n", "mermaid"},
		{"", "x.txt", "anything", "mermaid"},
		{"", "x.scxml", "", "scxml"},
		{"", "<stdin>", "<?xml version='1.0'?>\n<scxml/>", "scxml"},
		{"other", "x.mmd", diagram, ""},
	} {
		i, ok := importer.Choose(test.name, test.file, []byte(test.src))
		if i.Name != test.want || ok != (test.want != "") {
			t.Errorf("%q, %s: %q", test.name, test.file, i.Name)
		}
	}
}

// TestExample compares the example of SCXML in docs/scxml.md with the file that the commands there import.
func TestExample(t *testing.T) {
	page, err := os.ReadFile("../../docs/scxml.md")
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile("../../docs/coffee.scxml")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "```xml\n"+string(file)+"```\n") {
		t.Error("docs/scxml.md does not contain docs/coffee.scxml as it is")
	}
}

func TestImport(t *testing.T) {
	i, _ := importer.Choose("mermaid", "", nil)
	if out, diags := i.Import("x.mmd", []byte(diagram), 1, false); !strings.Contains(string(out), "machine: X") || len(diags) > 0 {
		t.Errorf("%v\n%s", diags, out)
	}
	out, diags := i.Import("x.mmd", slices.Concat([]byte(diagram), make([]byte, 1<<20)), 1, false)
	if out != nil || len(diags) != 1 || diags[0].Code != diag.CodeTooBig {
		t.Errorf("a file that is too large: %v", diags)
	}
}
