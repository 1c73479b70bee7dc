package main

import (
	"bytes"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// site is the site of the repository.
func site(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := build(os.DirFS(".."), false)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// elements returns the elements of a page.
func elements(t *testing.T, text []byte) (list []*html.Node) {
	t.Helper()
	tree, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for n := range tree.Descendants() {
		if n.Type == html.ElementNode {
			list = append(list, n)
		}
	}
	return list
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// content returns the text in an element.
func content(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func TestDeterminism(t *testing.T) {
	first := site(t)
	for range 3 {
		if !maps.EqualFunc(first, site(t), bytes.Equal) {
			t.Fatal("the site has other bytes when it is built again")
		}
	}
}

// TestLinks checks all addresses in all pages: files of the site, their anchors, and files of the repository.
func TestLinks(t *testing.T) {
	files := site(t)
	ids := map[string]map[string]bool{}
	for name, text := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		ids[name] = map[string]bool{}
		for _, e := range elements(t, text) {
			if id := attribute(e, "id"); id != "" {
				if ids[name][id] {
					t.Errorf("%s: two elements have the id %s", name, id)
				}
				ids[name][id] = true
			}
		}
	}
	inside, anchors, outside := 0, 0, 0
	for name := range ids {
		for _, e := range elements(t, files[name]) {
			for _, a := range e.Attr {
				if a.Key != "href" && a.Key != "src" {
					continue
				}
				u, err := url.Parse(a.Val)
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				if u.Scheme != "" {
					outside++
					external(t, name, u)
					continue
				}
				inside++
				target := name
				if u.Path != "" {
					target = path.Join(path.Dir(name), u.Path)
				}
				if files[target] == nil {
					t.Errorf("%s: there is no %s", name, a.Val)
				}
				if u.Fragment != "" {
					anchors++
					if !ids[target][u.Fragment] {
						t.Errorf("%s: there is no anchor %s", name, a.Val)
					}
				}
			}
		}
	}
	t.Logf("%d pages, %d links inside, %d of them with anchors, %d links outside", len(ids), inside, anchors, outside)
	if inside < 8000 || anchors < 500 || outside < 200 {
		t.Error("too few links are found")
	}
	for _, m := range regexp.MustCompile(`\]\(([^)#]+)`).FindAllSubmatch(files["docs/llms.txt"], -1) {
		if files[path.Join("docs", string(m[1]))] == nil {
			t.Errorf("docs/llms.txt: there is no %s", m[1])
		}
	}
}

// external checks an address outside of the site. If it is one of the repository, the file is there.
func external(t *testing.T, page string, u *url.URL) {
	t.Helper()
	if u.Scheme != "https" && u.Scheme != "http" {
		t.Errorf("%s: a link to %s", page, u)
	}
	inside, ours := strings.CutPrefix(u.Path, "/fsmgen/fsmgen/")
	if u.Host != "github.com" || !ours {
		return
	}
	kind, name, _ := strings.Cut(inside, "/main/")
	info, err := os.Stat(filepath.Join("..", filepath.FromSlash(name)))
	switch {
	case kind != "blob" && kind != "tree":
		t.Errorf("%s: a link to %s", page, u)
	case err != nil:
		t.Errorf("%s: %v", page, err)
	case info.IsDir() != (kind == "tree"):
		t.Errorf("%s: %s is not of this kind", page, u)
	}
}

// TestPages goes through the site by its links to the next page, and wants to see a page for each Markdown file, with a title.
func TestPages(t *testing.T) {
	files := site(t)
	want := []string{"index.html"}
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md"} {
		found, err := filepath.Glob("../" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			name := strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(file), "../"), ".md") + ".html"
			want = append(want, strings.Replace(name, "README.html", "index.html", 1))
		}
	}
	titles := map[string]string{}
	var order []string
	before := ""
	for name := "index.html"; name != "" && !slices.Contains(order, name); {
		order = append(order, name)
		var title, h1, prev, next string
		for _, e := range elements(t, files[name]) {
			switch rel := attribute(e, "rel"); {
			case e.Data == "title":
				title = content(e)
			case e.Data == "h1":
				h1 += content(e)
			case e.Data == "a" && rel == "prev":
				prev = path.Join(path.Dir(name), attribute(e, "href"))
			case e.Data == "a" && rel == "next":
				next = path.Join(path.Dir(name), attribute(e, "href"))
			}
		}
		if titles[title] != "" || h1 == "" || !strings.HasPrefix(title, h1) {
			t.Errorf("%s has the title %q, which %q also has, and the heading %q", name, title, titles[title], h1)
		}
		titles[title] = name
		if prev != before {
			t.Errorf("before %s is %q, want %q", name, prev, before)
		}
		before, name = name, next
	}
	missing := slices.DeleteFunc(slices.Clone(want), func(name string) bool { return slices.Contains(order, name) })
	if len(missing) > 0 || len(order) != len(want) {
		t.Errorf("the journey has %d of %d pages; missing: %q", len(order), len(want), missing)
	}
	follows(t, order, "index.html", "docs/index.html", "docs/start/retry.html", "docs/start/order.html", "docs/start/agent.html",
		"docs/start/temporal.html", "docs/concepts.html", "docs/from/looplab.html")
	follows(t, order, "docs/howto/index.html", "docs/howto/shared.html")
	follows(t, order, "docs/generated-code.html", "docs/go/machine.html")
	follows(t, order, "docs/caps.html", "docs/caps/graph-agent.html")
}

// follows wants pages in the order, one right behind the other.
func follows(t *testing.T, order []string, pages ...string) {
	t.Helper()
	if at := slices.Index(order, pages[0]); at < 0 || at+len(pages) > len(order) || !slices.Equal(order[at:at+len(pages)], pages) {
		t.Errorf("the order is %q, and %q are not in it", order, pages)
	}
}

// TestPlaygroundLink wants a link to the playground on each page of a site that has one, and on no other.
func TestPlaygroundLink(t *testing.T) {
	for _, has := range []bool{false, true} {
		files, err := build(os.DirFS(".."), has)
		if err != nil {
			t.Fatal(err)
		}
		for name, text := range files {
			if path.Ext(name) != ".html" {
				continue
			}
			found := slices.ContainsFunc(elements(t, text), func(e *html.Node) bool {
				return e.Data == "a" && path.Join(path.Dir(name), attribute(e, "href")) == "playground/index.html"
			})
			if found != has {
				t.Errorf("%s: a link to the playground: %t, want %t", name, found, has)
			}
		}
	}
}

// TestFolder wants the command to leave alone what is in a folder.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), "..", dir, false); err == nil || !strings.Contains(err.Error(), "is not empty: choose an empty folder") {
		t.Errorf("got %v", err)
	}
}
