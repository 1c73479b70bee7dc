package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
)

//go:embed web
var web embed.FS

// view is what the template of a page reads.
type view struct {
	*page
	Title      string
	Body       template.HTML
	Headings   []heading
	Groups     []group
	Prev, Next *page
	Source     string // where GitHub shows the page
	Playground bool   // whether the site has it
}

type heading struct{ Title, Anchor string }

// Root returns the way from the page to the root of the site.
func (v view) Root() string { return strings.Repeat("../", strings.Count(v.out, "/")) }

// To returns the way from the page to another one.
func (v view) To(p *page) string { return relative(v.out, p.out) }

// Has tells whether a group has the page.
func (v view) Has(g group) bool { return slices.Contains(g.Pages, v.page) }

// Is tells whether a page is the page.
func (v view) Is(p *page) bool { return p == v.page }

// Name returns the title of a page.
func (p *page) Name() string { return p.title }

// build returns the files of the site by their names.
func build(root fs.FS, playground bool) (map[string][]byte, error) {
	m := markdown()
	pages, err := readPages(m, root)
	if err != nil {
		return nil, err
	}
	l := linker{root: root, pages: pages, copied: map[string]bool{}}
	var wrong error
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		wrong = errors.Join(wrong, l.link(pages[name]))
	}
	if wrong != nil {
		return nil, wrong
	}
	groups, err := journey(pages)
	if err != nil {
		return nil, err
	}
	var order []*page
	for _, g := range groups {
		order = append(order, g.Pages...)
	}
	files := map[string][]byte{}
	if files["search.json"], err = index(order); err != nil {
		return nil, err
	}
	if err := writePages(m, files, order, groups, playground); err != nil {
		return nil, err
	}
	return files, addFiles(files, root, l.copied, pages)
}

// writePages adds the pages in HTML.
func writePages(m goldmark.Markdown, files map[string][]byte, order []*page, groups []group, playground bool) error {
	layout, err := template.ParseFS(web, "web/page.html")
	if err != nil {
		return err
	}
	for i, p := range order {
		body, err := render(m, p)
		if err != nil {
			return err
		}
		v := view{page: p, Title: p.title + " · fsmgen", Body: template.HTML(body), Headings: headings(p), Groups: groups,
			Source: repository + "/blob/main/" + escaped(p.path), Playground: playground}
		if p.path == home {
			v.Title = p.title
		}
		if i > 0 {
			v.Prev = order[i-1]
		}
		if i+1 < len(order) {
			v.Next = order[i+1]
		}
		var b bytes.Buffer
		if err := layout.Execute(&b, v); err != nil {
			return fmt.Errorf("%s: %w", p.path, err)
		}
		files[p.out] = b.Bytes()
	}
	return nil
}

// headings returns the parts of a page, if they are many enough for a list and few enough to be read.
func headings(p *page) (list []heading) {
	for n := range nodes[*ast.Heading](p.tree) {
		if id, _ := n.AttributeString("id"); n.Level == 2 {
			name, _ := id.([]byte)
			list = append(list, heading{plain(n, p.source), string(name)})
		}
	}
	if len(list) < 3 || len(list) > 30 {
		return nil
	}
	return list
}

// addFiles adds the files that are the same in the site: pictures, scripts, and styles. Coding agents follow the links of llms.txt,
// so the Markdown is beside its page.
func addFiles(files map[string][]byte, root fs.FS, copied map[string]bool, pages map[string]*page) error {
	for name := range pages {
		copied[name] = true
	}
	for name := range copied {
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		files[name] = text
	}
	entries, err := fs.ReadDir(web, "web")
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() == "page.html" {
			continue
		}
		if files[e.Name()], err = web.ReadFile("web/" + e.Name()); err != nil {
			return err
		}
	}
	return nil
}
