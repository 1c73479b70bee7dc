package gen_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// TestFaceLines counts the lines of Go of shipped machines with some lists of faces, for the table in docs/generated-code.md.
func TestFaceLines(t *testing.T) {
	page, err := os.ReadFile("../docs/generated-code.md")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^go: .*\n`)
	for _, name := range []string{"Fallback", "Negotiation", "Orchestration"} {
		folder := filepath.Join("../machines", strings.ToLower(name))
		file := strings.ToLower(name) + ".fsm.yaml"
		src, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil {
			t.Fatal(err)
		}
		rest := line.ReplaceAllString(string(src), "")
		var first *verify.Report
		row := "| " + name
		for _, faces := range []string{"[]", "[typed]", "[typed, run]", "[snapshot]", "[observe]", "[snapshot, values]", "[columns]", ""} {
			text := rest
			if faces != "" {
				text = strings.Replace(rest, "machine: "+name+"\n", "machine: "+name+"\ngo: {faces: "+faces+"}\n", 1)
			}
			s, diags := spec.LoadWith(file, []byte(text), func(from, path string) (string, []byte, error) {
				path = filepath.Join(filepath.Dir(from), path)
				src, err := os.ReadFile(filepath.Join(folder, path))
				return path, src, err
			})
			if diags.HasErrors() || faces != "" && text == rest {
				t.Fatalf("%s %s: %v", name, faces, diags)
			}
			if first == nil {
				first = verify.Machine(t.Context(), s.Machine)
			}
			report := *first // the faces change nothing that is proved
			report.Machine = s.Machine
			lines := 0
			for _, o := range gen.Outputs(gen.Beside) {
				made := o.FileName(file)
				if !o.Wanted(s) || !strings.HasSuffix(made, ".go") || strings.HasSuffix(made, "_test.go") {
					continue
				}
				out, err := gen.Make(t.Context(), o.Name, gen.Input{Spec: s, Report: &report, Package: strings.ToLower(name)})
				if err != nil {
					t.Fatal(err)
				}
				lines += bytes.Count(out.Data, []byte("\n"))
			}
			row += fmt.Sprintf(" | %d", lines)
		}
		if row += " |\n"; !bytes.Contains(page, []byte("\n"+row)) {
			t.Errorf("docs/generated-code.md does not have the row\n%s", row)
		}
	}
}
