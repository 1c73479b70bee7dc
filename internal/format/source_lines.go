package format

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// text is a source with the offsets of its lines.
type text struct {
	file string
	src  []byte
	// starts are the offsets of the starts of lines; the first is 0.
	starts []int
	// last and lastOffset cache the last position and its offset, because the next
	// position is usually after it, and a line may be long.
	last       diag.Pos
	lastOffset int
}

func newText(file string, src []byte) *text {
	t := &text{file: file, src: src, starts: []int{0}}
	for i, c := range src {
		if c == '\n' {
			t.starts = append(t.starts, i+1)
		}
	}
	return t
}

// oddBreak finds a character that YAML 1.1 treats as a line break and editors do not.
// The line numbers of the YAML library would then differ from ours.
func (t *text) oddBreak() (diag.Span, bool) {
	i := bytes.IndexAny(t.src, "\r\u0085\u2028\u2029")
	if i < 0 {
		return diag.Span{}, false
	}
	return diag.Span{File: t.file, Start: diag.Pos{Line: t.line(i) + 1, Column: t.column(i) + 1}}, true
}

// line returns the index of the line that holds an offset.
func (t *text) line(offset int) int {
	return sort.Search(len(t.starts), func(i int) bool { return t.starts[i] > offset }) - 1
}

// column returns the number of runes before an offset in its line.
func (t *text) column(offset int) int {
	return utf8.RuneCount(t.src[t.starts[t.line(offset)]:offset])
}

// offset returns the offset of a position in the source.
func (t *text) offset(p diag.Pos) int {
	if p.Line < 1 || p.Line > len(t.starts) {
		return len(t.src)
	}
	if p.Line != t.last.Line || p.Column < t.last.Column {
		t.last, t.lastOffset = diag.Pos{Line: p.Line, Column: 1}, t.starts[p.Line-1]
	}
	for ; t.last.Column < p.Column && t.lastOffset < len(t.src); t.last.Column++ {
		_, size := utf8.DecodeRune(t.src[t.lastOffset:])
		t.lastOffset += size
	}
	return t.lastOffset
}

// lineEnd returns the offset of the line break at or after an offset.
func (t *text) lineEnd(offset int) int {
	if i := bytes.IndexByte(t.src[offset:], '\n'); i >= 0 {
		return offset + i
	}
	return len(t.src)
}

// at returns the byte at an offset, or 0 outside the source.
func (t *text) at(offset int) byte {
	if offset < 0 || offset >= len(t.src) {
		return 0
	}
	return t.src[offset]
}

// blankBetween reports whether there is a blank line between the lines of index first
// and last.
func (t *text) blankBetween(first, last int) bool {
	for i := first + 1; i < last; i++ {
		if len(bytes.TrimSpace(t.src[t.starts[i]:t.lineEnd(t.starts[i])])) == 0 {
			return true
		}
	}
	return false
}
