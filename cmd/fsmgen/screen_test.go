package main

import (
	"bytes"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The machines of the README: that of the first screen, and that of the first five minutes.
const (
	teaser = "request/request" + suffix
	quick  = "retry/retry" + suffix
)

// machineIn returns the spec on a page that names its file.
func machineIn(t *testing.T, page, path string) string {
	t.Helper()
	for _, b := range blocks(t, page) {
		if b.language == "yaml" && named(b.text) == path {
			return b.text
		}
	}
	t.Fatalf("%s has no spec %s", page, path)
	return ""
}

// mended returns the machine of the first screen of the README, with its mistake mended as the screen says.
func mended(t *testing.T) string {
	t.Helper()
	const page = "../../README.md"
	for _, b := range blocks(t, page) {
		if b.language == "diff" {
			return patched(t, page, machineIn(t, page, teaser), b.text)
		}
	}
	t.Fatal("the README does not mend its machine")
	return ""
}

// TestFirstScreen holds what a reader of the README sees without scrolling to its size and its machine: a part of the spec, the picture, the run,
// the mended line, the proof, how long it takes, and how to install.
func TestFirstScreen(t *testing.T) {
	const page = "../../README.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	screen, _, found := strings.Cut(string(text), "<details>")
	install := regexp.MustCompile("To install it: `go get -tool github.com/fsmgen/fsmgen/cmd/fsmgen`\\s*$")
	if !found || !install.MatchString(screen) {
		t.Fatalf("the first screen does not end with how to install:\n%s", screen)
	}
	// 800 pixels are 22 lines of code in four blocks, beside the title, the first sentence of two lines, and the last of one.
	lines, list := 0, fence.FindAllStringSubmatch(screen, -1)
	for _, b := range list {
		lines += strings.Count(b[2], "\n")
		for line := range strings.Lines(b[2]) {
			if len(line) > 96 {
				t.Errorf("too wide for a screen of 900 pixels: %s", line)
			}
		}
	}
	if len(list) != 4 || lines > 22 {
		t.Errorf("%d blocks with %d lines, want 4 with at most 22", len(list), lines)
	}
	if list[0][1] != "yml" || !strings.Contains(machineIn(t, page, teaser), "\n"+list[0][2]) {
		t.Errorf("the spec of the first screen is not a part of %s:\n%s", teaser, list[0][2])
	}
	picture, err := os.ReadFile("../../docs/pictures/request.svg")
	if err != nil {
		t.Fatal(err)
	}
	if m := regexp.MustCompile(` height="(\d+)"`).FindSubmatch(picture); m == nil || number(string(m[1])) > 300 {
		t.Errorf("the picture is higher than 300 pixels: %s", m)
	}
	said := regexp.MustCompile("With `n = (\\d+)`, that is (\\d+) seconds").FindStringSubmatch(screen)
	if said == nil {
		t.Fatal("the first screen does not say how long a run takes")
	}
	var out bytes.Buffer
	if code := run(t.Context(), []string{"worst", "--param", "n=" + said[1], "-"}, stdio{strings.NewReader(mended(t)), &out, &out}); code != 0 {
		t.Fatalf("%d %s", code, out.String())
	}
	seconds := number(said[2])
	if want := "\n  time         " + strconv.Itoa(seconds/60) + "m" + strconv.Itoa(seconds%60) + "s "; !strings.Contains(out.String(), want) {
		t.Errorf("the first screen says %s seconds:\n%s", said[2], out.String())
	}
}
