package fsm

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Texts are the texts of the values of a type T, whose constants are numbered from 0: the states of a generated package, its
// events, outcomes, timers, or calls, or the values of an enum. Generated packages have one for each of these types, and
// methods that call it. It never changes. Error texts begin with the name of the package of T.
type Texts[T Constant] struct {
	// Kind says what a value is, as in "state", for error texts.
	Kind string
	// Names are the names of the values in the spec, by number.
	Names []string
	// Stored are what [Texts.Marshal] writes in place of names, by number, "" for the name itself; nil: all names.
	Stored []string
	// Was has the value of each other text that [Texts.Unmarshal] reads: names of earlier versions of the spec.
	Was map[string]T
	// Docs are the documentation of the values, by number, "" for none; nil: none.
	Docs []string
}

// All returns all values, in the order of the spec. The caller owns them.
func (x *Texts[T]) All() []T {
	all := make([]T, len(x.Names))
	for i := range all {
		all[i] = T(i)
	}
	return all
}

// String returns the name of v, or, for a number without a value, a string such as "State(200)".
func (x *Texts[T]) String(v T) string {
	if int(v) < len(x.Names) {
		return x.Names[v]
	}
	return fmt.Sprintf("%s(%d)", reflect.TypeFor[T]().Name(), v)
}

// Doc returns the documentation of v, or "".
func (x *Texts[T]) Doc(v T) string {
	if int(v) < len(x.Docs) {
		return x.Docs[v]
	}
	return ""
}

// Marshal returns the text of v. The error is that v is a number without a value.
func (x *Texts[T]) Marshal(v T) ([]byte, error) {
	if int(v) >= len(x.Names) {
		return nil, fmt.Errorf("%s: cannot marshal %s", x.pkg(), x.String(v))
	}
	return []byte(x.text(v)), nil
}

// text returns the text of a value.
func (x *Texts[T]) text(v T) string {
	if x.Stored != nil && x.Stored[v] != "" {
		return x.Stored[v]
	}
	return x.Names[v]
}

// Unmarshal sets v to the value with a text, a name, or a name of an earlier version. If there is none, it returns an error and
// leaves v as it is.
func (x *Texts[T]) Unmarshal(v *T, text []byte) error {
	same := func(name string) bool { return name == string(text) }
	i := slices.IndexFunc(x.Names, same)
	if i < 0 && len(text) > 0 {
		i = slices.IndexFunc(x.Stored, same)
	}
	if i >= 0 {
		*v = T(i)
		return nil
	}
	was, ok := x.Was[string(text)]
	if !ok {
		return fmt.Errorf("%s: unknown %s %.40q", x.pkg(), x.Kind, text)
	}
	*v = was
	return nil
}

// Value returns the text of v as a string, for a column of a table: it implements [database/sql/driver.Valuer] for T. The error
// is that of Marshal.
func (x *Texts[T]) Value(v T) (any, error) {
	text, err := x.Marshal(v)
	if err != nil {
		return nil, err
	}
	return string(text), nil
}

// Scan sets v to the value whose text a column has, as Unmarshal does: it implements [database/sql.Scanner] for *T. The error
// is that of Unmarshal, or that the column is no text.
func (x *Texts[T]) Scan(v *T, column any) error {
	typ := reflect.TypeFor[T]().Name()
	switch text := column.(type) {
	case string:
		return x.Unmarshal(v, []byte(text))
	case []byte:
		return x.Unmarshal(v, text)
	case nil:
		return fmt.Errorf("%s: cannot scan NULL into a value of type %s: declare the column NOT NULL, or scan into a sql.Null[%s.%s]", x.pkg(), typ, x.pkg(), typ)
	default:
		return fmt.Errorf("%s: cannot scan %T into a value of type %s: declare the column as text", x.pkg(), column, typ)
	}
}

// pkg returns the name of the package of T.
func (x *Texts[T]) pkg() string { return packageOf[T]() }

// packageOf returns the name of the package of a type, as reflection has it in the text of the type.
func packageOf[T any]() string {
	name, _, _ := strings.Cut(reflect.TypeFor[T]().String(), ".")
	return name
}
