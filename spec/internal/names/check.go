package names

import (
	"go/token"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/internal/name"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// reserved are the names with a special meaning in expressions or in YAML.
var reserved = []string{"event", "false", "max", "min", "nil", "null", "stalled", "true"}

// Check reports a name that is none ([name.Is]), or that is reserved.
func (t *Table) Check(text syntax.Text, what string) {
	s := text.Value
	switch {
	case !name.Is(s):
		t.diags.Errorf(diag.CodeName, text.Span, "`%s` cannot be the name of %s", diag.Clip(s), diag.Indefinite(what)).
			Helpf("%s", name.Rule+hint(s))
	case len(s) > name.Max:
		t.diags.Errorf(diag.CodeName, text.Span, "the name of %s has %d bytes; the limit is %d", diag.Indefinite(what), len(s), name.Max).
			Helpf("choose a shorter name, and put the rest into `doc`")
	case token.IsKeyword(s):
		t.diags.Errorf(diag.CodeName, text.Span, "`%s` is a Go keyword and cannot be the name of %s", s, diag.Indefinite(what)).
			Helpf("choose another name, such as `%s_`", s)
	case slices.Contains(reserved, s):
		t.diags.Errorf(diag.CodeName, text.Span, "`%s` is a reserved word and cannot be the name of %s", s, diag.Indefinite(what)).
			Helpf("choose another name, such as `%s_`", s)
	}
}

// hint says why a text that looks like a name is none.
func hint(s string) string {
	for _, r := range s {
		switch {
		case unicode.IsMark(r):
			return "; write letters with accents as single characters (Unicode NFC), and leave out other marks"
		case r >= utf8.RuneSelf && unicode.In(r, unicode.Cf, unicode.Zs):
			return "; this text has a character that cannot be seen"
		}
	}
	if strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return "; a word cannot mix letters of Latin, Greek, and Cyrillic, or have letters that Unicode has for compatibility only"
	}
	return ""
}

// GoName returns the Go name that the spec chooses for a part, or "".
func (t *Table) GoName(text syntax.Text) string {
	if !text.Given() {
		return ""
	}
	switch s := text.Value; {
	case !name.Is(s) || len(s) > name.Max:
		t.Check(text, "Go identifier")
	case !token.IsExported(s):
		t.diags.Errorf(diag.CodeName, text.Span, "the Go name `%s` must begin with a capital letter", diag.Clip(s)).
			Helpf("write the exported form, even for names that the generated code does not export")
	}
	return text.Value
}
