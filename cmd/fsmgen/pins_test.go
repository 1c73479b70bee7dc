package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPins checks that what CI and the documents run cannot change without a commit: actions of others are named by commit, with the version in a
// comment, fsmgen by a version, and packages of npm run no scripts when they are installed.
func TestPins(t *testing.T) {
	var files []string
	for _, pattern := range []string{"action.yml", ".ci/*", ".github/workflows/*", "*.md", "docs/*.md", "docs/*/*.md"} {
		found, err := filepath.Glob(filepath.Join("../..", filepath.FromSlash(pattern)))
		if err != nil || len(found) == 0 {
			t.Fatalf("no %s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	var (
		action = regexp.MustCompile(`\buses: +(\S+)(.*)`)
		pinned = regexp.MustCompile(`^[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
		npm    = regexp.MustCompile(`\bnpm (ci|i|install)\b[^)&|;]*`)
		moving = regexp.MustCompile(`fsmgen/[\w/]*@(main|latest|master|HEAD)\b`)
		count  = map[string]int{}
	)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "#") {
				continue
			}
			wrong := moving.MatchString(line)
			if m := action.FindStringSubmatch(line); m != nil && m[1] != "fsmgen/fsmgen@VERSION" && !strings.HasPrefix(m[1], "./") {
				count["action"]++
				wrong = wrong || !pinned.MatchString(m[1]+m[2])
			}
			if m := npm.FindString(line); m != "" {
				count["npm"]++
				wrong = wrong || !strings.Contains(m, "--ignore-scripts")
			}
			if wrong {
				t.Errorf("%s:%d: not pinned: %s", file, i+1, line)
			}
		}
	}
	if count["action"] < 10 || count["npm"] < 4 {
		t.Errorf("too few are found: %v", count)
	}
}
