package card

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// span writes a range.
func span(low, high expr.Expr) string {
	switch {
	case low == nil && high == nil:
		return ""
	case high == nil:
		return "at least " + math(low)
	case low == nil:
		return "at most " + math(high)
	}
	return math(low) + " to " + math(high)
}

// math writes an expression as code; nil is empty.
func math(e expr.Expr) string {
	if e == nil {
		return ""
	}
	return markdown.Code(expr.Print(e, expr.Math))
}

// narrow is the number of characters on a line of code in a table.
const narrow = 30

// wrapped writes code on several lines if it is long, because browsers give most of the
// width of a table to the column with the longest text.
func wrapped(text string) string {
	var parts []string
	line := ""
	for _, term := range terms(text) {
		switch {
		case line == "":
			line = term
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(term) > narrow:
			parts = append(parts, markdown.Code(line))
			line = term
		default:
			line += " " + term
		}
	}
	return lines(append(parts, markdown.Code(line)))
}

// terms divides code where a line can end: before operators, and inside comparisons only if
// they are long.
func terms(text string) []string {
	operator := func(word string) bool {
		return !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	}
	var list []string
	words := strings.Fields(text)
	for i := 0; i < len(words); i++ {
		term := words[i]
		for i+1 < len(words) && operator(words[i]) {
			i++
			term += " " + words[i]
		}
		if n := len(list); n > 0 && strings.ContainsAny(term[:strings.IndexByte(term+" ", ' ')], "=≠<≤>≥←") && utf8.RuneCountInString(list[n-1]+term) < narrow {
			list[n-1] += " " + term
			continue
		}
		list = append(list, term)
	}
	return list
}

// tuple writes a progress function of one or more components.
func tuple(list []expr.Expr) string {
	parts := make([]string, len(list))
	for i, e := range list {
		parts[i] = expr.Print(e, expr.Math)
	}
	return markdown.Code(vector(parts))
}

// vector writes a single component as it is, and several in parentheses.
func vector(parts []string) string {
	if len(parts) > 1 {
		return "(" + strings.Join(parts, ", ") + ")"
	}
	return strings.Join(parts, "")
}

// value prints a value of a scalar type.
func value(m *core.Machine, t expr.Type, v int64) string {
	if t.Kind == expr.String {
		return expr.Print(&expr.Text{Value: trace.Strings(m)[v]}, expr.Math)
	}
	return expr.Print(&expr.Lit{T: t, Value: v}, expr.Math)
}
