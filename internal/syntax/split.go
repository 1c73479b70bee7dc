package syntax

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// split follows a value or a key in braces or brackets that has an open parenthesis: YAML has cut it at a comma.
type split struct {
	value *Node  // with the text before the comma
	text  string // of the value and of its other parts so far
	open  int    // parentheses that the text opens and does not close
	// key is set for a key without a value, such as that of a timer with a call as its delay.
	key bool
	// error is the index of the diagnostic, or -1.
	error int
}

// begin starts with the value of a key.
func (s *split) begin(y *yaml.Node, value *Node) {
	*s = split{value: value, text: value.Text, open: parentheses(y), error: -1}
}

// continues reports whether a node of a collection, given as what YAML and this package read, is a part of the
// value before it. It reports the first comma of a value, which then counts as refused.
func (s *split) continues(r *reader, in, y *yaml.Node, part *Node) bool {
	tagged := y.Kind == yaml.ScalarNode && y.Style&yaml.TaggedStyle != 0
	if in.Style&yaml.FlowStyle == 0 || s.open <= 0 || part.Kind != Scalar && !tagged {
		s.begin(y, part)
		return false
	}
	text := part.Text
	if tagged { // as in fits(a, !b)
		text = strings.TrimSpace(y.Tag + " " + y.Value)
		r.forget(part.Span) // the comma is the reason
	}
	if s.error < 0 {
		what := "value"
		if s.key {
			what = "key"
		}
		s.error = len(r.diags)
		r.diags.Errorf(diag.CodeShape, s.value.Span, "YAML ends the %s `%s` at the comma", what, diag.Clip(s.text))
		s.value.Kind, s.value.Text = Refused, ""
	}
	s.text += ", " + text
	r.diags[s.error].Helpf("in braces and brackets, put an expression with a comma in quotes: %s", quote(diag.Clip(s.text)))
	s.open += parentheses(y)
	return true
}

// forget removes the last diagnostic of a place.
func (r *reader) forget(at diag.Span) {
	for i, d := range slices.Backward(r.diags) {
		if d.Span == at {
			r.diags = slices.Delete(r.diags, i, i+1)
			return
		}
	}
}

// quote puts a text in the quotes that need no escapes.
func quote(text string) string {
	if strings.ContainsAny(text, `"\`) {
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return `"` + text + `"`
}

// parentheses returns how many more parentheses a plain scalar opens than it closes.
func parentheses(y *yaml.Node) int {
	if y.Kind != yaml.ScalarNode || y.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
		return 0
	}
	text := y.Value
	if y.Style&yaml.TaggedStyle != 0 {
		text += y.Tag
	}
	return strings.Count(text, "(") - strings.Count(text, ")")
}
