package draft

import (
	"path"
	"strings"

	"github.com/fsmgen/fsmgen/internal/format"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// Draft is a spec in the making.
type Draft struct {
	// Doc describes the machine, or is "".
	Doc string
	// Initial is the state in which the machine begins.
	Initial *State
	// Root represents the machine: its inner states are those of the machine, and
	// what it does, all states do.
	Root *State

	file     string
	source   Source
	name     string
	guards   []declaration
	delays   []declaration
	events   []declaration
	outputs  []declaration
	vars     []variable
	terminal []outcome
	comments []string
	// ignored are parts of the source without a counterpart.
	ignored []string
	diags   diag.List

	stateNames, eventNames names
	hostNames              names // of guards, outputs and delays, which are methods of one value
	known                  map[string]string
}

// Source says how messages speak of what is imported.
type Source struct {
	// Noun is what the source is, as in "diagram".
	Noun string
	// Arrow is what a transition is called there, as in "arrow".
	Arrow string
	// Begin is what marks the initial state of a composite state in a source, as in
	// "initial arrow [*] -->".
	Begin string
	// End is what marks the end of a machine in a source, as in "an arrow to [*]".
	End string
	// Exact says that the importer gives the alternatives in the order in which they are tried, and all ends of the
	// machine: the draft takes them as they are.
	Exact bool
}

// declaration is a name with what the source says about it.
type declaration struct {
	name, doc   string
	environment bool
	internal    bool
}

type outcome struct {
	name   string
	states []string
}

// New returns an empty draft. The file name, with slashes, is used in positions
// and for the name of the machine.
func New(file string, source Source) *Draft {
	name := camel(strings.TrimSuffix(path.Base(file), path.Ext(file)))
	return &Draft{
		file: file, source: source, name: names{}.fresh(name, "Machine"), Root: &State{},
		stateNames: names{}, eventNames: names{fold(always): 1}, hostNames: names{}, known: make(map[string]string),
	}
}

// Fail reports an error in the source. There will be no spec.
func (d *Draft) Fail(code diag.Code, at diag.Span, format string, args ...any) *diag.Diagnostic {
	return d.diags.Errorf(code, at, format, args...)
}

// Warn reports something that the spec does not say, or not as the source does.
func (d *Draft) Warn(at diag.Span, format string, args ...any) *diag.Diagnostic {
	return d.diags.Warnf(diag.CodeImport, at, format, args...)
}

// Ignore keeps a part of the source that a spec cannot express as a comment at the
// top of the spec. Warn says so, unless why is "".
func (d *Draft) Ignore(at diag.Span, text, why string) {
	d.ignored = append(d.ignored, text)
	if why != "" {
		d.Warn(at, "%s", why)
	}
}

// Top is the first position of the source, for what is not said in any other.
func (d *Draft) Top() diag.Span {
	return diag.Span{File: d.file, Start: diag.Pos{Line: 1, Column: 1}, End: diag.Pos{Line: 1, Column: 2}}
}

// Comment adds a comment at the top of the spec.
func (d *Draft) Comment(text string) { d.comments = append(d.comments, text) }

// Failed reports whether there has been an error.
func (d *Draft) Failed() bool { return d.diags.HasErrors() }

// Errors returns the errors so far, in the order in which they were reported.
func (d *Draft) Errors() (list diag.List) {
	for _, e := range d.diags {
		if e.Severity == diag.Error {
			list = append(list, e)
		}
	}
	return list
}

// Spec settles the draft and returns the spec, with the diagnostics sorted. If they
// hold an error, there is no spec. What is wrong with the spec itself, such as two
// names that Go could not tell apart, is reported without a position. Spec may be
// called once.
func (d *Draft) Spec() ([]byte, diag.List) {
	d.nameStates()
	d.order()
	d.ends()
	d.prune()
	d.diags.Sort()
	if d.Failed() {
		return nil, d.diags
	}
	d.comments = append(d.comments, d.ignored...)
	out := []byte(d.yaml(path.Base(d.file)))
	if pretty, diags, err := format.Source(d.file, out); err == nil && !diags.HasErrors() {
		out = pretty
	}
	_, found := spec.Load(d.file, out)
	for _, f := range found {
		if f.Severity == diag.Error {
			d.diags = append(d.diags, diag.Diagnostic{
				Code: f.Code, Severity: f.Severity, Span: diag.Span{File: d.file},
				Message: "the spec that the " + d.source.Noun + " means is wrong: " + f.Message, Help: f.Help,
			})
		}
	}
	if d.Failed() {
		return nil, d.diags
	}
	return out, d.diags
}
