package main

import (
	"fmt"
	"strings"
	"unicode"
)

// tokens are what a program consists of, without comments. The last one is "".
type tokens struct {
	list []string
	next int
}

// operators are the tokens of several characters that are no words or numbers.
var operators = []string{":|:", "->", "/\\", "&&", "||", "==", "!=", "<=", ">=", "++", "--", "+=", "-=", "*=", "/="}

// lex splits a program in C or in the format of KoAT.
func lex(src string) (*tokens, error) {
	t := &tokens{}
	for src != "" {
		c := rune(src[0])
		n := 1
		switch {
		case unicode.IsSpace(c):
			src = src[1:]
			continue
		case strings.HasPrefix(src, "//") || c == '#':
			n = strings.IndexByte(src+"\n", '\n')
			src = src[n:]
			continue
		case strings.HasPrefix(src, "/*"):
			end := strings.Index(src, "*/")
			if end < 0 {
				return nil, fmt.Errorf("a comment has no end")
			}
			src = src[end+2:]
			continue
		case word(c):
			for n < len(src) && word(rune(src[n])) {
				n++
			}
		default:
			for _, o := range operators {
				if strings.HasPrefix(src, o) {
					n = len(o)
					break
				}
			}
		}
		t.list = append(t.list, src[:n])
		src = src[n:]
	}
	t.list = append(t.list, "")
	return t, nil
}

func word(c rune) bool {
	return c == '_' || c == '\'' || unicode.IsLetter(c) || unicode.IsDigit(c)
}

// peek returns the next token, and take removes it.
func (t *tokens) peek() string { return t.list[t.next] }

func (t *tokens) take() string {
	s := t.list[t.next]
	if s != "" {
		t.next++
	}
	return s
}

// have removes the next token if it is the given one.
func (t *tokens) have(s string) bool {
	if t.peek() != s {
		return false
	}
	t.take()
	return true
}

// need removes the next token, which must be the given one.
func (t *tokens) need(s string) error {
	if got := t.take(); got != s {
		return fmt.Errorf("%q in place of %q", got, s)
	}
	return nil
}

// skip removes all tokens up to the given one, and this one.
func (t *tokens) skip(s string) error {
	for !t.have(s) {
		if t.take() == "" {
			return fmt.Errorf("no %q", s)
		}
	}
	return nil
}
