package names

import (
	"go/token"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Table is the names of a spec that expressions can use in every state. It reports what is wrong with names.
type Table struct {
	machine *core.Machine
	diags   *diag.List
	// Known finds each name. Qualified names of enum values are among them.
	Known map[string]Name
	// Order lists the keys of Known as they were declared.
	Order []string
}

// Name is what a name stands for in expressions, and its place.
type Name struct {
	// Value is the expression that takes the place of the name.
	Value expr.Expr
	// What says in messages what the name is, with an article. It is "" for a qualified value of an enum.
	What string
	// Span is where the name is declared.
	Span diag.Span
}

// New returns a table without names. It reports to diags. The machine gets its variables and enums while it is built: see
// [Table.Taken].
func New(m *core.Machine, diags *diag.List) *Table {
	return &Table{machine: m, diags: diags, Known: map[string]Name{}}
}

// Unique reports a name of some kind that is already in seen. Otherwise it adds the name, and returns true.
func (t *Table) Unique(seen map[string]diag.Span, name syntax.Text, what string) bool {
	return t.Once(seen, name, what+" `%s` is declared twice", "first declared here")
}

// Once is Unique with other texts: the message takes the name, and the note is about its first place.
func (t *Table) Once(seen map[string]diag.Span, name syntax.Text, message, note string) bool {
	if first, ok := seen[name.Value]; ok {
		t.diags.Errorf(diag.CodeDuplicate, name.Span, message, diag.Clip(name.Value)).Note(first, "%s", note).
			Helpf("remove or change one of them")
		return false
	}
	seen[name.Value] = name.Span
	return true
}

// Define defines a name for expressions. It reports one that is defined already.
func (t *Table) Define(name syntax.Text, what string, value expr.Expr) {
	if first, ok := t.Known[name.Value]; ok {
		t.diags.Errorf(diag.CodeDuplicate, name.Span, "%s `%s` has the same name as %s", what, diag.Clip(name.Value), first.What).
			Note(first.Span, "first declared here").Helpf("rename one of them")
		return
	}
	t.Known[name.Value] = Name{value, "a " + what, name.Span}
	t.Order = append(t.Order, name.Value)
}

// Parse parses an expression; the result is nil if it is missing or wrong.
func (t *Table) Parse(text syntax.Text, want expr.Type, names expr.Names) expr.Expr {
	if text.Value == "" {
		return nil
	}
	return expr.Parse(text.Value, text.Span, want, names, t.diags)
}

// Unknown reports an unknown name of some kind, unless it is empty. The help names the closest of those that are known.
func (t *Table) Unknown(name syntax.Text, what string, known []string) {
	if name.Value == "" {
		return
	}
	d := t.diags.Errorf(diag.CodeUnknown, name.Span, "unknown %s `%s`", what, diag.Clip(name.Value))
	near := diag.Nearest(name.Value, known)
	if d.Help = diag.DidYouMean(name.Value, known); near != "" && diag.Distance(name.Value, near) <= 2 {
		return
	}
	switch {
	case near != "":
	case len(known) == 1:
		d.Helpf("expected `%s`", known[0])
	case len(known) > 1 && len(known) <= 12:
		d.Helpf("expected one of %s", Join(known))
	}
	if section, ok := sections[what]; ok && token.IsIdentifier(name.Value) {
		declare := "declare it, as in " + section.key + ": {" + name.Value + ": " + section.value + "}"
		switch {
		case near != "":
			declare = d.Help + " Or " + declare
		case d.Help != "":
			declare = d.Help + "; or " + declare
		}
		d.Help = declare
	}
}

// UnknownTarget reports an unknown target of a transition, as [Table.Unknown] does. It knows words that are no states.
func (t *Table) UnknownTarget(name syntax.Text, states []string) {
	if help := stays[name.Value]; help != "" && diag.Nearest(name.Value, states) == "" {
		t.diags.Errorf(diag.CodeUnknown, name.Span, "unknown state `%s`", name.Value).Helpf("%s", help)
		return
	}
	t.Unknown(name, "state", states)
}

// stays is what to write instead of words that other languages have for a transition that changes no state.
var stays = map[string]string{
	"stay": ignoring, "self": ignoring, "same": ignoring, "none": ignoring, "ignore": ignoring,
	"reject": "to refuse the event, write {otherwise: reject}",
}

const ignoring = "to stay in the state, leave out `to:`, as in {set: {n: n + 1}}; if nothing changes, list the event under `ignore:` of the state"

// sections are where a spec declares what it names elsewhere, and what it declares it as.
var sections = map[string]struct{ key, value string }{
	"state": {"states", "{}"}, "event": {"events", "{}"}, "output": {"outputs", "{}"}, "variable": {"vars", "{type: int, min: 0}"},
}

// Join returns names for a message, quoted and with commas.
func Join(names []string) string {
	out := ""
	for i, n := range names {
		if i > 0 {
			out += ", "
		}
		out += "`" + n + "`"
	}
	return out
}

// Taken returns the place of a name, a variable or an enum that has the name of a variable or an enum which the loader
// would like to add, and whether there is one.
func (t *Table) Taken(variable, enum string) (diag.Span, bool) {
	if n, ok := t.Known[variable]; ok {
		return n.Span, true
	}
	for _, v := range t.machine.Vars {
		if v.Name == variable {
			return v.Span, true
		}
	}
	for _, e := range t.machine.Enums {
		if e.Name == enum {
			return e.Span, true
		}
	}
	return diag.Span{}, false
}
