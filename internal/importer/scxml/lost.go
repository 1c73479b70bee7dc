package scxml

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// dropData notes that an approximation has no variable for data.
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
