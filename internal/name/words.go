package name

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

const (
	// MaxWords keeps names that are made of sentences short, in bytes.
	MaxWords = 60
	// maxShown is the length of a text, in characters, from which on it does not stand for a name.
	maxShown = 120
)

var wordForm = regexp.MustCompile(`[\p{L}0-9_]+|[-=]+>|\+=|-=|[:!=<>]=|&&|\|\||[+%<>=←≤≥≠¬∧∨]`)

var signs = map[string]string{
	"+=": "add", "-=": "subtract", ":=": "set", "!=": "ne", "==": "eq", "<=": "le", ">=": "ge", "&&": "and", "||": "or",
	"+": "plus", "%": "mod", "<": "lt", ">": "gt", "=": "eq",
	"←": "set", "≤": "le", "≥": "ge", "≠": "ne", "¬": "not", "∧": "and", "∨": "or",
}

// Words joins the words of a text, and its signs as words, to a name. The result is no name if it is empty, or begins with a digit.
func Words(text string) string {
	var parts []string
	for _, p := range wordForm.FindAllString(Clean(text), -1) {
		if sign, ok := signs[p]; ok {
			p = sign
		}
		if !strings.HasSuffix(p, ">") { // an arrow
			parts = append(parts, p)
		}
	}
	return short(strings.Trim(strings.Join(parts, "_"), "_"))
}

// short cuts a name off at the maximum length.
func short(name string) string {
	for len(name) > MaxWords {
		_, size := utf8.DecodeLastRuneInString(name)
		name = strings.TrimRight(name[:len(name)-size], "_")
	}
	return name
}

// Stand-ins are what a name begins with if the words of its text do not make one.
const (
	ForEvent = "Event"
	ForState = "State"
)

// numbered is the end of a name that another one had taken.
var numbered = regexp.MustCompile(`_[0-9]+$`)

// MadeFrom reports whether an importer made a name from a text that says more than the name: its words are those of the text, which is not
// much longer than a name. Before is what it puts before words that are no name.
func MadeFrom(name, text, before string) bool {
	if text == "" || utf8.RuneCountInString(text) > maxShown || text == name {
		return false
	}
	want := text
	if !Is(text) || len(text) > MaxWords {
		want = Words(text)
	}
	if !Is(want) {
		want = strings.TrimRight(before+"_"+want, "_")
	}
	trim := func(s string) string { return strings.TrimRight(s, "_") }
	return trim(name) == trim(want) || trim(numbered.ReplaceAllString(name, "")) == trim(want)
}
