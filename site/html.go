package main

import (
	"html"
	"regexp"
	"slices"

	"github.com/yuin/goldmark/ast"
)

var (
	// pictureBlock is a picture that Markdown cannot say: beside text, or another one in the dark.
	pictureBlock = regexp.MustCompile(`\A(?:<picture>\s*(?:<source(?: [a-z]+="[^"<>]*")*>\s*)*)?<img((?: (?:align|alt|src|width)="[^"<>]*")+)>\s*(?:</picture>\s*)?\z`)
	attributes   = regexp.MustCompile(` ([a-z]+)="([^"<>]*)"`)
	// folded is the beginning of a part of a page that is collapsed.
	folded = regexp.MustCompile(`\A<details><summary>[^<>&]*</summary>\s*\z`)
	unfold = regexp.MustCompile(`\A</details>\s*\z`)
)

// readPictures makes a picture that is written in HTML one of Markdown, so that its address is checked like others.
func readPictures(tree ast.Node, source []byte) {
	// The tree changes, so its blocks are collected before.
	for _, b := range slices.Collect(nodes[*ast.HTMLBlock](tree)) {
		m := pictureBlock.FindSubmatch(b.Lines().Value(source))
		if m == nil {
			continue
		}
		image := ast.NewImage(ast.NewLink())
		for _, a := range attributes.FindAllSubmatch(m[1], -1) {
			value := html.UnescapeString(string(a[2]))
			switch string(a[1]) {
			case "src":
				image.Destination = []byte(value)
			case "alt":
				image.AppendChild(image, ast.NewString([]byte(value)))
			}
		}
		around := ast.NewParagraph()
		around.SetLines(b.Lines())
		around.AppendChild(around, image)
		b.Parent().ReplaceChild(b.Parent(), b, around)
	}
}
