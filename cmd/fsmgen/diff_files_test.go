package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCopies writes several formats and the images of one comparison. No file that exists is replaced.
func TestCopies(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "old.fsm.yaml", doorSpec)
	write(t, "new.fsm.yaml", strings.NewReplacer("{Go: {}}", "{Go: {}, Stop: {}}", "Go: Done}}", "Go: Done, Stop: Done}}").Replace(doorSpec))
	write(t, filepath.Join("images", "empty"), "")
	compare := func(args ...string) (int, string) {
		var out, errs bytes.Buffer
		code := run(t.Context(), append(append([]string{"diff"}, args...), "old.fsm.yaml", "new.fsm.yaml"), stdio{strings.NewReader(""), &out, &errs})
		return code, out.String() + errs.String()
	}
	alone := map[string]string{}
	for _, format := range []string{"text", "json", "markdown", "svg", "sarif"} {
		_, alone[format] = compare("--format", format)
	}
	all := []string{"--also", "json=d.json", "--also", "markdown=d.md", "--also", "svg=d.svg", "--also", "sarif=d.sarif", "--images", "images"}
	if code, out := compare(all...); code != 0 || out != alone["text"] {
		t.Errorf("%d %s", code, out)
	}
	for format, file := range map[string]string{"json": "d.json", "markdown": "d.md", "svg": "d.svg", "sarif": "d.sarif"} {
		if data, err := os.ReadFile(file); err != nil || string(data) != alone[format] {
			t.Errorf("%s is not what --format %s prints: %v", file, format, err)
		}
	}
	if image, err := os.ReadFile("images/Door.svg"); err != nil || string(image) != alone["svg"] {
		t.Errorf("the image: %v", err)
	}
	if _, out := compare("--format", "markdown", "--images-at", "https://example.com/x/"); !strings.Contains(out, "\n![Both versions of Door in one image](https://example.com/x/Door.svg)\n") || strings.Contains(out, "```mermaid") {
		t.Errorf("the comment has no image:\n%s", out)
	}
	write(t, "mine.json", "{}")
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--also", "json=mine.json"}, "mine.json exists and is left unchanged: move it, or choose another name"},
		{[]string{"--also", "json=new.fsm.yaml"}, "new.fsm.yaml exists and is left unchanged"},
		{[]string{"--also", "svg"}, "write FORMAT=FILE"},
		{[]string{"--also", "pdf=x"}, "unknown format: choose text, json"},
		{[]string{"--images", "none"}, "none/Door.svg"},
		{[]string{"--images-at", "javascript:x"}, "write the URL of a folder"},
		{[]string{"--images-at", "https://example.com/a)b"}, "write the URL of a folder"},
	} {
		if code, out := compare(test.args...); code < 2 || !strings.Contains(out, test.want) {
			t.Errorf("%q: %d %s", test.args, code, out)
		}
	}
}
