package scxml

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// dropData notes that an approximation has no variable for data.
func (ap *approximation) dropData(id, why string) {
	if ap.dropped[id] == "" {
		ap.dropped[id], ap.again = why, true
	}
}

// lost reports whether the spec has no variable for data, and warns of it where they are declared.
func (r *reader) lost(id string, at diag.Span) bool {
	if r.rough == nil || r.rough.dropped[id] == "" {
		return false
	}
	r.out.Ignore(at, "<data id=\""+id+"\">", "the import drops the data `"+diag.Clip(id)+"`, because of "+r.rough.dropped[id])
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
		if r.doc.declared[name] {
			r.rough.dropData(name, "what a script or an expression may do to them")
		}
	}
}

// unassigned reports whether the spec has no variable for what an assignment assigns, or no value: then it drops the variable.
func (r actions) unassigned(e *element) bool {
	location := strings.TrimSpace(e.attrs["location"].value)
	from, given := e.attrs["expr"]
	if !given || r.reader.rough.unread(from) != "" {
		if r.reader.doc.declared[location] {
			r.reader.rough.dropData(location, "an assignment of what it cannot read")
		}
		r.reader.spill(from.value)
		return true
	}
	if !isName(location) {
		r.reader.taint(location)
		return true
	}
	return r.reader.rough.dropped[location] != "" || !r.reader.doc.declared[location]
}

// opaque drops data whose value cannot be read.
func (r actions) opaque(e *element) {
	id, from := e.attrs["id"].value, e.attrs["expr"]
	_, given := e.attrs["expr"]
	_, src := e.attrs["src"]
	text := strings.TrimSpace(e.text)
	switch x, missing := parse(id); {
	case missing != nil || x.op != opVar || x.text != id:
		r.reader.rough.dropData(id, "their id")
	case given && r.reader.rough.unread(from) != "":
		r.reader.spill(from.value)
		r.reader.rough.dropData(id, r.reader.rough.unread(from))
	case !given && r.reader.rough.unread(attribute{at: e.at}) != "":
		r.reader.rough.dropData(id, r.reader.rough.unread(attribute{at: e.at}))
	case src:
		r.reader.rough.dropData(id, "data from another file")
	case len(e.children) > 0 || text != "" && !given && !slices.Contains([]string{"true", "false"}, text) && !strings.ContainsAny(text[:1], `-0123456789"`):
		r.reader.rough.dropData(id, "the content of `data`")
	case r.reader.rough.foreign != "":
		r.reader.rough.dropData(id, r.reader.rough.foreign)
	}
}
