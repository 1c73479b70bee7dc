package scxml

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/importer/draft"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// An approximation reads what a spec cannot say as what comes next to it, each with a warning at its place: conditions become questions to the
// program, what the machine does beside its states becomes outputs, and data that the import cannot follow are dropped. What this concerns is known
// only when the document has been read: the import notes it, and begins again.

// approximation is what an import has found so far.
type approximation struct {
	// bad are the expressions that cannot be read, by their place, and dropped are the variables, both with the reason.
	bad     map[diag.Pos]string
	dropped map[string]string
	// timed are the events whose timers belong to their state, though SCXML does not end them there.
	timed map[pending]bool
	// again tells that the import must begin again.
	again bool
	// foreign is the data model, if it is another one.
	foreign string
	// facts are the conditions that have become variables, in order.
	facts []string
}

// maxAgain limits how often an import begins again: each time finds at least one expression, variable, or event.
const maxAgain = 100

// Approximate is [Read], but reads what a spec cannot say as what comes next to it, with a warning at its place. If a spec can say all of
// the document, it returns the draft of [Read].
func Approximate(file string, src []byte, number int) *draft.Draft {
	exact := Read(file, src, number)
	if !exact.Failed() || number != 1 {
		return exact
	}
	d := approximated(func(a *approximation) *draft.Draft { return native(file, src, a) })
	if !d.Failed() || !onlyLacks(d) {
		return d
	}
	if f := approximated(func(a *approximation) *draft.Draft { return flatten(file, src, a) }); !f.Failed() {
		return f
	}
	return d
}

// approximated imports until nothing new is found.
func approximated(read func(*approximation) *draft.Draft) *draft.Draft {
	a := &approximation{bad: make(map[diag.Pos]string), dropped: make(map[string]string)}
	for i := 0; ; i++ {
		a.again, a.foreign, a.facts, a.timed = false, "", nil, make(map[pending]bool)
		if d := read(a); !a.again || i == maxAgain {
			return d
		}
	}
}

// stops reports whether the import cannot go on: after an error, or because it begins again.
func (r *reader) stops() bool { return r.out.Failed() || r.rough != nil && r.rough.again }

// unreadable reports an expression that cannot be imported, or notes it for an approximation.
func (r *reader) unreadable(a attribute, at diag.Span, missing lack) {
	if r.rough == nil {
		r.lacks(at, missing.help, "%s", missing.what)
	} else if r.rough.bad[a.at.Start] == "" {
		r.rough.bad[a.at.Start], r.rough.again = strings.TrimSuffix(missing.what, ","), true
	}
}

// unread returns why an approximation does not read an expression, or "".
func (ap *approximation) unread(a attribute) string {
	switch {
	case ap == nil:
		return ""
	case ap.foreign != "" && !places(a.value):
		return ap.foreign
	}
	return ap.bad[a.at.Start]
}

// places reports whether a condition asks only where the machine is, which all data models write as In('ID').
func places(text string) bool {
	x, missing := parse(text)
	if missing != nil {
		return false
	}
	only := true
	x.each(func(e *expr) {
		only = only && slices.Contains([]op{opIn, opNot, opBool, "&&", "||"}, e.op)
	})
	return only
}

// begin lets histories without a transition begin where their state does, as some processors do.
func (a *approximation) begin(r *reader) {
	for _, h := range r.doc.ordered {
		if h.targetID.at.Start.IsValid() {
			continue
		}
		if h.targetID = h.parent.initialID; !h.targetID.at.Start.IsValid() && len(h.parent.inner) > 0 {
			h.targetID = attribute{value: h.parent.inner[0].id, at: h.at}
		}
	}
}

// guess returns the condition that stands for one that cannot be read.
func (r *reader) guess(a attribute, why string) *condition {
	text := strings.Join(strings.Fields(a.value), " ")
	r.spill(a.value)
	r.out.Warn(a.at, "the condition `%s` is left to the program, because of %s: it becomes an external guard, or a variable where no event comes with it", diag.Clip(text), why)
	return &value{a, &expr{op: opGuard, text: text, size: 1}}
}

// asFacts puts variables in the place of questions to the program, where no event comes with them.
func (ap *approximation) asFacts(e *expr) *expr {
	return e.settled(func(e *expr) *expr {
		if e.op != opGuard {
			return nil
		}
		if !slices.Contains(ap.facts, e.text) {
			ap.facts = append(ap.facts, e.text)
		}
		return &expr{op: opFact, text: e.text, size: 1, at: e.at}
	})
}
