package spec

import (
	"fmt"
	"go/token"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/internal/name"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// naming are the names of a spec, and what is wrong with it: the layer below all others.
type naming struct {
	diags diag.List
	// names are the names that expressions can use in every state, and order is
	// the order in which they are declared.
	names map[string]named
	order []string
}

// named is a name of an expression and its place.
type named struct {
	value expr.Expr
	what  string
	span  diag.Span
}

// reserved are the names with a special meaning in expressions or in YAML.
var reserved = []string{"event", "false", "max", "min", "nil", "null", "stalled", "true"}

// checkName reports a name that is none ([name.Is]), or that is reserved.
func (l *naming) checkName(text syntax.Text, what string) {
	s := text.Value
	switch {
	case !name.Is(s):
		l.diags.Errorf(diag.CodeName, text.Span, "`%s` cannot be the name of %s", diag.Clip(s), diag.Indefinite(what)).
			Helpf("%s", name.Rule+hint(s))
	case len(s) > name.Max:
		l.diags.Errorf(diag.CodeName, text.Span, "the name of %s has %d bytes; the limit is %d", diag.Indefinite(what), len(s), name.Max).
			Helpf("choose a shorter name, and put the rest into `doc`")
	case token.IsKeyword(s):
		l.diags.Errorf(diag.CodeName, text.Span, "`%s` is a Go keyword and cannot be the name of %s", s, diag.Indefinite(what)).
			Helpf("choose another name, such as `%s_`", s)
	case slices.Contains(reserved, s):
		l.diags.Errorf(diag.CodeName, text.Span, "`%s` is a reserved word and cannot be the name of %s", s, diag.Indefinite(what)).
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

// goName returns the Go name that the spec chooses for a part, or "".
func (l *naming) goName(text syntax.Text) string {
	if !text.Given() {
		return ""
	}
	switch s := text.Value; {
	case !name.Is(s) || len(s) > name.Max:
		l.checkName(text, "Go identifier")
	case !token.IsExported(s):
		l.diags.Errorf(diag.CodeName, text.Span, "the Go name `%s` must begin with a capital letter", diag.Clip(s)).
			Helpf("write the exported form, even for names that the generated code does not export")
	}
	return text.Value
}

// addValue adds a value to an enum that the loader makes. Its name gets a number if another value has the same name in Go.
func addValue(enum *expr.Enum, name string) int64 {
	taken := func(other string) bool { return ident.Export(other) == ident.Export(name) }
	for base, i := name, 2; slices.ContainsFunc(enum.Values, taken); i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	enum.Values = append(enum.Values, name)
	return int64(len(enum.Values) - 1)
}

// unique reports a name of some kind that is already in seen, and adds it.
func (l *naming) unique(seen map[string]diag.Span, name syntax.Text, what string) bool {
	return l.once(seen, name, what+" `%s` is declared twice", "first declared here")
}

// once reports a name that is already in seen, and adds it. The message takes
// the name; the note is about its first place.
func (l *naming) once(seen map[string]diag.Span, name syntax.Text, message, note string) bool {
	if first, ok := seen[name.Value]; ok {
		l.diags.Errorf(diag.CodeDuplicate, name.Span, message, diag.Clip(name.Value)).Note(first, "%s", note).
			Helpf("remove or change one of them")
		return false
	}
	seen[name.Value] = name.Span
	return true
}

// name defines a name for expressions.
func (l *naming) name(name syntax.Text, what string, value expr.Expr) {
	if first, ok := l.names[name.Value]; ok {
		l.diags.Errorf(diag.CodeDuplicate, name.Span, "%s `%s` has the same name as %s", what, diag.Clip(name.Value), first.what).
			Note(first.span, "first declared here").Helpf("rename one of them")
		return
	}
	l.names[name.Value] = named{value, "a " + what, name.Span}
	l.order = append(l.order, name.Value)
}

// parse parses an expression; the result is nil if it is missing or wrong.
func (l *naming) parse(t syntax.Text, want expr.Type, names expr.Names) expr.Expr {
	if t.Value == "" {
		return nil
	}
	return expr.Parse(t.Value, t.Span, want, names, &l.diags)
}

// unknown reports an unknown name.
func (l *naming) unknown(name syntax.Text, what string, known []string) {
	if name.Value == "" {
		return
	}
	d := l.diags.Errorf(diag.CodeUnknown, name.Span, "unknown %s `%s`", what, diag.Clip(name.Value))
	if d.Help = diag.DidYouMean(name.Value, known); d.Help != "" {
		return
	}
	switch {
	case len(known) == 1:
		d.Helpf("expected `%s`", known[0])
	case len(known) > 1 && len(known) <= 12:
		d.Helpf("expected one of %s", join(known))
	}
	if section, ok := sections[what]; ok && token.IsIdentifier(name.Value) {
		if d.Help != "" {
			d.Help += "; "
		}
		d.Help += "or declare it, as in " + section + ": {" + name.Value + ": {}}"
		d.Help = strings.TrimPrefix(d.Help, "or ")
	}
}

// sections are where a spec declares what it names elsewhere.
var sections = map[string]string{"state": "states", "event": "events", "output": "outputs"}

func join(names []string) string {
	out := ""
	for i, n := range names {
		if i > 0 {
			out += ", "
		}
		out += "`" + n + "`"
	}
	return out
}
