package comment

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"
)

const (
	// Width is the number of columns of generated comment text.
	Width = 77
	// tooLong is the length from which a line of the spec is wrapped; shorter
	// ones keep the breaks that their author gave them.
	tooLong = 100
)

// Lines returns each line as a separate comment. This is the only way
// for text to get into the output: always behind "// ", on one line.
func Lines(lines []string) []jen.Code {
	var out []jen.Code
	for _, line := range lines {
		if line = harmless(line); line == "" {
			out = append(out, jen.Comment("//"))
		} else {
			out = append(out, jen.Comment("// "+line))
		}
	}
	return out
}

// directive matches text that compilers and linters obey even after a space: old build
// constraints, nolint, and directives of the form word:word.
var directive = regexp.MustCompile(`^(\+build|nolint|[a-z0-9]+:[a-z])`)

// harmless returns a line of a comment that no tool interprets as a directive. It quotes
// the line if it would be a directive without leading slashes and spaces, which
// golangci-lint and revive skip.
func harmless(line string) string {
	line = strings.ReplaceAll(line, "#nosec", "# nosec")
	if directive.MatchString(strings.TrimLeft(line, "/ \t")) {
		return `"` + line + `"`
	}
	return line
}

// DocLines returns text of the spec as lines that are safe in a comment: valid UTF-8,
// without control characters, invisible characters that reorder text (CVE-2021-42574),
// leading and trailing blank lines, and repeated blank lines.
func DocLines(text string) []string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\u200C', r == '\u200D': // joiners are part of words and emoji
			return r
		case strings.ContainsRune("\n\r\v\f\u0085\u2028\u2029", r):
			return '\n'
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs):
			return -1
		}
		return r
	}, text)

	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		if line == "" && (len(lines) == 0 || lines[len(lines)-1] == "") {
			continue
		}
		if utf8.RuneCountInString(line) > tooLong && !unicode.IsSpace(rune(line[0])) && line[0] != '[' {
			lines = append(lines, Wrap(line)...)
			continue
		}
		lines = append(lines, line)
	}
	if n := len(lines); n > 0 && lines[n-1] == "" {
		lines = lines[:n-1]
	}
	return lines
}

// Glue is a space at which wrap does not break a line.
const Glue = "\x00"

// Wrap breaks text at spaces.
func Wrap(text string) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > Width:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	lines = append(lines, line)
	for i := range lines {
		lines[i] = strings.ReplaceAll(lines[i], Glue, " ")
	}
	return lines
}
