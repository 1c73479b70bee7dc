package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	extension "github.com/yuin/goldmark/extension/ast"
)

// repository is where links to files lead that are no pages.
const repository = "https://github.com/fsmgen/fsmgen"

// linker gives the links of pages their targets in the site.
type linker struct {
	root   fs.FS
	pages  map[string]*page
	copied map[string]bool // files that the site has unchanged
}

// link rewrites all links of a page, and notes to which pages they lead.
func (l *linker) link(p *page) error {
	var all error
	for n := range nodes[ast.Node](p.tree) {
		var target *[]byte
		switch n := n.(type) {
		case *ast.Link:
			target = &n.Destination
		case *ast.Image:
			target = &n.Destination
		case *ast.AutoLink:
			if u, err := url.Parse(string(n.URL(p.source))); err != nil || !slices.Contains(schemes, u.Scheme) && n.AutoLinkType != ast.AutoLinkEmail {
				all = errors.Join(all, fmt.Errorf("%s: a link to %s: only %s are allowed", p.at(n), n.URL(p.source), strings.Join(schemes, ", ")))
			}
			continue
		default:
			p.beginGroup(n)
			continue
		}
		to, err := l.target(p, n, string(*target))
		if err != nil {
			all = errors.Join(all, fmt.Errorf("%s: a link to %s: %w", p.at(n), *target, err))
			continue
		}
		*target = []byte(to)
	}
	openImages(p.tree)
	return all
}

var (
	schemes  = []string{"https", "http", "mailto"}
	pictures = []string{".svg", ".png"}
)

// target returns where a link of a page leads in the site.
func (l *linker) target(p *page, n ast.Node, link string) (string, error) {
	_, image := n.(*ast.Image)
	u, err := url.Parse(link)
	switch {
	case err != nil:
		return "", err
	case image && u.Scheme != "":
		return "", errors.New("pictures are files of the repository")
	case u.Scheme != "" && slices.Contains(schemes, u.Scheme):
		return link, nil
	case u.Scheme != "":
		return "", fmt.Errorf("only %s are allowed", strings.Join(schemes, ", "))
	case u.Host != "" || strings.HasPrefix(u.Path, "/"):
		return "", errors.New("write it relative to the page")
	}
	name := p.path
	if u.Path != "" {
		name = path.Join(path.Dir(p.path), u.Path)
	}
	if !fs.ValidPath(name) {
		return "", errors.New("it leads out of the repository")
	}
	to := l.pages[name]
	if to == nil {
		to = l.pages[path.Join(name, "README.md")]
	}
	if to != nil {
		return l.toPage(p, to, u, inTable(n))
	}
	info, err := fs.Stat(l.root, name)
	switch {
	case err != nil:
		return "", errors.New("there is no such file")
	case info.IsDir():
		return repository + "/tree/main/" + escaped(name), nil
	case slices.Contains(pictures, path.Ext(name)) || name == "docs/llms.txt":
		l.copied[name] = true
		return relative(p.out, name), nil
	case image:
		return "", errors.New("pictures are .svg or .png")
	}
	return repository + "/blob/main/" + escaped(name), nil
}

func (l *linker) toPage(from, to *page, u *url.URL, table bool) (string, error) {
	if u.Fragment != "" && !to.anchors[u.Fragment] {
		return "", fmt.Errorf("%s has no heading of this name", to.path)
	}
	if to != from {
		from.leads = append(from.leads, lead{to: to, table: table})
	}
	out := relative(from.out, to.out)
	if u.Path == "" {
		out = ""
	}
	if u.Fragment != "" {
		out += "#" + u.EscapedFragment()
	}
	return out, nil
}

func inTable(n ast.Node) bool {
	for ; n != nil; n = n.Parent() {
		if n.Kind() == extension.KindTable {
			return true
		}
	}
	return false
}

// relative returns the address of a file of the site from a page of the site.
func relative(from, to string) string {
	out, err := filepath.Rel(path.Dir("/"+from), "/"+to)
	if err != nil {
		return escaped(to) // both are absolute, so it does not happen
	}
	return escaped(filepath.ToSlash(out))
}

func escaped(name string) string { return (&url.URL{Path: name}).EscapedPath() }

// openImages makes images that are no links links to themselves, so that one can see them in full.
func openImages(tree ast.Node) {
	// The tree changes, so its images are collected before.
	for _, n := range slices.Collect(nodes[*ast.Image](tree)) {
		parent := n.Parent()
		if _, linked := parent.(*ast.Link); linked {
			continue
		}
		around := ast.NewLink()
		around.Destination = n.Destination
		around.SetAttributeString("class", []byte("picture"))
		parent.ReplaceChild(parent, n, around)
		around.AppendChild(around, n)
	}
}
