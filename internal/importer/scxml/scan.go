package scxml

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// operator names a token that is in the place of an operator.
func operator(token string) string {
	switch c := token[0]; {
	case c == '[':
		return "ECMAScript arrays"
	case c == '{':
		return "ECMAScript objects"
	case c == '(':
		return "ECMAScript functions"
	case c == '.':
		return "ECMAScript properties of objects"
	case c == '\'' || c == '"' || c == '_' || c == '$' || unicode.IsLetter(rune(c)) || c >= '0' && c <= '9':
		return "an expression that is not ECMAScript"
	}
	return "the ECMAScript operator `" + token + "`"
}

var operators = []string{
	"===", "!==", "**=", ">>>", "...", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=", "**", "=>", "??", "?.", "<<", ">>",
}

// scan reads a token.
func (p *parser) scan() {
	rest := strings.TrimLeft(p.text[p.next:], " \t\r\n")
	p.at = len(p.text) - len(rest)
	n := 0
	switch {
	case rest == "":
	case wordLength(rest) > 0:
		n = wordLength(rest)
	case rest[0] == '\'' || rest[0] == '"':
		for n = 1; n < len(rest) && rest[n] != rest[0]; n++ {
			if rest[n] == '\\' {
				n++
			}
		}
		if n++; n > len(rest) {
			p.lack("an expression that is not ECMAScript", "")
		}
	default:
		_, n = utf8.DecodeRuneInString(rest)
		for _, o := range operators {
			if strings.HasPrefix(rest, o) {
				n = len(o)
				break
			}
		}
	}
	p.token, p.next = rest[:n], p.at+n
}

// wordLength returns the length of the name or number that a text begins with. Numbers contain their point.
func wordLength(s string) int {
	number := s != "" && s[0] >= '0' && s[0] <= '9'
	for i, c := range s {
		if c == '_' || c == '$' || unicode.IsLetter(c) || unicode.IsDigit(c) && (i > 0 || number) || number && c == '.' {
			continue
		}
		return i
	}
	return len(s)
}

// unquote replaces the escapes of a string.
func (p *parser) unquote(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case '\'', '"', '\\':
			b.WriteByte(s[i])
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		default:
			p.lack("this escape in a string", "")
		}
	}
	return b.String()
}
