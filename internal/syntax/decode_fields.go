package syntax

import "github.com/fsmgen/fsmgen/spec/diag"

// message is an event or an output: what it is, its parts, and how its fields are decoded.
type message struct {
	what        string
	doc, goName *Text
	fields      *[]Field
	field       func(Text, *Node) Field
}

// message decodes one key of an event or an output.
func (d *decoder) message(m message, key Text, n *Node) {
	switch key.Value {
	case "doc":
		if *m.doc = d.text(n, "text"); isType(m.doc.Value) {
			d.diags.Errorf(diag.CodeShape, m.doc.Span, "`doc` describes the %s, but `%s` looks like the type of a field", m.what, m.doc.Value).
				Helpf("to declare a field of this name, write fields: {doc: %s}", m.doc.Value)
		}
	case "go":
		*m.goName = d.text(n, "a name")
	case "fields":
		*m.fields = append(*m.fields, d.fieldsOf(n, m.field)...)
	default:
		*m.fields = append(*m.fields, m.field(key, n))
	}
}

// fields decodes fields without ranges.
func (d *decoder) fields(n *Node) []Field { return d.fieldsOf(n, d.field) }

func (d *decoder) fieldsOf(n *Node, field func(Text, *Node) Field) (out []Field) {
	d.entries(n, "a mapping of fields to types, such as {class: FailureClass}", func(key Text, n *Node) { out = append(out, field(key, n)) })
	return out
}

// field decodes a field of an output, or an argument: what the machine computes.
func (d *decoder) field(name Text, n *Node) Field {
	if n.Kind == Mapping {
		what := diag.Clip(name.Value)
		d.diags.Errorf(diag.CodeShape, n.Span, "expected the type of `%s`, found %s", what, n.Describe()).
			Helpf("write %s: int: only the fields of an event and those under `done` of a call have a range", what)
		return Field{Name: name}
	}
	return Field{Name: name, Type: d.text(n, "the type of field `"+diag.Clip(name.Value)+"`")}
}

// payloadField decodes a field of a payload: a type, or a section with a range.
func (d *decoder) payloadField(name Text, n *Node) Field {
	if n.Kind != Mapping {
		return d.field(name, n)
	}
	f := Field{Name: name}
	d.section(n, "payload field", func(key string, p Pair) {
		switch key {
		case "type":
			f.Type = d.text(p.Value, "a type")
		case "min":
			f.Min = d.text(p.Value, "an expression")
		default:
			f.Max = d.text(p.Value, "an expression")
		}
	})
	if !f.Type.Given() {
		d.diags.Errorf(diag.CodeMissing, name.Span, "field `%s` has no type", diag.Clip(name.Value)).
			Helpf("for example, %s: {type: int, min: 0}", diag.Clip(name.Value))
	}
	return f
}
