package main

import (
	"bytes"
	"html"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// blocks renders what goldmark leaves open: code with colors, HTML as the text that it is, and tables that scroll.
type blocks struct {
	lexers map[string]chroma.Lexer // by the language of the block
}

// languages returns the lexers for the languages of the pages. To look one up in the registry of chroma takes longer than to use it.
func languages() map[string]chroma.Lexer {
	specs := yaml()
	out := map[string]chroma.Lexer{"yaml": specs, "yml": specs}
	for _, name := range []string{"console", "diff", "go", "json", "sh", "sql", "xml"} {
		out[name] = lexers.Get(name)
	}
	return out
}

// RegisterFuncs implements renderer.NodeRenderer.
func (b blocks) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, b.code)
	r.Register(ast.KindCodeBlock, b.code)
	r.Register(ast.KindHTMLBlock, rawBlock)
	r.Register(ast.KindRawHTML, rawText)
}

// code writes a block of code. Its classes are those of chroma.
func (b blocks) code(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	language := ""
	if f, ok := n.(*ast.FencedCodeBlock); ok {
		language = string(f.Language(source))
	}
	_, _ = w.WriteString(`<pre tabindex="0"><code>`)
	if err := b.colored(w, language, string(n.Lines().Value(source))); err != nil {
		return ast.WalkStop, err
	}
	_, _ = w.WriteString("</code></pre>\n")
	return ast.WalkSkipChildren, nil
}

// colored writes the text of a program with elements that a style sheet colors.
func (b blocks) colored(w util.BufWriter, language, text string) error {
	lexer := b.lexers[language]
	if lexer == nil {
		_, err := w.WriteString(html.EscapeString(text))
		return err
	}
	tokens, err := chroma.Coalesce(lexer).Tokenise(nil, text)
	if err != nil {
		return err
	}
	for token := range tokens.Stdlib() {
		escaped := html.EscapeString(token.Value)
		if class := chroma.StandardTypes[token.Type]; class != "" && !isPlain(token.Type) {
			escaped = `<span class="` + class + `">` + escaped + "</span>"
		}
		if _, err := w.WriteString(escaped); err != nil {
			return err
		}
	}
	return nil
}

// isPlain tells whether a token has no color. It gets no element then: such tokens are most of a page with code.
func isPlain(t chroma.TokenType) bool {
	return t.InCategory(chroma.Text) || t.InCategory(chroma.Punctuation) || t.InCategory(chroma.Operator) || t == chroma.Name || t == chroma.NameOther || t == chroma.Literal
}

// rawBlock writes a block of HTML as text. It leaves out comments, and keeps what collapses a part of a page.
func rawBlock(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	b := n.(*ast.HTMLBlock)
	if !entering || b.HTMLBlockType == ast.HTMLBlockType2 {
		return ast.WalkContinue, nil
	}
	text := b.Lines().Value(source)
	if folded.Match(text) || unfold.Match(text) {
		_, _ = w.Write(text)
		return ast.WalkContinue, nil
	}
	if b.HasClosure() {
		text = append(bytes.Clone(text), b.ClosureLine.Value(source)...)
	}
	_, _ = w.WriteString("<p>" + html.EscapeString(string(text)) + "</p>\n")
	return ast.WalkContinue, nil
}

// rawText writes an element of HTML in a line as text, and leaves out comments.
func rawText(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	text := string(n.(*ast.RawHTML).Segments.Value(source))
	if entering && !strings.HasPrefix(text, "<!--") {
		_, _ = w.WriteString(html.EscapeString(text))
	}
	return ast.WalkSkipChildren, nil
}
