package syntax

// Section is a mapping of the language whose keys have fixed meanings.
type Section struct {
	// Name is what messages call it, as in "a transition has no key `when`".
	Name string
	Doc  string
	// Keys are in the order in which a spec is best read.
	Keys []Key
	// Rest is the shape of the values of all other keys, which are then names
	// that the author chooses. Its zero value allows none.
	Rest Shape
}

// Key is one key of a section.
type Key struct {
	Name, Doc string
	Value     Shape
	// Required reports that no section can do without it.
	Required bool
}

// Shape says what a value looks like. The zero value is no shape.
type Shape struct {
	Form Form
	// Section is the name of the section, for the form [Part].
	Section string
	// Of are the shapes of the entries of a List or an Entries, or those of
	// which OneOf takes one.
	Of []Shape
	// Words are those of which a Choice is one.
	Words []string
	// Note is what an entry of Entries is keyed by, such as "the name of an
	// event"; elsewhere it is "".
	Note string
}

// Form is the sort of a shape.
type Form uint8

// The forms of values.
const (
	// Prose is text for people.
	Prose Form = iota + 1
	// Name is the name of something.
	Name
	// Expression is one over ints, bools, enums or strings, or a constant.
	Expression
	// TypeName is a type.
	TypeName
	// Duration is a length of time, as in 1.5s.
	Duration
	// Choice is one of a few words.
	Choice
	// Empty is nothing at all.
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

// Grammar returns the sections of the language, the whole spec first. The
// decoder, the formatter and the JSON Schema all follow it. The caller must
// not change it.
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
