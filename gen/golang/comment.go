package golang

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"
)

const (
	// width is the number of columns of comment text that we write ourselves.
	width = 77
	// tooLong is the length from which a line of the spec is wrapped; shorter
	// ones keep the breaks that their author gave them.
	tooLong = 100
)

// doc adds a comment in front of the next declaration of the file.
func (g *generator) doc(lines []string) {
	for _, c := range comments(lines) {
		g.file.Add(c)
	}
}

// comments returns each line as a comment of its own. This is the only way
// for text to get into the output: always behind "// ", on one line.
func comments(lines []string) []jen.Code {
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

// directive matches what compilers and linters obey even behind a space:
// old build constraints, nolint, and the word:word of directives.
var directive = regexp.MustCompile(`^(\+build|nolint|[a-z0-9]+:[a-z])`)

// harmless returns a line of a comment that no tool takes for a directive. It
// is quoted if it would be one once slashes and spaces before it are skipped,
// as golangci-lint and revive do.
func harmless(line string) string {
	line = strings.ReplaceAll(line, "#nosec", "# nosec")
	if directive.MatchString(strings.TrimLeft(line, "/ \t")) {
		return `"` + line + `"`
	}
	return line
}

// docLines returns text of the spec as lines fit for a comment: valid UTF-8, no
// control characters, nothing invisible that reorders text (CVE-2021-42574),
// no blank lines around it or doubled inside.
func docLines(text string) []string {
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
			lines = append(lines, wrap(line)...)
			continue
		}
		lines = append(lines, line)
	}
	if n := len(lines); n > 0 && lines[n-1] == "" {
		lines = lines[:n-1]
	}
	return lines
}

// glue is a space at which wrap does not break a line.
const glue = "\x00"

// wrap breaks text at spaces.
func wrap(text string) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	lines = append(lines, line)
	for i := range lines {
		lines[i] = strings.ReplaceAll(lines[i], glue, " ")
	}
	return lines
}

// describe returns the doc comment of a Go name. It begins with that name, as
// godoc and linters want it: with the spec's own words where they begin with
// specName, otherwise with a sentence made of name and predicate. Further
// paragraphs follow.
func describe(name, specName, predicate, doc string, more ...[]string) []string {
	var out []string
	lines := docLines(doc)
	switch rest, named := cutName(lines, specName); {
	case named && predicate == "":
		out = append(wrap(name+rest), lines[1:]...)
	case named && len(lines) == 1:
		out = wrap(name + sentence(rest) + " It " + sentence(predicate))
	case named:
		out = append(wrap(name+rest), lines[1:]...)
		out = append(out, "")
		out = append(out, wrap("It "+sentence(predicate))...)
	case len(lines) == 1 && !strings.HasPrefix(lines[0], " ") && !strings.HasPrefix(lines[0], "\t"):
		out = wrap(name + " " + sentence(predicate) + " " + capital(lines[0]))
	case len(lines) > 0:
		out = append(wrap(name+" "+sentence(predicate)), "")
		out = append(out, lines...)
	default:
		out = wrap(name + " " + sentence(predicate))
	}
	for _, m := range more {
		if len(m) > 0 {
			out = append(append(out, ""), m...)
		}
	}
	return out
}

// describePart is describe without the predicate where the spec's own words
// begin with its name.
func describePart(name, specName, predicate, doc string) []string {
	if _, named := cutName(docLines(doc), specName); named {
		predicate = ""
	}
	return describe(name, specName, predicate, doc)
}

func cutName(lines []string, name string) (string, bool) {
	if len(lines) == 0 {
		return "", false
	}
	rest, ok := strings.CutPrefix(lines[0], name)
	return rest, ok && name != "" && strings.HasPrefix(rest, " ")
}

// capital begins text with a capital letter, unless its first word is a name:
// of a variable of the spec, say, or a single letter.
func capital(text string) string {
	first, rest, _ := strings.Cut(text, " ")
	if len(first) < 2 || rest == "" || strings.ContainsFunc(first, func(r rune) bool { return !unicode.IsLower(r) }) {
		return text
	}
	r, size := utf8.DecodeRuneInString(text)
	return sentence(string(unicode.ToUpper(r)) + text[size:])
}

// sentence ends text with a period if it has no end yet.
func sentence(text string) string {
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}
