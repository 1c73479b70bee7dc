package file

import (
	"bytes"
	"go/format"
	"regexp"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
)

// returning is a function, or a function literal, that has one statement, a return, on a line of its own.
var returning = regexp.MustCompile(`(?m)^(\t*(?:[^\t/\n].*[^\w\n])?func\b.*\{)\n\t+(return\b.*)\n\t*(\}.*)$`)

// short puts functions that only return something on one line, as people write them, if that is not too long.
func short(src []byte) ([]byte, error) {
	src = returning.ReplaceAllFunc(src, func(text []byte) []byte {
		parts := returning.FindSubmatch(text)
		if line := bytes.Join(parts[1:], []byte(" ")); len(line) <= Longest {
			return line
		}
		return text
	})
	src, err := format.Source(src)
	if err != nil {
		return nil, err
	}
	if spaced := apart(src); len(spaced) > len(src) {
		return format.Source(spaced)
	}
	return src, nil
}

// apart puts a blank line between functions of several lines, as gofumpt does. It takes one that is as long as gofmt allows for such.
func apart(src []byte) []byte {
	lines := bytes.SplitAfter(src, []byte("\n"))
	var out [][]byte
	last := false // whether a function of several lines ended on the line before
	for _, line := range lines {
		oneLine := bytes.HasPrefix(line, []byte("func ")) && bytes.HasSuffix(line, []byte("}\n"))
		several := bytes.HasPrefix(line, []byte("func ")) && !oneLine || oneLine && len(bytes.Join(bytes.Fields(line), []byte(" "))) >= Longest
		if last && several {
			out = append(out, []byte("\n"))
		}
		last = several && oneLine || bytes.Equal(line, []byte("}\n"))
		out = append(out, line)
	}
	return bytes.Join(out, nil)
}

// Longest is the length of a line beyond which gofmt puts the body of a function on lines of its own.
const Longest = comment.Width + 20
