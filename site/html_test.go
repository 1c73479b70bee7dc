package main

import (
	"strings"
	"testing"
)

// TestHTML wants the pictures and the collapsed parts that the pages write in HTML, and nothing else of HTML.
func TestHTML(t *testing.T) {
	files, err := build(folder(map[string]string{"docs/a.md": "# A\n\n" +
		"<img align=\"right\" width=\"300\" alt=\"one &quot;b&quot;\" src=\"b.svg\">\n\n" +
		"<picture>\n<source media=\"(prefers-color-scheme: dark)\" srcset=\"b.svg\">\n<img alt=\"two\" src=\"b.svg\">\n</picture>\n\n" +
		"<details><summary>More</summary>\n\ninside\n\n</details>\n\n" +
		"<img alt=\"three\" src=\"b.svg\" onerror=\"alert(1)\">\n\n" +
		"<details open><summary>Less</summary>\n"}), false)
	if err != nil {
		t.Fatal(err)
	}
	text := string(files["docs/a.html"])
	for _, want := range []string{`<img src="b.svg" alt="one &quot;b&quot;"`, `<img src="b.svg" alt="two"`, "<details><summary>More</summary>", "&lt;img alt=", "&lt;details open&gt;"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
	if strings.Contains(text, "srcset") {
		t.Errorf("an attribute is kept:\n%s", text)
	}
	if _, err := build(folder(map[string]string{"docs/a.md": "# A\n\n<img alt=\"x\" src=\"none.svg\">\n"}), false); err == nil || !strings.Contains(err.Error(), "docs/a.md:3: a link to none.svg: there is no such file") {
		t.Errorf("a picture that is not there: %v", err)
	}
}
