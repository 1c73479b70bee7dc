package gotype

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Fault is the reason why generated code cannot use a type, and the way out.
type Fault struct{ Message, Help string }

// maxBytes is the size from which on the compiler refuses functions that copy a value,
// because it does not fit in a stack frame.
const maxBytes = 1 << 30

// Check returns the reason why generated code cannot use a type, or nil.
func Check(t *expr.GoType) *Fault {
	if plain(t) {
		return nil
	}
	if f := imports(t); f != nil {
		return f
	}
	typ, reason := resolve(t)
	if reason != "" {
		return &Fault{"not a valid Go type: " + clip(reason), help(reason)}
	}
	if locks(typ) {
		return &Fault{
			fmt.Sprintf("values of `%s` contain a lock, so they must not be copied, but a machine copies its values", diag.Clip(t.Text)),
			fmt.Sprintf("use a pointer, as in \"*%s\"", diag.Clip(strings.TrimLeft(t.Text, "[0123456789]"))),
		}
	}
	if size := types.SizesFor("gc", "amd64").Sizeof(typ); size < 0 || size >= maxBytes {
		return &Fault{fmt.Sprintf("values of `%s` are too large: they take a gigabyte or more", diag.Clip(t.Text)), "use a slice, or a pointer"}
	}
	return nil
}

// plain reports whether a type consists of pointers and slices of a name that nothing
// is known about, or that is predeclared, and therefore is valid.
func plain(t *expr.GoType) bool {
	last := len(t.Parts) - 1
	for i, p := range t.Parts {
		if i < last && !strings.Contains("*[]", p.Token) {
			return false
		}
	}
	if _, known := std(t.Parts[last].Path); known {
		return false
	}
	return t.Parts[last].Name != "" && t.Parts[last].Path != "main"
}

// imports finds a package that cannot be imported, or that does not have the type.
func imports(t *expr.GoType) *Fault {
	for _, p := range t.Parts {
		if p.Path == "main" {
			return &Fault{"package `main` cannot be imported", "declare the type in the package of the generated code, and write its name alone; or move it to another package"}
		}
		list, known := std(p.Path)
		if !known || slices.ContainsFunc(list, func(s stdType) bool { return s.name == p.Name }) {
			continue
		}
		var names []string
		for _, s := range list {
			names = append(names, s.name)
		}
		f := &Fault{fmt.Sprintf("package `%s` of %s has no type `%s`", p.Path, version(), diag.Clip(p.Name)), diag.DidYouMean(p.Name, names)}
		if f.Help == "" {
			f.Help = fmt.Sprintf("write the name of a type, not of a function, variable, or constant; to use a type of a later version of Go, declare `type %s = ...` in your package", diag.Clip(p.Name))
		}
		return f
	}
	return nil
}

// locks reports whether a value contains a lock of the standard library.
func locks(t types.Type) bool {
	switch t := t.(type) {
	case *types.Array:
		return locks(t.Elem())
	case *types.Named:
		object := t.Obj()
		if object.Pkg() == nil {
			return false // error
		}
		list, _ := std(object.Pkg().Path())
		return slices.ContainsFunc(list, func(s stdType) bool { return s.name == object.Name() && s.locks })
	}
	return false
}

// help returns the way out of a complaint of go/types.
func help(reason string) string {
	switch {
	case strings.Contains(reason, "array length"):
		return "use a slice"
	case strings.Contains(reason, "redeclared"):
		return "rename one of the parameters"
	case strings.Contains(reason, "map key"), strings.Contains(reason, "comparable"):
		return "functions, slices, maps, and what contains them cannot be compared: use another key"
	case strings.Contains(reason, "instantiation"), strings.Contains(reason, "not enough type arguments"):
		return "write its type arguments, as in \"sync/atomic.Pointer[Config]\""
	case strings.Contains(reason, "not a generic type"), strings.Contains(reason, "too many type arguments"):
		return "remove the type arguments"
	case strings.Contains(reason, "constraint"):
		return "write a type that satisfies the constraint"
	}
	return ""
}

// clip shortens a text that may contain a long type.
func clip(text string) string {
	const most = 160
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}
