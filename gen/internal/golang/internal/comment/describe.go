package comment

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Describe returns the doc comment of a Go name. It begins with that name, as godoc and
// linters expect: it is the text of the spec if that begins with specName, and otherwise a
// sentence of name and predicate. Further paragraphs follow.
func Describe(name, specName, predicate, doc string, more ...[]string) []string {
	var out []string
	lines := DocLines(doc)
	switch rest, named := CutName(lines, specName); {
	case named && predicate == "":
		out = append(Wrap(name+rest), lines[1:]...)
	case named && len(lines) == 1:
		out = Wrap(name + sentence(rest) + " It " + sentence(predicate))
	case named:
		out = append(Wrap(name+rest), lines[1:]...)
		out = append(out, "")
		out = append(out, Wrap("It "+sentence(predicate))...)
	case len(lines) == 1 && !strings.HasPrefix(lines[0], " ") && !strings.HasPrefix(lines[0], "\t"):
		out = Wrap(name + " " + sentence(predicate) + " " + capital(lines[0]))
	case len(lines) > 0:
		out = append(Wrap(name+" "+sentence(predicate)), "")
		out = append(out, lines...)
	default:
		out = Wrap(name + " " + sentence(predicate))
	}
	for _, m := range more {
		if len(m) > 0 {
			out = append(append(out, ""), m...)
		}
	}
	return out
}

// DescribePart is Describe without the predicate if the text of the spec begins with the
// name.
func DescribePart(name, specName, predicate, doc string) []string {
	if _, named := CutName(DocLines(doc), specName); named {
		predicate = ""
	}
	return Describe(name, specName, predicate, doc)
}

func CutName(lines []string, name string) (string, bool) {
	if len(lines) == 0 {
		return "", false
	}
	rest, ok := strings.CutPrefix(lines[0], name)
	return rest, ok && name != "" && strings.HasPrefix(rest, " ")
}

// capital capitalizes text, unless its first word is a name, such as a variable of the
// spec or a single letter.
func capital(text string) string {
	first, rest, _ := strings.Cut(text, " ")
	if len(first) < 2 || rest == "" || strings.ContainsFunc(first, func(r rune) bool { return !unicode.IsLower(r) }) {
		return text
	}
	r, size := utf8.DecodeRuneInString(text)
	return sentence(string(unicode.ToUpper(r)) + text[size:])
}

// sentence adds a period to text unless it ends with punctuation.
func sentence(text string) string {
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}
