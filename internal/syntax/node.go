package syntax

import "github.com/fsmgen/fsmgen/spec/diag"

// Kind is the sort of a node. The zero Kind is invalid.
type Kind uint8

const (
	// Scalar is a single text.
	Scalar Kind = iota + 1
	// Mapping is an ordered list of keys and values.
	Mapping
	// Sequence is a list.
	Sequence
	// Refused is what Read has reported and nobody should report again.
	Refused
)

// Node is a piece of YAML with its place in the file.
type Node struct {
	Kind Kind
	// Text is the value of a scalar, without quotes and escapes.
	Text string
	// Null reports a plain scalar that YAML reads as nothing: empty, ~ or null.
	Null bool
	// Span is where the text of a scalar stands (inside its quotes, when
	// that is possible to say), or where a mapping or sequence begins.
	Span diag.Span
	// Pairs are the entries of a mapping. Keys are scalars.
	Pairs []Pair
	// Items are the entries of a sequence.
	Items []*Node
}

// Pair is an entry of a mapping.
type Pair struct{ Key, Value *Node }

// describe names the kind of n in the words of a message.
func (n *Node) describe() string {
	switch {
	case n.Kind == Mapping:
		return "a mapping"
	case n.Kind == Sequence:
		return "a list"
	case n.Null:
		return "nothing"
	}
	return "`" + diag.Clip(n.Text) + "`"
}

// bare returns the keys of a mapping none of which has a value, as YAML reads
// {a, b}; otherwise nil.
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
