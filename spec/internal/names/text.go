package names

import (
	"strings"

	"github.com/fsmgen/fsmgen/internal/name"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// Text returns the text that is stored for a part, or "" if it is the name. Another part of the kind must not
// have it as its name or text: present has those, and gets this one.
func (t *Table) Text(what string, name, text syntax.Text, present map[string]diag.Span) string {
	if text.Value == "" || text.Value == name.Value {
		return ""
	}
	t.checkText(text, what)
	if at, ok := present[text.Value]; ok {
		t.diags.Errorf(diag.CodeDuplicate, text.Span, "the text `%s` of %s `%s` is also the name or the text of another %s", diag.Clip(text.Value), what, diag.Clip(name.Value), what).
			Note(at, "declared here").Helpf("choose another text, so that what is stored has one meaning")
		return ""
	}
	present[text.Value] = text.Span
	return text.Value
}

// checkText reports a text that cannot be stored for a part: it has to be short, on one line, and the same
// after a program removes spaces around it.
func (t *Table) checkText(text syntax.Text, what string) {
	switch s := text.Value; {
	case strings.TrimSpace(s) != s || diag.Printable(s) != s || strings.ContainsAny(s, "\t\ufffd"):
		t.diags.Errorf(diag.CodeName, text.Span, "`%s` cannot be the text of %s", diag.Clip(s), diag.Indefinite(what)).
			Helpf("a text is one line without control characters, and does not begin or end with a space")
	case len(s) > name.Max:
		t.diags.Errorf(diag.CodeName, text.Span, "the text of %s has %d bytes; the limit is %d", diag.Indefinite(what), len(s), name.Max).
			Helpf("choose a shorter text")
	}
}
