package tla

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// quote returns a TLA+ string. TLA+ and TLC's configurations use different escapes, and tools differ in the characters
// that they accept. Therefore, all characters except letters, digits, and a few others are encoded as in a URL, which
// keeps different strings different.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		c := s[i]
		plain := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte(" _-.,:;/+", c) >= 0
		// Two minus signs start a PlusCal algorithm, even in a comment.
		if plain && (c != '-' || i == 0 || s[i-1] != '-') {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// texts returns the string constants of a machine, in the order of the spec.
func texts(m *core.Machine) (out []string) {
	m.Expressions(func(e expr.Expr) {
		expr.Walk(e, func(e expr.Expr) {
			if t, ok := e.(*expr.Text); ok && !slices.Contains(out, t.Value) {
				out = append(out, t.Value)
			}
		})
	})
	return out
}

// samples returns the values of strings in a payload: the constants of the spec and one other.
func samples(m *core.Machine) []string {
	list := texts(m)
	other := "other"
	for slices.Contains(list, other) {
		other += "_"
	}
	return append(list, other)
}
