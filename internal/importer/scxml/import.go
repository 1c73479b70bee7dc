package scxml

import (
	"bytes"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/importer/draft"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// reader fills a draft from a document.
type reader struct {
	out         *draft.Draft
	file, space string
	// rough is nil for an exact import.
	rough *approximation
	doc   document
}

// Read returns the draft of the spec for a document. The file name, with slashes, is used in positions and for the name of
// the machine. A document has one machine, whose number is 1.
func Read(file string, src []byte, number int) *draft.Draft {
	if number != 1 {
		d := newReader(file).out
		d.Fail(diag.CodeMissing, d.Top(), "unknown machine %d: an SCXML document has one machine", number)
		return d
	}
	d := native(file, src, nil)
	errors := d.Errors()
	if len(errors) == 0 || !onlyLacks(d) {
		return d
	}
	f := flatten(file, src, nil)
	if slices.ContainsFunc(f.Errors(), func(e diag.Diagnostic) bool { return e.Code == diag.CodeTooBig }) {
		return d
	}
	if f.Failed() {
		return f
	}
	why := errors[0]
	f.Warn(why.Span, "the spec has a state for each configuration of the document, because of %s", strings.TrimSuffix(strings.TrimSuffix(why.Message, " cannot be imported"), ",")).
		Helpf("%s", why.Help).Notes = why.Notes
	return f
}

// onlyLacks reports whether all errors are about what specs do not have.
func onlyLacks(d *draft.Draft) bool {
	return !slices.ContainsFunc(d.Errors(), func(e diag.Diagnostic) bool { return e.Code != diag.CodeNotYet })
}

// native reads a document whose states and regions become those of the spec, exactly or as an approximation.
func native(file string, src []byte, rough *approximation) *draft.Draft {
	r := newReader(file)
	r.rough = rough
	if root := r.tree(src); root != nil {
		r.read(root)
	}
	names, ways := resolver{r}, lister{r}
	for _, next := range []func(){names.hoist, names.resolve, typing{r}.infer, ways.enter, ways.list, comparison{r}.beside, ways.define, writer{r}.build} {
		if r.stops() {
			break
		}
		next()
	}
	return r.out
}

func newReader(file string) *reader {
	return &reader{
		out:  draft.New(file, draft.Source{Noun: "document", Arrow: "transition", Begin: "initial state", End: "a final state", Exact: true}),
		file: file, doc: document{
			byID: make(map[string]*node), histories: make(map[string]*history), vars: make(map[string]*variable), explicit: make(map[string]bool), declared: make(map[string]bool), sent: make(map[string]int), prompt: make(map[string]bool), sends: make(map[pending]diag.Span), identified: make(map[string]bool), dropped: make(map[string]bool), params: make(map[string][]*value), payloads: make(map[string]map[string]*expr), uttered: make(map[string]bool), spoken: make(map[string][]diag.Span), fixed: make(map[string]string), given: make(map[string]bool), strange: make(map[string]bool), noisy: make(map[*node]bool), unexplored: make(map[*node]bool),
		},
	}
}

// Is reports whether a text looks like an SCXML document.
func Is(src []byte) bool {
	src = bytes.TrimSpace(bytes.TrimPrefix(src, []byte("\ufeff")))
	return bytes.HasPrefix(src, []byte("<")) && (bytes.Contains(src, []byte("<scxml")) || bytes.Contains(src, []byte(":scxml")))
}

// lacks reports what the spec language does not have. Each message begins with what that is.
func (r *reader) lacks(at diag.Span, help, what string, args ...any) *diag.Diagnostic {
	d := r.out.Fail(diag.CodeNotYet, at, what+" cannot be imported", args...)
	if help != "" {
		d.Helpf("%s", help)
	}
	return d
}
