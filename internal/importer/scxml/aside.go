package scxml

import (
	"maps"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// aside makes an output of what the machine does beside its states.
func (r actions) aside(e *element, what, text string) *action {
	text = diag.Clip(strings.Join(strings.Fields(text), " "))
	r.reader.out.Warn(e.at, "%s becomes the output `%s`", what, text)
	return &action{at: e.at, log: text}
}

// approximate makes an output of an element of executable content that a spec cannot say, or returns nil.
func (r actions) approximate(e *element) *action {
	if r.reader.rough == nil {
		return nil
	}
	switch {
	case e.foreign:
		r.reader.taint(e.words())
		return r.aside(e, "the element `"+diag.Clip(e.name)+"`, which is not SCXML,", e.words())
	case e.name == "script" || e.name == "foreach":
		text := e.words()
		if slices.ContainsFunc(e.children, sends) {
			return nil
		}
		if r.reader.taint(text); e.name == "script" {
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
	r.reader.taint(e.attrs["idlocation"].value)
	r.reader.spill(e.words())
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
		r.reader.taint(e.attrs[attr].value)
	}
	for _, c := range e.children {
		r.reader.taint(c.words()) // finalize may assign them, and without content it assigns params
	}
	n.entry = append(n.entry, r.aside(e, "`invoke` is left to the program, which also sends the events of what is invoked: it", "invoke "+name))
	n.exit = append(n.exit, &action{at: e.at, log: diag.Clip("stop " + name)})
}

// elsewhere reports whether an approximation reads an element that a spec cannot say, in a state or in the root.
func (r actions) elsewhere(e *element, n *node) bool {
	switch {
	case r.reader.rough == nil:
		return false
	case e.name == "script":
		r.reader.taint(e.text)
		r.reader.out.Ignore(e.at, "<script>", "the import drops a script that is run at the start")
	case e.name == "donedata":
		r.reader.out.Warn(e.at, "the import drops the data of the event for the end of a state")
	case e.name == "invoke":
		r.invoked(e, n)
	default:
		return false
	}
	return true
}
