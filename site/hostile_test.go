package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// folder returns a repository of files.
func folder(files map[string]string) fstest.MapFS {
	out := fstest.MapFS{
		"README.md":      {Data: []byte("# Home\n")},
		"docs/README.md": {Data: []byte("# Map\n\n[a](a.md)\n")},
		"docs/a.md":      {Data: []byte("# A\n")},
		"docs/b.svg":     {Data: []byte("<svg/>")},
		"code/x.go":      {Data: []byte("package x\n")},
	}
	for name, text := range files {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

const hostile = "# <script>alert('h1')</script> \"&amp; `<b>`\n\n" +
	"## <img src=x onerror=alert(2)>\n\n" +
	"<script>alert('block')</script>\n\n" +
	"Text <img src=x onerror=alert(3)> & <style>p{}</style> <!-- hidden --> <https://example.com/\"><script>>\n\n" +
	"[link](https://example.com/\"onclick=alert(4) \"\\\"><script>alert('title')</script>\")\n\n" +
	"![alt\"><script>alert('alt')</script>](b.svg)\n\n" +
	"| a | b |\n| --: | --- |\n| <script>1</script> | `</code><script>2</script>` |\n\n" +
	"```yaml\na: \"</code><script>alert('yaml')</script>\" # <script>\n```\n\n" +
	"```go\"><script>\n</code></pre><script>alert('code')</script>\n```\n\n" +
	"    </code></pre><script>indented</script>\n\n" +
	"<div onclick=alert(5)>\nblock\n</div>\n"

// TestHostile checks that no text of a page becomes markup, and that all of it can be read.
func TestHostile(t *testing.T) {
	files, err := build(folder(map[string]string{"docs/a.md": hostile}), false)
	if err != nil {
		t.Fatal(err)
	}
	allowed := []string{"html", "head", "meta", "title", "link", "body", "a", "header", "div", "input", "p", "nav", "details", "summary", "ul", "li", "main",
		"article", "h1", "h2", "code", "img", "table", "thead", "tbody", "tr", "th", "td", "pre", "span", "footer"}
	scripts, shown := 0, ""
	for name, text := range files {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for _, e := range elements(t, text) {
			if e.Data == "script" && attribute(e, "src") != "" && e.FirstChild == nil {
				scripts++
			} else if !slices.Contains(allowed, e.Data) {
				t.Errorf("%s has an element %s: %s", name, e.Data, content(e))
			}
			for _, a := range e.Attr {
				if strings.HasPrefix(a.Key, "on") || a.Key == "style" {
					t.Errorf("%s has an attribute %s", name, a.Key)
				}
			}
			if e.Data == "article" && name == "docs/a.html" {
				shown = content(e)
			}
		}
	}
	if scripts != 3 {
		t.Errorf("%d scripts in three pages", scripts)
	}
	for _, want := range []string{"<script>alert('h1')</script>", "<img src=x onerror=alert(2)>", "alert('block')", "onerror=alert(3)", "<style>", "alert('yaml')",
		"alert('code')", "<script>indented", "</code><script>2</script>", "<div onclick=alert(5)> block </div>"} {
		if !strings.Contains(shown, want) {
			t.Errorf("nobody can read %s in\n%s", want, shown)
		}
	}
	if strings.Contains(shown, "hidden") {
		t.Error("a comment is shown")
	}
	var index []entry
	if err := json.Unmarshal(files["search.json"], &index); err != nil || len(index) != 3 || strings.Contains(string(files["search.json"]), "<") {
		t.Errorf("the index has %d pages, or markup: %v", len(index), err)
	}
}

// TestErrors checks what authors are told: the page, the line, and what is wrong.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"# A\n\nSee [b](b.md).\n":                  "docs/a.md:3: a link to b.md: there is no such file",
		"# A\n\nA\nB [b](README.md#none)\n":        "docs/a.md:4: a link to README.md#none: docs/README.md has no heading of this name",
		"# A\n\n[b](#none)\n":                      "docs/a.md:3: a link to #none: docs/a.md has no heading of this name",
		"# A\n\n| a |\n| - |\n| [b](b.md) |\n":     "docs/a.md:5: a link to b.md: there is no such file",
		"---\nname: a\n---\n\n# A\n\n[b](/b.md)\n": "docs/a.md:7: a link to /b.md: write it relative to the page",
		"# A\n\n[b](../../b.md)\n":                 "docs/a.md:3: a link to ../../b.md: it leads out of the repository",
		"# A\n\n[b](//example.com)\n":              "docs/a.md:3: a link to //example.com: write it relative to the page",
		"# A\n\n[b](javascript:alert)\n":           "docs/a.md:3: a link to javascript:alert: only https, http, mailto are allowed",
		"# A\n\n<javascript:alert>\n":              "docs/a.md:3: a link to javascript:alert: only https, http, mailto are allowed",
		"# A\n\n![b](https://example.com/b.svg)\n": "docs/a.md:3: a link to https://example.com/b.svg: pictures are files of the repository",
		"# A\n\n![b](../code/x.go)\n":              "docs/a.md:3: a link to ../code/x.go: pictures are .svg or .png",
		"No title.\n":                              "docs/a.md:1: there is no title: begin the page with a line such as # Title",
		"# A\n\n[x](#same) [y](#same-1) [z](#a-fsmgen-x--f_n-é)\n\n## Same\n\n## Same\n\n## A `fsmgen x` & [f_n](b.svg): É!\n": "",
		"# A\n\n[x](../code/x.go), [y](../code), [z](b.svg) [m](mailto:a@example.com)\n":                                       "",
	} {
		_, err := build(folder(map[string]string{"docs/a.md": text}), false)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q\n got %s\nwant %s", text, got, want)
		}
	}
	_, err := build(folder(map[string]string{"docs/lost.md": "# Lost\n"}), false)
	const want = "docs/lost.md:1: neither docs/README.md nor a page that it lists leads here: add the page to a list"
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}
