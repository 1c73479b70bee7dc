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
	src = multi.ReplaceAll(src, []byte("}\n\n$1"))
	return format.Source(src)
}

// multi is where a function of several lines follows another without a blank line, which gofumpt puts between them.
var multi = regexp.MustCompile(`(?m)^}\n(func\b.*\{)$`)

// Longest is the length of a line beyond which gofmt puts the body of a function on lines of its own.
const Longest = comment.Width + 20
