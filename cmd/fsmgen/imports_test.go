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

// TestArchitecture checks that docs/internals/architecture.md has a row for each package and
// names none that does not exist. A row "gen/..." is for all packages below gen.
func TestArchitecture(t *testing.T) {
	page, err := os.ReadFile("../../docs/internals/architecture.md")
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

// TestImports checks the dependencies that docs/internals/architecture.md allows.
func TestImports(t *testing.T) {
	list, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedImports, Dir: "../.."}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	only := map[string][]string{
		"go.yaml.in/yaml/v4":                   {"internal/syntax"},
		"github.com/dave/jennifer/jen":         {"gen/internal/golang", "gen/internal/proptest"},
		"github.com/spf13/cobra":               {"cmd/fsmgen"},
		"github.com/leanovate/gopter":          {"fsmtest/property"},
		"github.com/leanovate/gopter/commands": {"fsmtest/property"},
		"github.com/google/go-cmp/cmp":         {"internal/golden", "internal/screenshot"},
		module + "internal/browser":            {"internal/screenshot"},
		module + "internal/screenshot":         {},
		module + "internal/golden":             {"internal/screenshot"},
		module + "internal/sample":             {},
		module + "internal/sandbox":            {"gen/diff/internal/difftest"},
		module + "internal/postgres":           {},
		module + "internal/reference":          {"internal/course"},
		module + "internal/course":             {},
		module + "internal/charts":             {},
	}
	forbidden := map[string][]string{
		"spec":     {"verify", "gen", "cmd"},
		"verify":   {"gen", "cmd"},
		"gen":      {"cmd"},
		"machines": {"spec", "verify", "gen", "cmd"},
		"examples": {"spec", "verify", "gen", "cmd"},
		"fsmtest":  {"spec", "verify", "gen", "cmd"},
		"store":    {"spec", "verify", "gen", "cmd"},
	}
	// Packages whose imports of this module are restricted: those that users import,
	// and the rooms of the verifier, whose trusted ones import no search, no
	// exploration, and nothing that runs.
	core := []string{"spec/core", "spec/expr"}
	trusted := append([]string{"verify/certificate", "verify/obligation"}, core...)
	encoded := append([]string{"verify/internal/encode"}, trusted...)
	below := []string{"fsmtest/internal/draw", "fsmtest/internal/effort", "fsmtest/internal/host", "fsmtest/internal/mirror", "fsmtest/internal/oracle", "fsmtest/internal/subject"}
	rooms := map[string][]string{
		"fsm":                       {},
		"fsm/codec":                 {"fsm"},
		"fsm/drive":                 {"fsm"},
		"fsmtest":                   {"fsmtest/internal/check", "fsmtest/internal/effort", "fsmtest/internal/oracle", "fsmtest/internal/run", "fsmtest/internal/subject"},
		"fsmtest/internal/mirror":   {},
		"fsmtest/internal/effort":   {},
		"fsmtest/internal/oracle":   {"fsmtest/internal/effort", "fsmtest/internal/mirror"},
		"fsmtest/internal/draw":     {"fsmtest/internal/mirror", "fsmtest/internal/oracle"},
		"fsmtest/internal/subject":  {"fsmtest/internal/mirror", "fsmtest/internal/oracle"},
		"fsmtest/internal/host":     {"fsmtest/internal/mirror", "fsmtest/internal/oracle", "fsmtest/internal/subject"},
		"fsmtest/internal/run":      below,
		"fsmtest/internal/script":   append([]string{"fsmtest/internal/run"}, below...),
		"fsmtest/internal/check":    append([]string{"fsmtest/internal/run", "fsmtest/internal/script"}, below...),
		"fsmtest/property":          {"fsmtest"},
		"store":                     {"store/internal/dialect", "store/internal/query", "store/internal/queue", "store/internal/retry", "store/internal/schema"},
		"store/internal/query":      {"store/internal/dialect"},
		"store/internal/queue":      {"store/internal/dialect", "store/internal/query"},
		"store/internal/schema":     {"store/internal/dialect"},
		"store/internal/dialect":    {},
		"store/internal/retry":      {"fsm", "fsm/codec"}, // a generated machine
		"verify/certificate":        {},
		"internal/interp":           core,
		"internal/conform":          append([]string{"internal/source", "verify/obligation"}, core...),
		"internal/source":           core,
		"internal/reference":        {"internal/syntax", "spec/diag", "spec/expr"},
		"verify/trace":              append([]string{"internal/interp"}, core...),
		"verify/obligation":         append([]string{"spec/diag"}, core...),
		"verify/internal/encode":    trusted,
		"verify/internal/verdict":   encoded,
		"verify/internal/effort":    {},
		"verify/internal/solve":     {"verify/certificate", "verify/internal/effort"},
		"verify/internal/potential": {"verify/certificate", "verify/internal/notation", "verify/internal/ranking"},
		"verify/internal/ranking":   {"verify/certificate", "verify/internal/solve"},
		"verify/internal/synthesis": append([]string{"internal/explore"}, core...),
		"verify/internal/notation":  encoded,
		"verify/internal/concrete":  append([]string{"internal/explore", "verify/obligation", "verify/internal/effort"}, core...),
		"verify/internal/search": append([]string{"verify/trace", "internal/explore", "internal/typical", "verify/internal/concrete", "verify/internal/notation",
			"verify/internal/potential", "verify/internal/ranking", "verify/internal/solve", "verify/internal/synthesis", "verify/internal/verdict"}, encoded...),
		"verify/internal/counter": append([]string{"verify/trace", "internal/explore", "internal/interp", "verify/internal/concrete", "verify/internal/effort", "verify/internal/notation", "verify/internal/solve", "verify/internal/verdict"}, encoded...),
		"verify/internal/remark":  append([]string{"internal/source", "verify/trace", "internal/explore", "spec/diag", "verify/internal/concrete", "verify/internal/solve"}, encoded...),
	}
	// Outputs do not import each other. Diagrams and the diff share a picture, the card and
	// the diff contain a diagram, the diff compares the API of the Go code, and Go and card know the length of histories.
	shared := map[string][]string{"gen/internal/golang": {"gen/diff", "gen/diff/internal/difftest"}, "gen/internal/goapi": {"gen/diff"}, "gen/internal/worstcase": {"gen/diff", "gen/internal/golang", "gen/internal/golang/internal/worst", "gen/internal/proptest"}, "gen/internal/history": {"gen/internal/card", "gen/internal/golang/internal/values"}, "gen/internal/picture": {"gen/diff", "gen/internal/picture/picturetest", "gen/internal/mermaid", "gen/internal/dot", "gen/internal/plantuml", "gen/internal/svg", "gen/internal/explorer"}, "gen/internal/layout": {"gen/internal/svg"}, "gen/internal/mermaid": {"gen/internal/card", "gen/diff"}, "gen/internal/svg": {"gen/diff", "gen/internal/explorer"}}
	// Commands reach outputs through package gen.
	commands := []string{"gen", "gen/diff", "gen/diff/migrate", "gen/exhaustive"}
	seen := 0
	for _, p := range list {
		name := strings.TrimPrefix(p.PkgPath, module)
		top, _, _ := strings.Cut(name, "/")
		for path := range p.Imports {
			seen++
			output := outputOf(name)
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
			if strings.HasPrefix(name, "gen/") && isOutput && outputOf(inside) != output && !slices.Contains(shared[inside], name) {
				t.Errorf("%s must not import %s", name, inside)
			}
			if top == "cmd" && isOutput && !slices.Contains(commands, inside) {
				t.Errorf("%s must not import %s", name, inside)
			}
			if allowed, ok := rooms[name]; ok && strings.Contains(path, ".") && !slices.Contains(allowed, inside) && !slices.Contains(only[path], name) {
				t.Errorf("%s must not import %s", name, path)
			}
		}
	}
	for room := range rooms {
		if !slices.ContainsFunc(list, func(p *packages.Package) bool { return p.PkgPath == module+room }) {
			t.Errorf("there is no package %s, whose imports are restricted", room)
		}
	}
	if seen < 50 {
		t.Errorf("only %d imports were looked at", seen)
	}
}

// TestTrusted checks that the docs name the packages of the trusted base, with their
// sizes to within a tenth.
func TestTrusted(t *testing.T) {
	for _, page := range []string{"internals/architecture", "verification"} {
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

// outputOf returns the folder of the output to which a package below gen belongs, and
// any other package unchanged.
func outputOf(name string) string {
	parts := strings.Split(name, "/")
	switch {
	case len(parts) > 2 && parts[0] == "gen" && parts[1] == "internal":
		return strings.Join(parts[:3], "/")
	case len(parts) > 1 && parts[0] == "gen":
		return strings.Join(parts[:2], "/")
	}
	return name
}
