package draft

import (
	"fmt"
	"go/token"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/internal/name"
)

var (
	operatorForm = regexp.MustCompile(`!=|[*/!·]`)
	// operators are signs that have a meaning in conditions only: elsewhere, they are punctuation.
	operators = map[string]string{"*": " times ", "/": " over ", "!": " not ", "·": " times ", "!=": "!="}
)

// question is fresh for a condition.
func (taken names) question(from, fallback string) string {
	return taken.fresh(operatorForm.ReplaceAllStringFunc(from, func(sign string) string { return operators[sign] }), fallback)
}

// IsName reports whether a text is made of letters, digits and _ as the names of a
// spec are.
func IsName(text string) bool { return name.Is(text) }

// CanName reports whether a text can be a name of a spec as it is.
func CanName(text string) bool {
	return IsName(text) && !token.IsKeyword(text) && !reserved[text] && len(text) <= name.MaxWords
}

// What names begin with if their texts have no words.
const (
	forEvent = name.ForEvent
	forState = name.ForState
)

// names hands out names that are different from each other, in Go too.
//
// The value is the number that the next name with the same beginning tries.
type names map[string]int

// fresh returns a name for what a text says: the text itself if it can be one,
// otherwise its words. The fallback is for texts without any.
func (taken names) fresh(from, fallback string) string {
	chosen := from
	if !IsName(chosen) || len(chosen) > name.MaxWords {
		chosen = name.Words(from)
	}
	if chosen == "" || !IsName(chosen) {
		chosen = strings.TrimRight(fallback+"_"+chosen, "_")
	}
	if token.IsKeyword(chosen) || reserved[strings.ToLower(chosen)] {
		chosen += "_"
	}
	base := chosen
	for taken[fold(chosen)] > 0 {
		n := max(2, taken[fold(base)])
		taken[fold(base)] = n + 1
		chosen = fmt.Sprintf("%s_%d", strings.TrimRight(base, "_"), n)
	}
	taken[fold(chosen)] = 1
	return chosen
}

// always is the key of what needs no event, which is no name of an event.
const always = "always"

// done is the key of what a composite state does when it is done. No event has this name.
const done = " done"

// reserved are the names that expressions, here or there, give a meaning of
// their own.
var reserved = map[string]bool{"and": true, "or": true, "not": true, "event": true, "false": true, "max": true, "min": true, "nil": true, "null": true, "stalled": true, "true": true}

// fold maps names to one key that could be the same in Go.
func fold(name string) string {
	if first, _ := utf8.DecodeRuneInString(name); !unicode.IsUpper(unicode.ToUpper(first)) {
		name = "X" + name // as Go exports it
	}
	return strings.ToLower(strings.ReplaceAll(name, "_", ""))
}

// camel joins the words of a file name, each with a capital letter.
func camel(text string) string {
	var b strings.Builder
	for _, w := range regexp.MustCompile(`[\p{L}0-9]+`).FindAllString(name.Clean(text), -1) {
		first, size := utf8.DecodeRuneInString(w)
		b.WriteString(string(unicode.ToUpper(first)) + w[size:])
	}
	return b.String()
}
