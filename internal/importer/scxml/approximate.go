package scxml

import (
	"maps"
	"regexp"
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
func (r *reader) stops() bool { return r.Failed() || r.rough != nil && r.rough.again }

// unreadable reports an expression that cannot be imported, or notes it for an approximation.
func (r *reader) unreadable(a attribute, at diag.Span, missing lack) {
	if r.rough == nil {
		r.lacks(at, missing.help, "%s", missing.what)
	} else if r.rough.bad[a.at.Start] == "" {
		r.rough.bad[a.at.Start], r.rough.again = strings.TrimSuffix(missing.what, ","), true
	}
}

// unread returns why an approximation does not read an expression, or "".
func (r *reader) unread(a attribute) string {
	switch {
	case r.rough == nil:
		return ""
	case r.rough.foreign != "" && !places(a.value):
		return r.rough.foreign
	}
	return r.rough.bad[a.at.Start]
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
	for _, h := range r.ordered {
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
	r.Warn(a.at, "the condition `%s` is left to the program, because of %s: it becomes an external guard, or a variable where no event comes with it", diag.Clip(text), why)
	return &value{a, &expr{op: opGuard, text: text, size: 1}}
}

// drop notes that an approximation has no variable for data.
func (r *reader) dropData(id, why string) {
	if r.rough.dropped[id] == "" {
		r.rough.dropped[id], r.rough.again = why, true
	}
}

// lost reports whether the spec has no variable for data, and warns of it where they are declared.
func (r *reader) lost(id string, at diag.Span) bool {
	if r.rough == nil || r.rough.dropped[id] == "" {
		return false
	}
	r.Ignore(at, "<data id=\""+id+"\">", "the import drops the data `"+diag.Clip(id)+"`, because of "+r.rough.dropped[id])
	return true
}

var nameForm = regexp.MustCompile(`[\pL_$][\pL\d_$]*`)

// changing matches what may assign a variable.
var changing = regexp.MustCompile(`\+\+|--|[^=!<>]=[^=]`)

// spill drops the data that an expression that is not read may change.
func (r *reader) spill(text string) {
	if changing.MatchString(text) {
		r.taint(text)
	}
}

// taint drops all data that a text names: it may change them.
func (r *reader) taint(text string) {
	for _, name := range nameForm.FindAllString(text, -1) {
		if r.declared[name] {
			r.dropData(name, "what a script or an expression may do to them")
		}
	}
}

// aside makes an output of what the machine does beside its states.
func (r actions) aside(e *element, what, text string) *action {
	text = diag.Clip(strings.Join(strings.Fields(text), " "))
	r.Warn(e.at, "%s becomes the output `%s`", what, text)
	return &action{at: e.at, log: text}
}

// unassigned reports whether the spec has no variable for what an assignment assigns, or no value: then it drops the variable.
func (r actions) unassigned(e *element) bool {
	location := strings.TrimSpace(e.attrs["location"].value)
	from, given := e.attrs["expr"]
	if !given || r.unread(from) != "" {
		if r.declared[location] {
			r.dropData(location, "an assignment of what it cannot read")
		}
		r.spill(from.value)
		return true
	}
	if !isName(location) {
		r.taint(location)
		return true
	}
	return r.rough.dropped[location] != "" || !r.declared[location]
}

// opaque drops data whose value cannot be read.
func (r actions) opaque(e *element) {
	id, from := e.attrs["id"].value, e.attrs["expr"]
	_, given := e.attrs["expr"]
	_, src := e.attrs["src"]
	text := strings.TrimSpace(e.text)
	switch x, missing := parse(id); {
	case missing != nil || x.op != opVar || x.text != id:
		r.dropData(id, "their id")
	case given && r.unread(from) != "":
		r.spill(from.value)
		r.dropData(id, r.unread(from))
	case !given && r.unread(attribute{at: e.at}) != "":
		r.dropData(id, r.unread(attribute{at: e.at}))
	case src:
		r.dropData(id, "data from another file")
	case len(e.children) > 0 || text != "" && !given && !slices.Contains([]string{"true", "false"}, text) && !strings.ContainsAny(text[:1], `-0123456789"`):
		r.dropData(id, "the content of `data`")
	case r.rough.foreign != "":
		r.dropData(id, r.rough.foreign)
	}
}

// approximate makes an output of an element of executable content that a spec cannot say, or returns nil.
func (r actions) approximate(e *element) *action {
	if r.rough == nil {
		return nil
	}
	switch {
	case e.foreign:
		r.taint(e.words())
		return r.aside(e, "the element `"+diag.Clip(e.name)+"`, which is not SCXML,", e.words())
	case e.name == "script" || e.name == "foreach":
		text := e.words()
		if slices.ContainsFunc(e.children, sends) {
			return nil
		}
		if r.taint(text); e.name == "script" {
			text = strings.TrimPrefix(text, "script ")
		}
		return r.aside(e, "`"+e.name+"`", text)
	}
	return nil
}

// sends reports whether an element puts an event into a queue.
func sends(e *element) bool {
	return e.name == "raise" || e.name == "send" || slices.ContainsFunc(e.children, sends)
}

// words returns the name, the attributes, and the text of an element, and those of the elements inside.
func (e *element) words() string {
	parts := []string{e.name}
	for _, name := range slices.Sorted(maps.Keys(e.attrs)) {
		parts = append(parts, e.attrs[name].value)
	}
	parts = append(parts, e.text)
	for _, c := range e.children {
		parts = append(parts, c.words())
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

// dispatch makes an output of a send that a spec cannot say.
func (r actions) dispatch(e *element, why string) *action {
	text := "send"
	for _, name := range []string{"event", "eventexpr"} {
		if a, ok := e.attrs[name]; ok {
			text += " " + a.value
		}
	}
	for _, name := range []string{"target", "targetexpr", "type", "typeexpr"} {
		if a, ok := e.attrs[name]; ok {
			text += " to " + a.value
			break
		}
	}
	for _, name := range []string{"delay", "delayexpr"} {
		if a, ok := e.attrs[name]; ok {
			text += " after " + a.value
		}
	}
	if a, ok := e.attrs["idlocation"]; ok {
		r.taint(a.value)
	}
	return r.aside(e, why+" is left to the program: it", text)
}

// invoked makes outputs of what a state invokes: one when it is entered, and one when it is left.
func (r actions) invoked(e *element, n *node) {
	name := e.attrs["id"].value
	for _, attr := range []string{"src", "srcexpr", "type", "typeexpr"} {
		if a := e.attrs[attr].value; name == "" && a != "" {
			name = a
		}
	}
	for _, attr := range []string{"idlocation", "namelist"} {
		r.taint(e.attrs[attr].value)
	}
	for _, c := range e.children {
		r.taint(c.words()) // finalize may assign them, and without content it assigns params
	}
	n.entry = append(n.entry, r.aside(e, "`invoke` is left to the program, which also sends the events of what is invoked: it", "invoke "+name))
	n.exit = append(n.exit, &action{at: e.at, log: diag.Clip("stop " + name)})
}

// elsewhere reports whether an approximation reads an element that a spec cannot say, in a state or in the root.
func (r actions) elsewhere(e *element, n *node) bool {
	switch {
	case r.rough == nil:
		return false
	case e.name == "script":
		r.taint(e.text)
		r.Ignore(e.at, "<script>", "the import drops a script that is run at the start")
	case e.name == "donedata":
		r.Warn(e.at, "the import drops the data of the event for the end of a state")
	case e.name == "invoke":
		r.invoked(e, n)
	default:
		return false
	}
	return true
}

// facts puts variables in the place of questions to the program, where no event comes with them.
func (r *reader) facts(e *expr) *expr {
	return e.settled(func(e *expr) *expr {
		if e.op != opGuard {
			return nil
		}
		if !slices.Contains(r.rough.facts, e.text) {
			r.rough.facts = append(r.rough.facts, e.text)
		}
		return &expr{op: opFact, text: e.text, size: 1, at: e.at}
	})
}

// ofState finds the state whose timer an event after a delay becomes: the innermost one that is entered when it is sent.
func (r clocks) ofState(p pending, first *rule) *running {
	if r.rough == nil || len(first.entered) == 0 {
		return nil
	}
	n := first.entered[len(first.entered)-1]
	for _, s := range first.entered {
		if slices.ContainsFunc(s.entry, func(a *action) bool { return a.at == r.sends[p] }) {
			n = s
		}
	}
	if n.parallel && n.region != nil || n.ends() {
		return nil
	}
	if !r.rough.timed[p] {
		r.rough.timed[p] = true
		r.Warn(r.sends[p], "%s becomes a timer of %s: it starts whenever the state is entered, and ends when it is left or the timer fires", p.text(), n.label())
	}
	var active []int
	for i, at := range r.places {
		if s := at.leaf.node; s == n || s.inside(n) || s.parallel && n.inside(s) {
			active = append(active, i)
		}
	}
	return &running{&timer{p, n, first.at}, active}
}
