package draft

import (
	"regexp"
	"strings"
)

var guardForm = regexp.MustCompile(`\s*(\p{L}[\p{L}0-9_]*|&&|\|\||[!()¬∧∨])`)

// condition is a guard as an expression of names: each is a question to the
// program.
type condition struct {
	name     func(text string) string
	words    []string
	failed   bool
	brackets int
}

// Condition returns a guard as an expression over external guards, and declares
// them. A guard that is made of names with and, or and not is their combination; any
// other text is one question to the program.
func (d *Draft) Condition(guard string) string { return combine(guard, d.Guard) }

// Standing returns the guard of a transition without an event as an expression over variables,
// which the spec must set, and declares them. Such a transition depends only on the values of the
// machine, not on external guards.
func (d *Draft) Standing(guard string) string { return combine(guard, d.Fact) }

// combine returns a guard as an expression over names.
func combine(guard string, name func(text string) string) string {
	probe := condition{name: func(text string) string { return text }, words: tokens(guard)}
	if text := probe.or(); text == "" || probe.failed || len(probe.words) > 0 {
		return name(guard)
	}
	c := condition{name: name, words: tokens(guard)}
	return c.or()
}

// Bracket keeps a guard together when it becomes part of another, if it is more than
// a name.
func Bracket(guard string) string {
	if IsName(guard) {
		return guard
	}
	return "(" + guard + ")"
}

// tokens cuts a guard into words and signs; nil if it has anything else.
func tokens(s string) []string {
	var list []string
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		at := guardForm.FindStringSubmatchIndex(s)
		if at == nil || at[0] != 0 {
			return nil
		}
		word := s[at[2]:at[3]]
		switch strings.ToLower(word) {
		case "and", "∧":
			word = "&&"
		case "or", "∨":
			word = "||"
		case "not", "¬":
			word = "!"
		}
		// Words in a row are one name.
		if last := len(list) - 1; last >= 0 && isWord(word) && isWord(list[last]) {
			list[last] += " " + word
		} else {
			list = append(list, word)
		}
		s = s[at[1]:]
	}
	return list
}

// isWord tells names from signs.
func isWord(token string) bool { return !strings.ContainsAny(token, "&|!()") }

func (c *condition) next(word string) bool {
	if len(c.words) == 0 || c.words[0] != word {
		return false
	}
	c.words = c.words[1:]
	return true
}

func (c *condition) or() string {
	text := c.and()
	for c.next("||") {
		text += " || " + c.and()
	}
	return text
}

func (c *condition) and() string {
	text := c.not()
	for c.next("&&") {
		text += " && " + c.not()
	}
	return text
}

// maxBrackets bounds how deep a condition is read.
const maxBrackets = 50

func (c *condition) not() string {
	switch {
	case c.next("!"):
		if c.brackets++; c.brackets > maxBrackets {
			c.failed = true
			return ""
		}
		return "!" + c.not()
	case c.next("("):
		if c.brackets++; c.brackets > maxBrackets {
			c.failed = true
			return ""
		}
		text := "(" + c.or() + ")"
		c.failed = c.failed || !c.next(")")
		return text
	case len(c.words) == 0 || !isWord(c.words[0]):
		c.failed = true
		return ""
	}
	word := c.words[0]
	c.words = c.words[1:]
	return c.name(word)
}
