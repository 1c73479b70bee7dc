package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
)

// page is a page of Markdown.
type page struct {
	path    string // in the repository
	out     string // in the site
	title   string
	source  []byte
	tree    ast.Node
	anchors map[string]bool
	leads   []lead // to other pages, in their order
}

// lead is a link to another page, or the beginning of a group of links.
type lead struct {
	to    *page
	table bool   // whether it is in a table
	group string // if it begins a group: its name
}

// readPages reads README.md and all Markdown below docs.
func readPages(m goldmark.Markdown, root fs.FS) (map[string]*page, error) {
	names := []string{"README.md"}
	err := fs.WalkDir(root, "docs", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Ext(name) == ".md" {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	pages := map[string]*page{}
	var all error
	for _, name := range names {
		source, err := fs.ReadFile(root, name)
		if err != nil {
			return nil, err
		}
		p := &page{path: name, out: outName(name), source: withoutFrontMatter(source)}
		p.tree = parse(m, p.source)
		readPictures(p.tree, p.source)
		p.anchors = nameHeadings(p.tree, p.source)
		if p.title = titleOf(p); p.title == "" {
			all = errors.Join(all, fmt.Errorf("%s:1: there is no title: begin the page with a line such as # Title", name))
		}
		pages[name] = p
	}
	return pages, all
}

// outName returns the name in the site of a page: README.md is the index of its folder.
func outName(name string) string {
	dir, base := path.Split(name)
	if base == "README.md" {
		return dir + "index.html"
	}
	return dir + strings.TrimSuffix(base, ".md") + ".html"
}

// withoutFrontMatter empties the lines of YAML at the beginning, so that the other lines keep their numbers.
func withoutFrontMatter(source []byte) []byte {
	const fence = "---\n"
	if !bytes.HasPrefix(source, []byte(fence)) {
		return source
	}
	head, _, found := bytes.Cut(source[len(fence):], []byte("\n"+fence))
	if !found {
		return source
	}
	size := len(fence) + len(head) + len("\n"+fence)
	lines := bytes.Repeat([]byte("\n"), bytes.Count(source[:size], []byte("\n")))
	return append(lines, source[size:]...)
}

// titleOf returns the text of the first heading of a page.
func titleOf(p *page) string {
	for n := p.tree.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok && h.Level == 1 {
			return plain(h, p.source)
		}
	}
	return ""
}

// at returns the place of a node for a message.
func (p *page) at(n ast.Node) string {
	offset := n.Pos()
	for up := n; offset < 0 && up != nil; up = up.Parent() {
		offset = up.Pos()
	}
	return fmt.Sprintf("%s:%d", p.path, 1+bytes.Count(p.source[:max(offset, 0)], []byte("\n")))
}
