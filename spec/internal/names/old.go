package names

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// Places returns the place of each of some names.
func Places(list ...syntax.Text) map[string]diag.Span {
	out := map[string]diag.Span{}
	for _, n := range list {
		out[n.Value] = n.Span
	}
	return out
}

// Was returns the old names of a part. An old name must not be one that a part of the same kind
// has, or that another part had: a snapshot with that name would have two meanings. present has
// the names of all parts of the kind; old has the old names so far, and gets these.
func (t *Table) Was(what string, list []syntax.Text, present, old map[string]diag.Span) (out []string) {
	for _, name := range list {
		if name.Value == "" {
			continue
		}
		named := "of this name"
		if what == "plain state" || what == "value" {
			t.checkText(name, what)
			named += " or text"
		} else {
			t.Check(name, what)
		}
		if at, ok := present[name.Value]; ok {
			t.diags.Errorf(diag.CodeDuplicate, name.Span, "`was` lists `%s`, but the spec still has %s %s", diag.Clip(name.Value), diag.Indefinite(what), named).
				Note(at, "declared here").Helpf("list only names that the spec no longer uses for %s", diag.Indefinite(what))
			continue
		}
		if t.Once(old, name, "the old name `%s` is listed twice", "first listed here") {
			out = append(out, name.Value)
		}
	}
	return out
}

// Gone reports a removed name that a part of some kind still has, or had. It returns true if there is none.
func (t *Table) Gone(name syntax.Text, what string, present, old map[string]diag.Span) bool {
	if name.Value == "" {
		return false
	}
	if at, ok := present[name.Value]; ok {
		t.diags.Errorf(diag.CodeDuplicate, name.Span, "`removed` lists `%s`, but the spec still has %s of this name", diag.Clip(name.Value), diag.Indefinite(what)).
			Note(at, "declared here").Helpf("remove the name from the list")
		return false
	}
	if at, ok := old[name.Value]; ok {
		t.diags.Errorf(diag.CodeDuplicate, name.Span, "`removed` lists `%s`, which is also the old name of %s", diag.Clip(name.Value), diag.Indefinite(what)).
			Note(at, "listed as an old name here").Helpf("list it under `was` to keep the value, or under `removed` to drop it")
		return false
	}
	return true
}
