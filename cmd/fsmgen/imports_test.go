package main

import (
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestArchitecture checks that docs/architecture.md knows each package, and names
// none that is not there.
func TestArchitecture(t *testing.T) {
	page, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, row := range regexp.MustCompile(`(?m)^\| (`+"`"+`.*?) \|`).FindAllStringSubmatch(string(page), -1) {
		for name := range strings.SplitSeq(row[1], ", ") {
			name = strings.Trim(name, "`")
			known[name] = true
			if info, err := os.Stat("../../" + name); err != nil || !info.IsDir() {
				t.Errorf("the page has %s, which is no folder", name)
			}
		}
	}
	list, err := packages.Load(&packages.Config{Mode: packages.NeedName, Dir: "../.."}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		name := strings.TrimPrefix(p.PkgPath, module)
		// Packages for tests stand in the row of what they test, examples together.
		test := path.Base(name)
		named := strings.HasSuffix(test, "test") && strings.Contains(string(page), "`"+test+"`")
		if !known[name] && !named && !strings.HasPrefix(name, "examples/") {
			t.Errorf("the page does not have %s", name)
		}
	}
}

const module = "github.com/fsmgen/fsmgen/"

// TestImports keeps the dependencies of docs/architecture.md.
func TestImports(t *testing.T) {
	list, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedImports, Dir: "../.."}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	only := map[string][]string{
		"go.yaml.in/yaml/v4":             {"internal/syntax"},
		"github.com/dave/jennifer/jen":   {"gen/golang", "gen/proptest"},
		"github.com/spf13/cobra":         {"cmd/fsmgen"},
		module + "verify/internal/solve": {"verify", "verify/internal/ranking"},
		"github.com/leanovate/gopter":    {"fsmtest/property"},
		"github.com/google/go-cmp/cmp":   {},
	}
	forbidden := map[string][]string{
		"spec":     {"verify", "gen", "cmd"},
		"verify":   {"gen", "cmd"},
		"gen":      {"cmd"},
		"machines": {"spec", "verify", "gen", "cmd"},
		"examples": {"spec", "verify", "gen", "cmd"},
	}
	// The outputs know nothing of each other, but that a card has a diagram.
	outputs := map[string][]string{
		"gen/golang": {}, "gen/proptest": {}, "gen/mermaid": {}, "gen/smtlib": {}, "gen/card": {"gen/mermaid"}, "gen/diff": {"gen/mermaid"}, "gen/promela": {}, "gen/tla": {}, "gen/dot": {}, "gen/counterexample": {}, "gen/plantuml": {},
	}
	seen := 0
	for _, p := range list {
		name := strings.TrimPrefix(p.PkgPath, module)
		top, _, _ := strings.Cut(name, "/")
		for path := range p.Imports {
			seen++
			if allowed, ok := only[path]; ok && !slices.Contains(allowed, name) {
				t.Errorf("%s must not import %s", name, path)
			}
			inside, ours := strings.CutPrefix(path, module)
			for _, f := range forbidden[top] {
				if ours && (inside == f || strings.HasPrefix(inside, f+"/")) {
					t.Errorf("%s must not import %s", name, inside)
				}
			}
			if allowed, ok := outputs[name]; ok && ours && outputs[inside] != nil && !slices.Contains(allowed, inside) {
				t.Errorf("%s must not import %s", name, inside)
			}
			if (name == "verify/certificate" || name == "fsmtest") && strings.Contains(path, ".") {
				t.Errorf("%s must not import %s", name, path)
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d imports were looked at", seen)
	}
}
