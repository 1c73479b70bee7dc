package scxml

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// namespace is that of SCXML. Documents without any namespace are read as well.
const namespace = "http://www.w3.org/2005/07/scxml"

// Limits for documents.
const (
	maxDepth    = 120
	maxElements = 10_000
)

// element is an element of a document.
type element struct {
	name string
	// foreign marks an element of another namespace than the root, and space is its namespace.
	foreign bool
	space   string
	attrs   map[string]attribute
	// others are the attributes of other namespaces, and twice are those that are given more than once.
	others   []xml.Name
	twice    []string
	children []*element
	text     string
	at       diag.Span
}

// attribute is the value of an attribute.
type attribute struct {
	value string
	at    diag.Span
	// plain reports whether the source contains the value as it is, so that places in the value are places in
	// the source.
	plain bool
}

// source is a text with the positions of its lines.
type source struct {
	file string
	text []byte
	// line and column are the position of an offset that has been computed, from which the next one continues.
	line, column, offset int
}

// pos returns the position of an offset. Columns count code points.
func (s *source) pos(offset int) diag.Pos {
	offset = min(max(offset, 0), len(s.text))
	if s.line == 0 || offset < s.offset {
		s.line, s.column, s.offset = 1, 1, 0
	}
	for ; s.offset < offset; s.offset++ {
		switch c := s.text[s.offset]; {
		case c == '\n':
			s.line, s.column = s.line+1, 1
		case utf8.RuneStart(c):
			s.column++
		}
	}
	return diag.Pos{Line: s.line, Column: s.column}
}

// span returns the span from an offset to another.
func (s *source) span(from, to int) diag.Span {
	to = max(to, from+1)
	start := s.pos(from)
	end := s.pos(to)
	if end.Line > start.Line || end == start {
		end = diag.Pos{Line: start.Line, Column: start.Column + 1}
	}
	return diag.Span{File: s.file, Start: start, End: end}
}

// tree reads the elements of a document. Nothing that a document declares or refers to is loaded or expanded.
func (r *reader) tree(src []byte) *element {
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	s := &source{file: r.file, text: src}
	if !utf8.Valid(src) {
		at := 0
		for rest := src; ; at++ {
			c, n := utf8.DecodeRune(rest)
			if c == utf8.RuneError && n <= 1 {
				break
			}
			at, rest = at+n-1, rest[n:]
		}
		r.out.Fail(diag.CodeSyntax, s.span(at, at+1), "the file is not text in UTF-8")
		return nil
	}
	d := xml.NewDecoder(bytes.NewReader(src))
	d.CharsetReader = func(charset string, input io.Reader) (io.Reader, error) {
		if strings.EqualFold(charset, "us-ascii") {
			return input, nil
		}
		return nil, fmt.Errorf("the encoding %s cannot be read: save the file in UTF-8", diag.Clip(charset))
	}
	var root *element
	var open []*element
	for count := 0; ; {
		from := int(d.InputOffset())
		token, err := d.Token()
		to := int(d.InputOffset())
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			r.out.Fail(diag.CodeSyntax, s.span(to-1, to), "the file is not well-formed XML: %s", reason(err))
			return nil
		}
		switch t := token.(type) {
		case xml.StartElement:
			e := s.element(t, from, to)
			switch count++; {
			case len(open) == maxDepth:
				r.out.Fail(diag.CodeTooBig, e.at, "elements are nested more than %d levels deep", maxDepth)
				return nil
			case count > maxElements:
				r.out.Fail(diag.CodeTooBig, e.at, "the document has more than %d elements", maxElements)
				return nil
			case len(open) > 0:
				last := open[len(open)-1]
				e.foreign = t.Name.Space != r.space
				last.children = append(last.children, e)
			case root != nil:
				r.out.Fail(diag.CodeSyntax, e.at, "the document has a second root element, `%s`", diag.Clip(e.name))
				return nil
			default:
				root, r.space = e, t.Name.Space
				e.foreign = r.space != "" && r.space != namespace
			}
			open = append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text += string(t)
			}
		}
	}
	if root == nil || root.foreign || root.name != "scxml" {
		r.out.Fail(diag.CodeSyntax, s.span(0, 1), "the file is not an SCXML document").Helpf("a document begins with <scxml xmlns=%q version=\"1.0\">", namespace)
		return nil
	}
	return root
}

// reason shortens the text of an error of encoding/xml.
func reason(err error) string {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return syntax.Msg
	}
	return strings.TrimPrefix(err.Error(), "xml: ")
}

// element makes an element of its first tag, which is between two offsets.
func (s *source) element(t xml.StartElement, from, to int) *element {
	e := &element{name: t.Name.Local, space: t.Name.Space, attrs: make(map[string]attribute, len(t.Attr)), at: s.span(from, from+1+len(t.Name.Local))}
	places := find(string(s.text[from:to]))
	for _, a := range t.Attr {
		switch {
		case a.Name.Space != "":
			e.others = append(e.others, a.Name)
			continue
		case a.Name.Local == "xmlns":
			continue
		}
		if _, again := e.attrs[a.Name.Local]; again {
			e.twice = append(e.twice, a.Name.Local)
		}
		value := attribute{value: a.Value, at: e.at}
		if p, ok := places[a.Name.Local]; ok {
			i, j := from+p[0], from+p[1]
			value.at, value.plain = s.span(i, j), string(s.text[i:j]) == a.Value
		}
		e.attrs[a.Name.Local] = value
	}
	return e
}

// find returns where the values of the attributes are in a tag.
func find(tag string) map[string][2]int {
	const space = " \t\r\n"
	places := make(map[string][2]int)
	skip := func(i int) int { return len(tag) - len(strings.TrimLeft(tag[i:], space)) }
	i := strings.IndexAny(tag, space)
	for i >= 0 {
		i = skip(i)
		eq := strings.IndexByte(tag[i:], '=')
		if eq < 0 {
			break
		}
		key := strings.TrimRight(tag[i:i+eq], space)
		if i = skip(i + eq + 1); i >= len(tag) {
			break
		}
		end := strings.IndexByte(tag[i+1:], tag[i])
		if end < 0 {
			break
		}
		places[key] = [2]int{i + 1, i + 1 + end}
		i += end + 2
	}
	return places
}
