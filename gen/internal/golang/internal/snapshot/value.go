package snapshot

import (
	"slices"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

func isError(t expr.Type) bool { return t.Kind == expr.Opaque && t.Go.Text == "error" }

// errorValues reports whether values can be errors.
func (g printer) errorValues() bool { return slices.ContainsFunc(g.types(), isError) }

// goValues reports whether values can have Go types other than error. The properties of these
// types are unknown.
func (g printer) goValues() bool {
	return slices.ContainsFunc(g.types(), func(t expr.Type) bool { return t.Kind == expr.Opaque && !isError(t) })
}

// texts reports whether values can contain strings that the program chooses.
func (g printer) texts() bool {
	isText := func(t expr.Type) bool { return t.Kind == expr.String || t.Kind == expr.Opaque }
	return slices.ContainsFunc(g.m.Params, func(p core.Param) bool { return isText(p.Type) }) || slices.ContainsFunc(g.types(), isText)
}

// numbers reports whether values can be integers.
func (g printer) numbers() bool {
	isInt := func(t expr.Type) bool { return t.Kind == expr.Int }
	return slices.ContainsFunc(g.m.Params, func(p core.Param) bool { return isInt(p.Type) }) || slices.ContainsFunc(g.types(), isInt)
}

// types returns the types of the values that are read and written, except for parameters.
func (g printer) types() (types []expr.Type) {
	for _, v := range g.m.Vars {
		types = append(types, v.Type)
	}
	if !g.m.Faces.Values {
		return types
	}
	for _, e := range g.m.Events {
		for _, f := range e.Fields {
			types = append(types, f.Type)
		}
	}
	for _, o := range g.m.Outputs {
		for _, f := range o.Fields {
			types = append(types, f.Type)
		}
	}
	return types
}

// of returns the argument with which the reader of a snapshot calls functions that also read
// payloads, if they do.
func (g printer) of() string {
	if g.m.Faces.Values {
		return `"snapshot", `
	}
	return ""
}

// param declares that argument, place begins the messages of these functions, and at is
// the argument that the place needs.
func (g printer) param() string {
	if g.m.Faces.Values {
		return "of, "
	}
	return ""
}

func (g printer) place() string {
	if g.m.Faces.Values {
		return g.f.Package + ": %s"
	}
	return g.f.Package + ": snapshot"
}

func (g printer) at() string {
	if g.m.Faces.Values {
		return ", of"
	}
	return ""
}

// nilKinds are the kinds of values that can be nil.
const nilKinds = "reflect.Chan, reflect.Func, reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice"

// readValue emits the reader of one value.
func (g printer) readValue() {
	body := ""
	if g.numbers() {
		body = `if n, ok := into.(*int); ok {
		if i, err := strconv.Atoi(string(text)); err == nil {
			*n = i
			return nil
		}
	}
	`
	}
	if g.texts() {
		body += `if m.halved(text) {
		return fmt.Errorf("$place: %s contains half of a surrogate pair"$at, name)
	}
	`
	}
	if g.errorValues() {
		body += `if e, ok := into.(*error); ok {
		var message *string
		err := json.Unmarshal(text, &message)
		if err != nil {
			return fmt.Errorf("$place: %s: %.200w"$at, name, err)
		}
		if message != nil {
			*e = errors.New(*message)
		}
		return nil
	}
	`
	}
	null, restorable := "", ""
	if g.goValues() {
		body += "typ := reflect.TypeOf(into).Elem()\n"
		null = "switch typ.Kind() {\ncase " + nilKinds + ":\nreturn nil\ndefault: // has no nil\n}\n"
		restorable = `if !m.restorable(typ, map[reflect.Type]bool{}) {
		return fmt.Errorf("$place: JSON does not restore %s, of type %v"$at, name, typ)
	}
	`
	}
	g.f.Function(comment.Wrap("readValue sets a field to the value in a JSON text."), `
func (m *$Machine) readValue($paramname string, text []byte, into any) error {
	`+body+`if string(text) == "null" {
		`+null+`return fmt.Errorf("$place: %s is null"$at, name)
	}
	`+restorable+`if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("$place: %s: %.200w"$at, name, err)
	}
	return nil
}`, "$place", g.place(), "$at", g.at(), "$param", g.param())
}

// halved emits the check for halves of surrogate pairs, which package json silently
// replaces by U+FFFD.
func (g printer) halved() {
	if !g.texts() {
		return
	}
	g.f.Function(comment.Wrap("halved reports whether a JSON text contains half of a surrogate pair, which is not a character."), `
func (*$Machine) halved(text []byte) bool {
	half := false
	for {
		before, after, ok := bytes.Cut(text, []byte{'\\'})
		if half && (!ok || len(before) > 0) {
			return true // the other half must follow
		}
		if !ok {
			return false
		}
		surrogate := after[0] == 'u' && after[1]|0x20 == 'd' && after[2] >= '8'
		low := surrogate && after[2]|0x20 >= 'c'
		if half != low {
			return true
		}
		half = surrogate && !low
		text = after[1:]
		if half {
			text = after[5:]
		}
	}
}`)
}

// appendJSON emits the writer of values that need escapes.
func (g printer) appendJSON() {
	escaped := func(t expr.Type) bool {
		return t.Kind == expr.String || t.Kind == expr.Opaque || t.Kind == expr.Enumerated && t.Enum.Text != nil
	}
	if !g.storedStates() && !slices.ContainsFunc(g.m.Params, func(p core.Param) bool { return escaped(p.Type) }) &&
		!slices.ContainsFunc(g.m.Vars, func(v core.Var) bool { return escaped(v.Type) }) {
		return
	}
	g.f.Function(comment.Wrap("appendJSON appends a text of the machine, or what writeValue has accepted."), `
func (*$Machine) appendJSON(text []byte, value any) []byte {
	encoded, _ := json.Marshal(value) // which JSON can represent
	return append(text, encoded...)
}`)
}

// goTypes reports whether variables or data have Go types.
func (g printer) goTypes() bool {
	return slices.ContainsFunc(g.m.Vars, func(v core.Var) bool { return v.Type.Kind == expr.Opaque })
}

// writeValue emits the writer of a value of a Go type.
func (g printer) writeValue() {
	if !g.errorValues() && !g.goValues() {
		return
	}
	body := ""
	if g.errorValues() {
		body += `if e, ok := from.(*error); ok {
		values[name] = nil
		if *e != nil {
			values[name] = (*e).Error()
		}
		return nil
	}
	`
	}
	if g.goValues() {
		body += `value := reflect.ValueOf(from).Elem()
	switch value.Kind() {
	case ` + nilKinds + `:
		if value.IsNil() {
			values[name] = nil
			return nil
		}
	default: // has no nil
	}
	if !m.restorable(value.Type(), map[reflect.Type]bool{}) {
		return fmt.Errorf("$pkg: JSON does not restore %s, of type %v", name, value.Type())
	}
	text, err := json.Marshal(from)
	if err != nil {
		return fmt.Errorf("$pkg: %s, of type %v: %w", name, value.Type(), err)
	}
	if string(text) == "null" {
		return fmt.Errorf("$pkg: JSON does not restore %s, of type %v, which is not nil but encoded as null", name, value.Type())
	}
	if m.halved(text) || strings.Contains(strings.ReplaceAll(string(text), ` + "`\\\\`" + `, ""), ` + "`\\ufffd`" + `) {
		return fmt.Errorf("$pkg: %s, of type %v, has a string that is not valid UTF-8, so JSON cannot represent it", name, value.Type())
	}
	values[name] = json.RawMessage(text)
	`
	}
	if g.goValues() {
		body += "return nil"
	} else {
		body += `return fmt.Errorf("$pkg: JSON does not restore %s", name)`
	}
	g.f.Function(comment.Wrap("writeValue adds the value of a field to the values of a snapshot."), `
func (m *$Machine) writeValue(values map[string]any, name string, from any) error {
	`+body+`
}`)
}

// restorable emits the check that JSON restores each value completely: package json silently
// omits parts that are not exported.
func (g printer) restorable() {
	if !g.goValues() {
		return
	}
	g.f.Function(comment.Wrap("restorable reports whether JSON restores each value of type t completely. That is so for types with marshaling methods of "+
		"their own, and for types made of exported fields, numbers, strings and booleans."), `
func (m *$Machine) restorable(t reflect.Type, known map[reflect.Type]bool) bool {
	if known[t] {
		return true
	}
	known[t] = true
	has := func(t, method reflect.Type) bool {
		return t.Implements(method) || reflect.PointerTo(t).Implements(method)
	}
	base := t
	if t.Kind() == reflect.Pointer {
		base = t.Elem()
	}
	if base.Kind() == reflect.Struct {
		for i := range base.NumField() {
			if base.Field(i).Anonymous {
				return false // whose methods may write it without the other fields
			}
		}
	}
	for _, way := range []struct{ write, read reflect.Type }{
		{reflect.TypeFor[json.Marshaler](), reflect.TypeFor[json.Unmarshaler]()},
		{reflect.TypeFor[encoding.TextMarshaler](), reflect.TypeFor[encoding.TextUnmarshaler]()},
	} {
		if has(t, way.write) || has(t, way.read) {
			return t.Kind() != reflect.Interface && t.Implements(way.write) && has(t, way.read)
		}
	}
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Float32, reflect.Float64,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return true
	case reflect.Array, reflect.Pointer, reflect.Slice:
		return m.restorable(t.Elem(), known)
	case reflect.Map:
		return t.Key().Kind() == reflect.String && !has(t.Key(), reflect.TypeFor[encoding.TextUnmarshaler]()) && m.restorable(t.Elem(), known)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if !f.IsExported() || f.Tag.Get("json") == "-" || !m.restorable(f.Type, known) {
				return false
			}
		}
		return true
	default:
		return false
	}
}`)
}
