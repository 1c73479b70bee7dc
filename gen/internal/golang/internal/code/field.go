package code

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Field is a field that package codec writes and reads.
type Field struct {
	Name string
	Type expr.Type
	Var  string // the Go variable; "": the field is dropped
	Was  []string
	// Optional and OmitZero are as in package codec.
	Optional, OmitZero bool
}

// longest is the length of a line beyond which arguments go on a line of their own.
const longest = 100

// Fields writes a list of fields, sorted by name, but those that may be omitted last. A short one is on the line of what is before it.
func Fields(before string, list []Field) string {
	list = sorted(list)
	texts := make([]string, len(list))
	for i, f := range list {
		texts[i] = f.text()
	}
	if len(texts) == 1 && len(before+texts[0]) <= comment.Width {
		return before + "[]codec.Field{" + texts[0] + "}"
	}
	return before + "[]codec.Field{\n" + strings.Join(texts, ",\n") + ",\n}"
}

// PayloadFields writes the fields of a payload as arguments after those in before, sorted by name, on as few lines as they need.
func PayloadFields(before string, list []Field) string {
	text, column := before, len(before)
	for _, f := range sorted(list) {
		at := "codec.At(" + strconv.Quote(f.Name) + ", " + f.pointer() + ")"
		if column += len(at) + 2; column > longest {
			text, column = text+",\n", len(at)
		} else {
			text += ", "
		}
		text += at
	}
	return text
}

func sorted(list []Field) []Field {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Field) int {
		if a.last() != b.last() {
			return a.last() - b.last()
		}
		return strings.Compare(a.Name, b.Name)
	})
	return list
}

// pointer is what points to the variable, as package codec takes it.
func (f Field) pointer() string {
	if f.Type.Kind == expr.Opaque && f.Type.Go.Text != "error" {
		return "codec.JSON(&" + f.Var + ")"
	}
	return "&" + f.Var
}

func (f Field) last() int {
	if f.OmitZero || f.Var == "" {
		return 1
	}
	return 0
}

func (f Field) text() string {
	parts := []string{"Name: " + strconv.Quote(f.Name)}
	if f.Var != "" {
		parts = append(parts, "Value: "+f.pointer())
	}
	if len(f.Was) > 0 {
		parts = append(parts, "Was: []string{"+Quoted(f.Was)+"}")
	}
	if f.Optional {
		parts = append(parts, "Optional: true")
	}
	if f.OmitZero {
		parts = append(parts, "OmitZero: true")
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// Quoted lists names as Go strings.
func Quoted(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = strconv.Quote(n)
	}
	return strings.Join(out, ", ")
}
