package snapshot

import (
	"slices"
	"strconv"
	"strings"
)

// text collects the statements that append to the text of a snapshot. Package json would need maps, and
// would sort them, which takes several times as long.
type text struct {
	out     string
	pending string
}

// literal appends a text that is known now.
func (t *text) literal(s string) { t.pending += s }

// value appends a value with a function, whose arguments are the text and rest.
func (t *text) value(function, rest string) {
	t.out += "text = " + function + t.taken() + ", " + rest + "\n"
}

// statement adds a statement.
func (t *text) statement(s string) { t.out += t.written() + s }

// fields appends the fields of an object in the order of their names.
func (t *text) fields(list []field) {
	sorted := slices.SortedFunc(slices.Values(list), func(a, b field) int { return strings.Compare(a.name, b.name) })
	for i, f := range sorted {
		if i > 0 {
			t.literal(",")
		}
		t.literal(strconv.Quote(f.name) + ":")
		f.append(t)
	}
}

// flush returns the statements.
func (t *text) flush() string { return t.out + t.written() }

// written returns the statement that appends what is pending.
func (t *text) written() string {
	if t.pending == "" {
		return ""
	}
	return "text = " + t.taken() + "\n"
}

// taken returns an expression for the text with what is pending, which then is not.
func (t *text) taken() string {
	pending := t.pending
	t.pending = ""
	if pending == "" {
		return "text"
	}
	return "append(text, `" + pending + "`...)"
}
