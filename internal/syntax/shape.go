package syntax

// Section is a mapping with a fixed set of keys.
type Section struct {
	// Name is the name in messages, as in "unknown key `when` in a transition".
	Name string
	Doc  string
	// Keys are in the canonical order.
	Keys []Key
	// Rest is the shape of the values of all other keys, which are names that the
	// author chooses. The zero value allows no other keys.
	Rest Shape
}

// Key is one key of a section.
type Key struct {
	Name, Doc string
	Value     Shape
	// Required reports whether the section must contain the key.
	Required bool
}

// Shape is the form of a value. The zero value is not a valid shape.
type Shape struct {
	Form Form
	// Section is the name of the section, for the form [Part].
	Section string
	// Of is the shape of the items of a List or of the values of Entries, or the
	// alternatives of OneOf.
	Of []Shape
	// Words are the allowed values of a Choice.
	Words []string
	// Note describes the keys of Entries, such as "the name of an event". It is ""
	// for other forms.
	Note string
}

// Form is the kind of a shape.
type Form uint8

// The forms of values.
const (
	// Prose is text for people.
	Prose Form = iota + 1
	// Name is a name.
	Name
	// Expression is an expression over ints, bools, enum values, or strings.
	Expression
	// TypeName is a type.
	TypeName
	// Duration is a duration, such as 1.5s.
	Duration
	// Choice is one of a few words.
	Choice
	// Empty is an empty value.
	Empty
	// Part is a section.
	Part
	// List is a list of values of one shape.
	List
	// Entries is a mapping from names that the author chooses.
	Entries
	// OneOf is a value of one of several shapes.
	OneOf
)

// Grammar returns the sections of the language, the whole spec first. The decoder,
// the formatter, and the JSON Schema use it. Callers must not change it.
func Grammar() []Section { return grammar }

// sectionNamed returns a section of the grammar.
func sectionNamed(name string) *Section {
	for i := range grammar {
		if grammar[i].Name == name {
			return &grammar[i]
		}
	}
	panic("unreachable: no section " + name)
}

// keyNames lists the keys of a section.
func (s *Section) keyNames() []string {
	names := make([]string, len(s.Keys))
	for i, k := range s.Keys {
		names[i] = k.Name
	}
	return names
}

func (s *Section) has(key string) bool {
	for _, k := range s.Keys {
		if k.Name == key {
			return true
		}
	}
	return false
}
