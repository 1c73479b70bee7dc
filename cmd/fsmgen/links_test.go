package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	link      = regexp.MustCompile(`\]\(([^)\s#]*)(#[^)\s]*)?\)`)
	heading   = regexp.MustCompile(`(?m)^#+ (.*)$`)
	linkText  = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	slugWords = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
	fenced    = regexp.MustCompile("(?ms)^```.*?^```$")
)

// documents returns the Markdown that people read.
func documents(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "docs/llms.txt", "machines/*/*.md", "examples/*/*.md"} {
		found, err := filepath.Glob("../../" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	return files
}

// TestLinks checks that all files and headings exist to which the docs link.
func TestLinks(t *testing.T) {
	links, known := 0, map[string]map[string]bool{}
	for _, file := range documents(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(fenced.ReplaceAllString(string(text), ""), -1) {
			if strings.Contains(m[1], ":") {
				continue
			}
			links++
			target := file
			if m[1] != "" {
				target = filepath.Join(filepath.Dir(file), m[1])
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			if m[2] == "" || !strings.HasSuffix(target, ".md") {
				continue
			}
			if known[target] == nil {
				known[target] = anchors(t, target)
			}
			if !known[target][m[2][1:]] {
				t.Errorf("%s: %s has no heading %s", file, target, m[2])
			}
		}
	}
	if links < 50 {
		t.Errorf("%d links", links)
	}
}

// anchors returns what GitHub makes of the headings of a page.
func anchors(t *testing.T, file string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(string(text), ""), -1) {
		words := strings.ToLower(linkText.ReplaceAllString(m[1], "$1"))
		name := strings.ReplaceAll(slugWords.ReplaceAllString(words, ""), " ", "-")
		unique := name
		for n := 1; out[unique]; n++ {
			unique = name + "-" + strconv.Itoa(n)
		}
		out[unique] = true
	}
	return out
}

// TestForAgents holds what coding agents read first to 2,500 tokens of about four characters each.
func TestForAgents(t *testing.T) {
	for _, name := range []string{"llms.txt", "SKILL.md"} {
		text, err := os.ReadFile("../../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if len(text) >= 4*2500 {
			t.Errorf("docs/%s has %d bytes", name, len(text))
		}
		if name == "SKILL.md" && !regexp.MustCompile(`\A---\nname: fsmgen\ndescription: .{50,1000}\n---\n`).Match(text) {
			t.Error("docs/SKILL.md does not begin with its name and description, from which agents choose")
		}
	}
}

// TestPageLength holds pages to 400 lines, so that readers find what they look for. What is generated is looked up by its codes.
func TestPageLength(t *testing.T) {
	for _, file := range documents(t) {
		name, err := filepath.Rel("../../docs", file)
		if err != nil || strings.HasPrefix(name, "..") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), "\n"); n > 400 && name != "codes.md" && name != "breaking.md" {
			t.Errorf("docs/%s has %d lines: make a part of it a page", name, n)
		}
	}
}

// TestMap wants docs/README.md, or a page with a list, to lead to each page.
func TestMap(t *testing.T) {
	listed := map[string]bool{}
	for _, list := range []string{"README.md", "howto/README.md", "cookbook/README.md", "spec.md", "generated-code.md", "verification.md", "caps.md", "changing-a-spec.md"} {
		text, err := os.ReadFile("../../docs/" + list)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			listed[filepath.Join("../../docs", filepath.Dir(list), m[1])] = true
		}
	}
	pages := 0
	for _, file := range documents(t) {
		if !strings.HasPrefix(file, "../../docs/") || file == "../../docs/README.md" {
			continue
		}
		pages++
		if !listed[filepath.Clean(file)] {
			t.Errorf("no list leads to %s", file)
		}
	}
	if pages < 60 {
		t.Errorf("%d pages", pages)
	}
}
