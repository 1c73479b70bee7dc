package main

import (
	"bytes"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdown returns a converter for the Markdown that GitHub shows. A policy forbids inline styles, so columns are aligned by an attribute.
func markdown() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
			extension.Strikethrough, extension.Linkify),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(blocks{languages()}, 1))),
	)
}

// parse returns the tree of a page.
func parse(m goldmark.Markdown, source []byte) ast.Node {
	return m.Parser().Parse(text.NewReader(source))
}

// render returns the HTML of a page. All text in it is escaped.
func render(m goldmark.Markdown, p *page) ([]byte, error) {
	var b bytes.Buffer
	if err := m.Renderer().Render(&b, p.source, p.tree); err != nil {
		return nil, fmt.Errorf("%s: %w", p.path, err)
	}
	return b.Bytes(), nil
}

// nameHeadings gives headings the names that GitHub gives them, and returns these.
func nameHeadings(tree ast.Node, source []byte) map[string]bool {
	taken := map[string]bool{}
	for n := range nodes[*ast.Heading](tree) {
		name := slug(plain(n, source))
		unique := name
		for i := 1; taken[unique]; i++ {
			unique = name + "-" + strconv.Itoa(i)
		}
		taken[unique] = true
		n.SetAttributeString("id", []byte(unique))
	}
	return taken
}

// slug returns the name of a heading: letters, digits, _ and - in lower case, with - for a space.
func slug(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r) || unicode.IsNumber(r) || r == '_' || r == '-':
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// plain returns the text of a node without its markup.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	// The walk only fails if its function does.
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			if n.Type() == ast.TypeBlock {
				b.WriteByte(' ')
			}
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(n.Value(source)))))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.CodeSpan:
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				if t, ok := c.(*ast.Text); ok {
					b.Write(t.Value(source))
				}
			}
			return ast.WalkSkipChildren, nil
		case *ast.AutoLink:
			b.Write(n.Label(source))
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			b.Write(n.Lines().Value(source))
		}
		return ast.WalkContinue, nil
	})
	return strings.Join(strings.Fields(b.String()), " ")
}

// nodes returns the nodes of a kind in a tree, in their order.
func nodes[N ast.Node](tree ast.Node) iter.Seq[N] {
	return func(yield func(N) bool) {
		_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if wanted, ok := n.(N); ok && entering && !yield(wanted) {
				return ast.WalkStop, nil
			}
			return ast.WalkContinue, nil
		})
	}
}
