package waiver

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// Waiver says that a breaking change is intended.
type Waiver struct {
	// Machine is the name of the machine, and Code and Subject are those of the change.
	Machine, Code, Subject string
	Reason                 string
	// Span is the place of the subject.
	Span diag.Span
}

// fields are the keys of a waiver. All are required.
var fields = [...]string{"machine", "code", "subject", "reason"}

// Parse reads a list of waivers. The codes are those that exist. A waiver with an error is left out.
func Parse(file string, src []byte, codes []string) ([]Waiver, diag.List) {
	if blank(src) {
		return nil, nil
	}
	root, diags := syntax.Read(file, src)
	r := &reader{diags: inOtherWords(diags), codes: codes}
	if root == nil {
		return nil, r.diags
	}
	return r.list(root), r.diags
}

// blank reports whether a file has only comments, as when its last waiver is removed.
func blank(src []byte) bool {
	for line := range strings.Lines(string(src)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return false
		}
	}
	return true
}

// inOtherWords replaces help that is about specs.
func inOtherWords(diags diag.List) diag.List {
	for i := range diags {
		d := &diags[i]
		switch {
		case d.Code == diag.CodeDuplicateKey:
			d.Help = "begin each waiver with - on a line of its own"
		case d.Code == diag.CodeTooBig:
			d.Help = "a list of waivers has two levels and a few lines for each waiver"
		case strings.Contains(d.Help, "machine"):
			d.Help = "a file contains one list of waivers: remove this line"
		case strings.Contains(d.Help, " Go "):
			d.Help = "put the value in quotes"
		}
	}
	return diags
}

type reader struct {
	diags diag.List
	codes []string
}

// list reads the whole file.
func (r *reader) list(root *syntax.Node) (out []Waiver) {
	if !r.is(root, syntax.Mapping, "the key waivers") {
		return nil
	}
	for _, p := range root.Pairs {
		switch {
		case p.Key.Text != "waivers":
			r.unknown(p.Key, "a file of waivers", []string{"waivers"})
		case p.Value.Kind == syntax.Scalar && p.Value.Null:
		case r.is(p.Value, syntax.Sequence, "a list of waivers"):
			for _, item := range p.Value.Items {
				out = append(out, r.waiver(item)...)
			}
		}
	}
	return out
}

// waiver reads one item of the list. The result is empty if it has an error.
func (r *reader) waiver(n *syntax.Node) (out []Waiver) {
	if !r.is(n, syntax.Mapping, "a waiver with the keys "+strings.Join(fields[:], ", ")) {
		return nil
	}
	before := len(r.diags)
	var w Waiver
	var subjects []*syntax.Node
	given := map[string]bool{}
	for _, p := range n.Pairs {
		given[p.Key.Text] = true
		switch p.Key.Text {
		case "machine":
			w.Machine = r.text(p.Value, "the name of a machine")
		case "code":
			w.Code = r.code(p.Value)
		case "subject":
			subjects = r.subjects(p.Value)
		case "reason":
			w.Reason = r.text(p.Value, "the reason why the change is intended")
		default:
			r.unknown(p.Key, "a waiver", fields[:])
		}
	}
	for _, key := range fields {
		if !given[key] {
			r.diags.Errorf(diag.CodeMissing, n.Span, "a waiver needs `%s`", key).Helpf("%s", wayOut(key))
		}
	}
	if len(r.diags) > before {
		return nil
	}
	for _, s := range subjects {
		w.Subject, w.Span = s.Text, s.Span
		out = append(out, w)
	}
	return out
}

// wayOut says what to write for a key that is missing.
func wayOut(key string) string {
	if key == "reason" {
		return "say why the change is intended, for those who review it"
	}
	return "fsmgen diff --format waivers prints it"
}

// subjects reads a text, or a list of texts.
func (r *reader) subjects(n *syntax.Node) (out []*syntax.Node) {
	items := n.Items
	if n.Kind == syntax.Scalar {
		items = []*syntax.Node{n}
	}
	if len(items) == 0 {
		r.text(n, "what changes, as fsmgen diff prints it")
	}
	for _, item := range items {
		if r.text(item, "what changes, as fsmgen diff prints it") != "" {
			out = append(out, item)
		}
	}
	return out
}

// code reads the code of a breaking change.
func (r *reader) code(n *syntax.Node) string {
	text := r.text(n, "the code of a breaking change")
	if text == "" || slices.Contains(r.codes, text) {
		return text
	}
	d := r.diags.Errorf(diag.CodeUnknown, n.Span, "unknown code `%s` of a breaking change", diag.Clip(text))
	if d.Help = diag.DidYouMean(text, r.codes); d.Help == "" {
		d.Help = "fsmgen help diff lists the codes"
	}
	return ""
}

// text reads a scalar that is not blank. It returns "" after an error.
func (r *reader) text(n *syntax.Node, what string) string {
	if n.Kind == syntax.Refused {
		return ""
	}
	if text := strings.TrimSpace(n.Text); n.Kind == syntax.Scalar && !n.Null && text != "" {
		return text
	}
	found := n.Describe()
	if n.Kind == syntax.Scalar {
		found = "nothing" // also for blank text in quotes
	}
	r.diags.Errorf(diag.CodeShape, n.Span, "expected %s, found %s", what, found).Helpf("write it after the colon, in quotes if it contains a colon or #")
	return ""
}

// is reports a node of another kind.
func (r *reader) is(n *syntax.Node, k syntax.Kind, what string) bool {
	if n.Kind != k && n.Kind != syntax.Refused {
		r.diags.Errorf(diag.CodeShape, n.Span, "expected %s, found %s", what, n.Describe()).
			Helpf("fsmgen diff --format waivers prints a list in the right form")
	}
	return n.Kind == k
}

func (r *reader) unknown(key *syntax.Node, where string, known []string) {
	d := r.diags.Errorf(diag.CodeKey, key.Span, "unknown key `%s` in %s", diag.Clip(key.Text), where)
	if d.Help = diag.DidYouMean(key.Text, known); d.Help == "" {
		d.Help = "its keys are " + strings.Join(known, ", ")
	}
}
