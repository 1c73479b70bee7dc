package main

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
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
		"go.yaml.in/yaml/v4":           {"internal/syntax"},
		"github.com/dave/jennifer/jen": {"gen/golang", "gen/proptest"},
		"github.com/spf13/cobra":       {"cmd/fsmgen"},
		"github.com/leanovate/gopter":  {},
		"github.com/google/go-cmp/cmp": {},
	}
	forbidden := map[string][]string{
		"spec":     {"verify", "gen", "cmd"},
		"verify":   {"gen", "cmd"},
		"gen":      {"cmd"},
		"machines": {"spec", "verify", "gen", "cmd"},
		"examples": {"spec", "verify", "gen", "cmd"},
	}
	// The rooms of the verifier, and which others of the module each may import. The
	// first four are the trusted base: no search, no exploration, nothing that runs.
	core := []string{"spec/core", "spec/expr"}
	trusted := append([]string{"verify/certificate", "verify/obligation"}, core...)
	encoded := append([]string{"verify/internal/encode"}, trusted...)
	rooms := map[string][]string{
		"verify/certificate":        {},
		"verify/obligation":         append([]string{"spec/diag"}, core...),
		"verify/internal/encode":    trusted,
		"verify/internal/verdict":   encoded,
		"verify/internal/solve":     {"verify/certificate"},
		"verify/internal/ranking":   {"verify/certificate", "verify/internal/solve"},
		"verify/internal/synthesis": append([]string{"internal/explore"}, core...),
		"verify/internal/notation":  encoded,
		"verify/internal/concrete":  append([]string{"internal/explore", "verify/obligation"}, core...),
		"verify/internal/search": append([]string{"internal/explore", "verify/internal/concrete", "verify/internal/notation",
			"verify/internal/ranking", "verify/internal/solve", "verify/internal/synthesis", "verify/internal/verdict"}, encoded...),
		"verify/internal/counter": append([]string{"internal/explore", "verify/internal/concrete", "verify/internal/notation", "verify/internal/solve"}, encoded...),
		"verify/internal/remark":  append([]string{"internal/explore", "spec/diag", "verify/internal/concrete", "verify/internal/solve"}, encoded...),
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
			if allowed, ok := rooms[name]; ok && strings.Contains(path, ".") && (!ours || !slices.Contains(allowed, inside)) {
				t.Errorf("%s must not import %s", name, path)
			}
		}
	}
	for room := range rooms {
		if !slices.ContainsFunc(list, func(p *packages.Package) bool { return p.PkgPath == module+room }) {
			t.Errorf("there is no package %s", room)
		}
	}
	if seen < 50 {
		t.Errorf("only %d imports were looked at", seen)
	}
}

// TestTrusted holds the pages to name the packages of the trusted base, and their
// sizes to within a tenth.
func TestTrusted(t *testing.T) {
	for _, page := range []string{"architecture", "verification"} {
		text, err := os.ReadFile("../../docs/" + page + ".md")
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, row := range regexp.MustCompile("(?m)^ *\\| `(verify/[a-z/]+)` \\| ([0-9]+) \\|").FindAllStringSubmatch(string(text), -1) {
			names = append(names, row[1])
			files, err := filepath.Glob("../../" + row[1] + "/*.go")
			if err != nil {
				t.Fatal(err)
			}
			lines := 0
			for _, file := range files {
				if data, err := os.ReadFile(file); err != nil {
					t.Fatal(err)
				} else if !strings.HasSuffix(file, "_test.go") {
					lines += bytes.Count(data, []byte("\n"))
				}
			}
			if said, _ := strconv.Atoi(row[2]); said*10 < lines*9 || said*10 > lines*11 {
				t.Errorf("docs/%s.md says that %s has %d lines, and it has %d", page, row[1], said, lines)
			}
		}
		if want := []string{"verify/obligation", "verify/internal/encode", "verify/certificate", "verify/internal/verdict"}; !slices.Equal(names, want) {
			t.Errorf("docs/%s.md names %v as trusted, want %v", page, names, want)
		}
	}
}
