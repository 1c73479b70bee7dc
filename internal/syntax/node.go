package syntax

import "github.com/fsmgen/fsmgen/spec/diag"

// Kind is the kind of a node. The zero value is invalid.
type Kind uint8

const (
	// Scalar is a single value, as text.
	Scalar Kind = iota + 1
	// Mapping is an ordered list of keys and values.
	Mapping
	// Sequence is a list.
	Sequence
	// Refused is a node that Read has reported; it should not be reported again.
	Refused
)

// Node is a YAML node with its position in the file.
type Node struct {
	Kind Kind
	// Text is the value of a scalar, without quotes and escapes.
	Text string
	// Null reports a plain scalar that YAML reads as null: empty, ~, or null.
	Null bool
	// Span is the position of the text of a scalar (inside its quotes, if that can
	// be determined), or the start of a mapping or sequence.
	Span diag.Span
	// Pairs are the entries of a mapping. Keys are scalars.
	Pairs []Pair
	// Items are the entries of a sequence.
	Items []*Node
}

// Pair is an entry of a mapping.
type Pair struct{ Key, Value *Node }

// Describe describes n for a message.
func (n *Node) Describe() string {
	switch {
	case n.Kind == Mapping:
		return "a mapping"
	case n.Kind == Sequence && len(n.Items) == 0:
		return "an empty list"
	case n.Kind == Sequence:
		return "a list"
	case n.Null:
		return "nothing"
	}
	return "`" + diag.Clip(n.Text) + "`"
}

// bare returns the keys of a mapping whose values are all null, which is how YAML
// reads {a, b}. Otherwise, it returns nil.
func (n *Node) bare() []Text {
	var keys []Text
	for _, p := range n.Pairs {
		if !p.Value.Null {
			return nil
		}
		keys = append(keys, Text{p.Key.Text, p.Key.Span})
	}
	return keys
}
