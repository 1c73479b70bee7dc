package syntax

import (
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// split follows a value in braces or brackets that has an open parenthesis: YAML has cut it at a comma.
type split struct {
	value *Node  // with the text before the comma
	text  string // of the value and of its other parts so far
	open  int    // parentheses that the text opens and does not close
	error *diag.Diagnostic
}

// begin starts with the value of a key.
func (s *split) begin(y *yaml.Node, value *Node) {
	*s = split{value: value, text: value.Text, open: parentheses(y)}
}

// continues reports whether a node of a collection, given as what YAML and this package read, is a part of the
// value before it. It reports the first comma of a value, which then counts as refused.
func (s *split) continues(r *reader, in, y *yaml.Node, part *Node) bool {
	if in.Style&yaml.FlowStyle == 0 || s.open <= 0 || part.Kind != Scalar {
		s.begin(y, part)
		return false
	}
	if s.error == nil {
		s.error = r.diags.Errorf(diag.CodeShape, s.value.Span, "YAML ends the value `%s` at the comma", diag.Clip(s.text))
		s.value.Kind, s.value.Text = Refused, ""
	}
	s.text += ", " + part.Text
	s.error.Helpf("in braces and brackets, put an expression with a comma in quotes: \"%s\"", diag.Clip(s.text))
	s.open += parentheses(y)
	return true
}

// parentheses returns how many more parentheses a plain scalar opens than it closes.
func parentheses(y *yaml.Node) int {
	if y.Kind != yaml.ScalarNode || y.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
		return 0
	}
	return strings.Count(y.Value, "(") - strings.Count(y.Value, ")")
}
