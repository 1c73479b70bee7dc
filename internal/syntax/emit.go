package syntax

import "github.com/fsmgen/fsmgen/spec/diag"

// Emit is an emitted output with the values of its fields.
type Emit struct {
	Output Text
	Values []Assignment
}

// Assignment assigns an expression to a variable or a field.
type Assignment struct{ Name, Value Text }

// emits decodes emitted outputs: a name, a mapping of names to values of fields, or
// a list of these.
func (d *decoder) emits(n *Node) (out []Emit) {
	switch {
	case n.Kind == Refused:
	case n.Kind == Scalar && !n.Null:
		out = append(out, Emit{Output: d.text(n, "the name of an output")})
	case n.Kind == Mapping:
		for _, p := range n.Pairs {
			e := Emit{Output: Text{p.Key.Text, p.Key.Span}}
			d.entries(p.Value, "a mapping of fields to values", func(name Text, n *Node) {
				e.Values = append(e.Values, Assignment{name, d.expression(n)})
			})
			out = append(out, e)
		}
	case n.Kind == Sequence:
		for _, i := range n.Items {
			if i.Kind == Sequence {
				d.diags.Errorf(diag.CodeShape, i.Span, "expected the name of an output, found a nested list").
					Helpf("write all outputs in one list")
				continue
			}
			out = append(out, d.emits(i)...)
		}
	default:
		d.diags.Errorf(diag.CodeShape, n.Span, "expected outputs, found %s", n.Describe()).Helpf("for example, emit: Done, or emit: {Switched: {reason: event.class}}")
	}
	return out
}
