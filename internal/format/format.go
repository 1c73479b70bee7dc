package format

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// Width is the maximum width, in columns, of a line with { } or [ ].
const Width = 120

// Source returns the canonical form of a spec. It uses the file name only in
// positions. If the diagnostics contain an error, the text cannot be parsed, and the
// result is nil. Source does not report semantic errors.
//
// An error indicates a bug in this package: the result would have had a different
// meaning or different comments than the source. The result is then nil, too.
func Source(file string, src []byte) ([]byte, diag.List, error) {
	src = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
	read, diags := syntax.Read(file, src)
	if diags.HasErrors() {
		return nil, diags, nil
	}
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	text := newText(file, src)
	if span, ok := text.oddBreak(); ok {
		diags.Errorf(diag.CodeSyntax, span, "only some programs treat the character here as a line break").
			Helpf("end lines with LF or CRLF, or write the character as an escape in double quotes")
		return nil, diags, nil
	}
	if read.Kind != syntax.Mapping {
		diags.Errorf(diag.CodeShape, read.Span, "a spec must be a mapping").Helpf("a spec begins with `machine: Name`")
		return nil, diags, nil
	}
	root, comments, err := text.tree(read)
	if errors.Is(err, errEmptyKey) || errors.Is(err, errTag) {
		diags.Errorf(diag.CodeSyntax, read.Span, "%v", err)
		return nil, diags, nil
	}
	if err != nil {
		return nil, diags, err
	}
	attach(text, root, comments)
	root.shorten()
	root.sort(spec())
	out := render(root)
	after, wrong := syntax.Read(file, out)
	if i := slices.IndexFunc(wrong, func(d diag.Diagnostic) bool { return d.Code == diag.CodeTooBig }); i >= 0 {
		diags.Errorf(diag.CodeTooBig, read.Span, "the formatted text would exceed a limit: %s", wrong[i].Message).Helpf("%s", wrong[i].Help)
		return nil, diags, nil
	}
	if wrong.HasErrors() {
		return nil, diags, fmt.Errorf("the formatted text cannot be read: %s", wrong[0].Message)
	}
	if err := check(file, read, after, comments, out); err != nil {
		return nil, diags, err
	}
	return out, diags, nil
}

// check compares the source with the result, which it parses for its comments.
func check(file string, before, after *syntax.Node, comments []comment, out []byte) error {
	if !same(shortened(before), shortened(after), spec()) {
		return errors.New("the formatted text has a different meaning")
	}
	_, now, err := newText(file, out).tree(after)
	if err != nil {
		return err
	}
	if !slices.Equal(sorted(comments), sorted(now)) {
		return errors.New("the formatted text has different comments")
	}
	return nil
}

func sorted(comments []comment) []string {
	var out []string
	for _, c := range comments {
		out = append(out, c.text)
	}
	slices.Sort(out)
	return out
}
