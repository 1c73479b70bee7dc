package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMachineReadmes checks the README of each shipped machine: its
// diagram, its proof, and code that an example of the package runs.
func TestMachineReadmes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Chdir("../..")
	specs, err := filepath.Glob("machines/*/*.fsm.yaml")
	if err != nil || len(specs) < 4 {
		t.Fatalf("machines %q, %v", specs, err)
	}
	for _, file := range specs {
		dir := filepath.Dir(file)
		examples, err := filepath.Glob(dir + "/*example_test.go")
		if err != nil {
			t.Fatal(err)
		}
		var code string
		for _, name := range examples {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			code += unindented(string(text))
		}
		shown := map[string]int{}
		for _, b := range blocks(t, dir+"/README.md") {
			shown[b.language]++
			switch b.language {
			case "console":
				runConsole(t, dir+"/README.md", b.text)
			case "go":
				if !strings.Contains(code, unindented(b.text)) {
					t.Errorf("%s: no example has this code:\n%s", dir, b.text)
				}
			case "mermaid":
				var out bytes.Buffer
				run(context.Background(), []string{"diagram", "--detail", "events", file}, stdio{strings.NewReader(""), &out, &out})
				if diff := cmp.Diff(out.String(), b.text); diff != "" {
					t.Errorf("%s: the diagram is not that of fsmgen diagram --detail events (-printed +README):\n%s", dir, diff)
				}
			}
		}
		if diff := cmp.Diff(map[string]int{"console": 1, "go": 1, "mermaid": 1}, shown); diff != "" {
			t.Errorf("%s: blocks in the README (-want +got):\n%s", dir, diff)
		}
	}
}

func unindented(text string) string {
	return regexp.MustCompile(`(?m)^\t+`).ReplaceAllString(text, "")
}

// TestElsewhere checks that the tests exist that run the other commands of the docs.
func TestElsewhere(t *testing.T) {
	for command, place := range elsewhere {
		dir, name, ok := strings.Cut(place, " Test")
		if !ok {
			continue
		}
		files, err := filepath.Glob("../../" + dir + "/*_test.go")
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			found = found || strings.Contains(string(text), "\nfunc Test"+name+"(t *testing.T) {")
		}
		if !found {
			t.Errorf("%q: there is no %s", command, place)
		}
	}
}

// TestExamplesInReadme checks that the README has a command for each example.
func TestExamplesInReadme(t *testing.T) {
	mains, err := filepath.Glob("../../examples/*/main.go")
	if err != nil || len(mains) < 4 {
		t.Fatalf("examples %q, %v", mains, err)
	}
	var commands string
	for _, b := range blocks(t, "../../README.md") {
		if b.language == "console" {
			commands += b.text
		}
	}
	for _, file := range mains {
		folder := filepath.Dir(file)
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			continue // a module of its own, with a README of its own
		}
		if command := "$ go run ./examples/" + filepath.Base(folder); !regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(command) + `( .*)?$`).MatchString(commands) {
			t.Errorf("the README has no %q", command)
		}
	}
}
