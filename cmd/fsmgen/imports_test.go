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

// TestArchitecture checks that docs/architecture.md has a row for each package and
// names none that does not exist. A row "gen/..." is for all packages below gen.
func TestArchitecture(t *testing.T) {
	page, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	var below []string
	for _, row := range regexp.MustCompile(`(?m)^\| (`+"`"+`.*?) \|`).FindAllStringSubmatch(string(page), -1) {
		for name := range strings.SplitSeq(row[1], ", ") {
			name = strings.Trim(name, "`")
			if parent, all := strings.CutSuffix(name, "/..."); all {
				below = append(below, parent+"/")
				continue
			}
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
		known[name] = known[name] || slices.ContainsFunc(below, func(parent string) bool { return strings.HasPrefix(name, parent) })
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
		"github.com/leanovate/gopter":    {},
		"github.com/google/go-cmp/cmp":   {"internal/golden"},
		module + "internal/golden":       {},
		module + "internal/sample":       {},
	}
	forbidden := map[string][]string{
		"spec":     {"verify", "gen", "cmd"},
		"verify":   {"gen", "cmd"},
		"gen":      {"cmd"},
		"machines": {"spec", "verify", "gen", "cmd"},
		"examples": {"spec", "verify", "gen", "cmd"},
	}
	// The trusted packages, and all that they may import of this module.
	closed := map[string][]string{
		"verify/certificate": {},
		"internal/interp":    {"spec/core", "spec/expr"},
		"verify/trace":       {"internal/interp", "spec/core", "spec/expr"},
	}
	// Outputs do not import each other. Diagrams share a picture, and the card and
	// the diff contain a diagram.
	shared := map[string][]string{"gen/picture": {"gen/picture/picturetest", "gen/mermaid", "gen/dot", "gen/plantuml"}, "gen/mermaid": {"gen/card", "gen/diff"}}
	// Commands reach outputs through package gen.
	commands := []string{"gen", "gen/diff", "gen/exhaustive"}
	seen := 0
	for _, p := range list {
		name := strings.TrimPrefix(p.PkgPath, module)
		top, _, _ := strings.Cut(name, "/")
		for path := range p.Imports {
			seen++
			output, _, _ := strings.Cut(name, "/internal/")
			if allowed, ok := only[path]; ok && !slices.Contains(allowed, name) && !slices.Contains(allowed, output) {
				t.Errorf("%s must not import %s", name, path)
			}
			inside, ours := strings.CutPrefix(path, module)
			for _, f := range forbidden[top] {
				if ours && (inside == f || strings.HasPrefix(inside, f+"/")) {
					t.Errorf("%s must not import %s", name, inside)
				}
			}
			isOutput := ours && strings.HasPrefix(inside, "gen/")
			if strings.HasPrefix(name, "gen/") && isOutput && !slices.Contains(shared[inside], name) {
				t.Errorf("%s must not import %s", name, inside)
			}
			if top == "cmd" && isOutput && !slices.Contains(commands, inside) {
				t.Errorf("%s must not import %s", name, inside)
			}
			if allowed, ok := closed[name]; ok && strings.Contains(path, ".") && !slices.Contains(allowed, inside) {
				t.Errorf("%s must not import %s", name, path)
			}
		}
	}
	for name := range closed {
		if !slices.ContainsFunc(list, func(p *packages.Package) bool { return p.PkgPath == module+name }) {
			t.Errorf("there is no package %s, whose imports are restricted", name)
		}
	}
	if seen < 50 {
		t.Errorf("only %d imports were looked at", seen)
	}
}
