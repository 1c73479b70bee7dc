package syntax

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// Limits on hostile input. A spec of a thousand states has about 100 KB and 50,000
// values, and about ten levels of nesting.
const (
	maxSize   = 4 << 20
	maxDepth  = 100
	maxValues = 280_000
)

// Read parses one YAML document. The result is nil if nothing could be read;
// otherwise, it is what could be read, and the list may contain errors.
func Read(file string, src []byte) (*Node, diag.List) {
	r := &reader{file: file}
	src, marked := bytes.CutPrefix(src, []byte("\ufeff"))
	if marked && bytes.HasPrefix(src, []byte("\ufeff")) {
		r.diags.Errorf(diag.CodeSyntax, r.start(), "a second byte order mark follows the first").Helpf("save the file as UTF-8 without a byte order mark")
		return nil, r.diags
	}
	if !r.isText(src) {
		return nil, r.diags
	}
	r.lines = strings.Split(strings.ReplaceAll(string(src), "\r\n", "\n"), "\n")
	if at, deep := r.tooDeep(src); deep {
		r.diags.Errorf(diag.CodeTooBig, at, "brackets are nested more than %d levels deep", maxDepth).
			Helpf("a spec needs only a few levels; look for a bracket that is not closed")
		return nil, r.diags
	}
	if n := bytes.Count(src, []byte("\n")) + bytes.Count(src, []byte(",")) + bytes.Count(src, []byte(":")); n > maxValues {
		r.diags.Errorf(diag.CodeTooBig, r.start(), "the file has more than %d values", maxValues).
			Helpf("split a machine of this size into several machines")
		return nil, r.diags
	}
	var doc yaml.Node
	if err := yaml.Load(src, &doc); err != nil {
		if second, ok := r.secondDocument(src); ok {
			r.diags.Errorf(diag.CodeSyntax, second, "a second YAML document begins here").
				Helpf("a file contains one machine: put each machine in a file of its own, or remove this line")
			return nil, r.diags
		}
		r.syntaxError(err)
		return nil, r.diags
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 {
		r.empty()
		return nil, r.diags
	}
	n := r.node(doc.Content[0], 0)
	return n, r.diags
}

type reader struct {
	file  string
	lines []string
	// keptLine is line number kept, as runes.
	kept     int
	keptLine []rune
	diags    diag.List
}

// isText reports input that is too large or not text.
func (r *reader) isText(src []byte) bool {
	if len(src) > maxSize {
		r.diags.Errorf(diag.CodeTooBig, r.start(), "the file is larger than %d bytes", maxSize).
			Helpf("split a machine of this size into several machines")
		return false
	}
	line, column := 1, 1
	for rest := src; len(rest) > 0; {
		c, size := utf8.DecodeRune(rest)
		span := diag.Span{File: r.file, Start: diag.Pos{Line: line, Column: column}}
		switch {
		case c == utf8.RuneError && size == 1:
			r.diags.Errorf(diag.CodeSyntax, span, "the byte 0x%02x is not valid UTF-8", rest[0]).Helpf("save the file as UTF-8")
			return false
		case c == 0:
			r.diags.Errorf(diag.CodeSyntax, span, "the file contains a NUL byte").Helpf("save the file as UTF-8")
			return false
		case c < ' ' && c != '\t' && c != '\n' && c != '\r', c == '\ufffe', c == '\uffff':
			r.diags.Errorf(diag.CodeSyntax, span, "the file contains the character %U, which YAML does not allow", c).
				Helpf("remove the character or, in double quotes, write it as an escape such as \"\\x1b\"")
			return false
		}
		rest = rest[size:]
		column++
		if c == '\n' {
			line, column = line+1, 1
		}
	}
	return true
}

// tooDeep checks the nesting of [ and { before the YAML parser recurses, and returns
// the position that exceeds the limit. Brackets inside quotes and comments count as
// well, which does not matter for specs that people write.
func (r *reader) tooDeep(src []byte) (diag.Span, bool) {
	open, line, begin := 0, 1, 0
	for i, c := range src {
		switch c {
		case '\n':
			line, begin = line+1, i+1
		case '[', '{':
			if open++; open > maxDepth {
				column := utf8.RuneCount(src[begin:i]) + 1
				return diag.Span{File: r.file, Start: diag.Pos{Line: line, Column: column}}, true
			}
		case ']', '}':
			open = max(0, open-1)
		}
	}
	return diag.Span{}, false
}

// start returns the position of the first character of the file.
func (r *reader) start() diag.Span {
	return diag.Span{File: r.file, Start: diag.Pos{Line: 1, Column: 1}}
}

func (r *reader) empty() {
	r.diags.Errorf(diag.CodeSyntax, r.start(), "the file is empty").Helpf("a spec begins with `machine: Name`")
}

// secondDocument returns the start of the second document of a file, if there is one and
// it can be read.
func (r *reader) secondDocument(src []byte) (diag.Span, bool) {
	documents, err := yaml.NewLoader(bytes.NewReader(src))
	if err != nil {
		return diag.Span{}, false
	}
	var doc yaml.Node
	for range 2 {
		doc = yaml.Node{}
		if err := documents.Load(&doc); err != nil {
			return diag.Span{}, false
		}
	}
	return r.at(&doc), true
}

func (r *reader) syntaxError(err error) {
	span := diag.Span{File: r.file}
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	if strings.Contains(message, "no documents") {
		r.empty()
		return
	}
	if load := new(yaml.LoadError); errors.As(err, &load) {
		message = load.Message
		mark := load.Mark
		if mark.Line >= len(r.lines) && load.ContextMark.Line > 0 {
			// Something is not closed at the end of the file: the position where
			// it was opened is more helpful.
			message, mark = message+", "+load.ContextMsg, load.ContextMark
		}
		if mark.Line > 0 {
			span.Start = diag.Pos{Line: mark.Line, Column: max(1, mark.Column)}
		}
	}
	d := r.diags.Errorf(diag.CodeSyntax, span, "invalid YAML: %s", message)
	switch {
	case strings.Contains(message, "cannot start any token") && strings.HasPrefix(r.line(span.Start.Line), "\t"):
		d.Helpf("indent with spaces; YAML does not allow tabs")
	case strings.Contains(message, "mapping values are not allowed") && glued.MatchString(r.line(span.Start.Line-1)):
		d.Helpf("write a space after the colon in the line before")
	case strings.Contains(message, "mapping values are not allowed") && strings.Count(r.line(span.Start.Line), ": ") == 1 && r.indent(span.Start.Line) > r.indent(span.Start.Line-1):
		d.Helpf("indent all keys of a mapping by the same number of spaces: this line has %d, and the one before, which has a value already, has %d", r.indent(span.Start.Line), r.indent(span.Start.Line-1))
	case strings.Contains(message, "mapping values are not allowed"):
		d.Helpf("put text that contains a colon and a space in quotes, and put a mapping on one line in braces: {key: value}")
	case strings.Contains(message, "did not find expected") && strings.Contains(r.line(span.Start.Line), "[]"):
		d.Helpf("a value that begins with [ is a list in YAML: put Go slice types in quotes, as in \"[]byte\"")
	case strings.HasSuffix(message, "did not find expected key"), strings.Contains(message, "did not find expected '-' indicator"):
		d.Helpf("indent all keys of a mapping, and all items of a list, by the same number of spaces, and begin each item with a hyphen and a space")
	case strings.Contains(message, "while parsing a flow"):
		d.Helpf("close the bracket or brace that opens here")
	case strings.Contains(message, "did not find expected ',' or"):
		d.Helpf("in braces and brackets, text ends at a comma: put an expression with a comma in quotes, as in 'fits(n, \"x\")'")
	case strings.Contains(message, "cannot start any token"):
		d.Helpf("put text that begins with a special character, such as & or %%, in quotes")
	case strings.Contains(message, "anchor"):
		d.Helpf("a value that begins with * is an alias in YAML: put Go pointer types in quotes, as in \"*Request\"")
	}
}

// glued is a line with a key whose colon a value follows without a space.
var glued = regexp.MustCompile(`^\s*[A-Za-z_]\w*:[^\s/]`)

// indent returns the number of spaces before the text in a line.
func (r *reader) indent(n int) int {
	line := r.line(n)
	return len(line) - len(strings.TrimLeft(line, " "))
}

func (r *reader) line(n int) string {
	if n < 1 || n > len(r.lines) {
		return ""
	}
	return r.lines[n-1]
}

// runes returns line n. It caches the last one, because a line of megabytes may
// contain a hundred thousand values.
func (r *reader) runes(n int) []rune {
	if n != r.kept {
		r.kept, r.keptLine = n, []rune(r.line(n))
	}
	return r.keptLine
}

func (r *reader) at(y *yaml.Node) diag.Span {
	return diag.Span{File: r.file, Start: diag.Pos{Line: max(1, y.Line), Column: max(1, y.Column)}}
}

func (r *reader) node(y *yaml.Node, depth int) *Node {
	n := &Node{Kind: Scalar, Span: r.at(y)}
	if depth > maxDepth {
		r.diags.Errorf(diag.CodeTooBig, n.Span, "values are nested more than %d levels deep", maxDepth).
			Helpf("a spec needs about ten levels; look for lines that are indented too far")
		n.Kind = Refused
		return n
	}
	if y.Kind == yaml.AliasNode || y.Anchor != "" && y.Style&yaml.TaggedStyle == 0 {
		r.diags.Errorf(diag.CodeSyntax, n.Span, "YAML anchors and aliases are not allowed").
			Helpf("write out the value; put text that begins with & or * in quotes")
	}
	if y.Style&yaml.TaggedStyle != 0 {
		r.diags.Errorf(diag.CodeSyntax, n.Span, "YAML reads `%s` as a tag", diag.Clip(y.Tag)).
			Helpf("put text that begins with ! in quotes, as in if: \"!ready\"")
	}
	if y.Kind == yaml.AliasNode || y.Style&yaml.TaggedStyle != 0 {
		n.Kind = Refused
		return n
	}
	switch y.Kind {
	case yaml.MappingNode:
		n.Kind = Mapping
		r.pairs(n, y, depth)
	case yaml.SequenceNode:
		n.Kind = Sequence
		var s split
		for _, c := range y.Content {
			item := r.node(c, depth+1)
			if !s.continues(r, y, c, item) {
				n.Items = append(n.Items, item)
			}
		}
	default:
		n.Text = y.Value
		n.Null = y.Tag == "!!null"
		n.Span = r.textSpan(y)
	}
	return n
}

func (r *reader) pairs(n *Node, y *yaml.Node, depth int) {
	first := map[string]*Node{}
	var s split
	for i := 0; i+1 < len(y.Content); i += 2 {
		key := r.node(y.Content[i], depth+1)
		value := r.node(y.Content[i+1], depth+1)
		if (value.Null || s.key) && s.continues(r, y, y.Content[i], key) {
			continue
		}
		if key.Kind != Scalar {
			r.diags.Errorf(diag.CodeShape, key.Span, "a key must be a name, not %s", key.Describe()).
				Helpf("write a name before the colon")
			continue
		}
		s.begin(y.Content[i+1], value)
		if value.Null && parentheses(y.Content[i]) > 0 {
			s.begin(y.Content[i], key)
			s.key = true
		}
		if before := first[key.Text]; before != nil {
			r.diags.Errorf(diag.CodeDuplicateKey, key.Span, "key `%s` is given twice", diag.Clip(key.Text)).
				Note(before.Span, "first given here").Helpf("give each key once: merge the two, or rename one; several alternatives of an event are a list under one key")
			continue
		}
		first[key.Text] = key
		n.Pairs = append(n.Pairs, Pair{key, value})
	}
	n.Pairs = slices.DeleteFunc(n.Pairs, func(p Pair) bool { return p.Key.Kind == Refused }) // ended at a comma
}

// textSpan returns the span of the source that is equal to the text of the scalar.
// If they differ because of escapes or line folding, it is the start of the scalar.
func (r *reader) textSpan(y *yaml.Node) diag.Span {
	s := r.at(y)
	line := r.runes(s.Start.Line)
	start := s.Start.Column - 1
	if y.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
		start++
	}
	text := []rune(y.Value)
	end := start + len(text)
	if end > len(line) || string(line[start:end]) != y.Value {
		return s
	}
	s.Start.Column = start + 1
	s.End = diag.Pos{Line: s.Start.Line, Column: end + 1}
	return s
}
