package check

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// forge reads payloads that are wrong, and writes values that JSON cannot represent.
func (v *inputs) forge(what string, payload []byte, read func([]byte) (any, error)) {
	v.t.Helper()
	refused := func(text string) {
		v.t.Helper()
		if got, err := read([]byte(text)); err == nil || got != nil {
			v.t.Errorf("%s: the payload %s is read as %+v (%v)", what, text, got, err)
		} else if pkg, _, _ := strings.Cut(v.env.Subject.Type.String(), "."); !strings.HasPrefix(err.Error(), pkg+": ") {
			v.t.Errorf("%s: the payload %s is refused with %q, which does not begin with %s", what, text, err, pkg)
		}
	}
	right, err := read(payload)
	if err != nil {
		v.t.Errorf("%s: the payload %s is refused: %v", what, payload, err)
		return
	}
	for _, text := range []string{"null", "[]", "7", "{", string(payload) + "x", string(payload) + "{}", "\xff", " "} {
		refused(text)
	}
	with := func(change func(o draw.Object)) string { return string(draw.Forge(v.t, payload, "", change)) }
	refused(with(func(o draw.Object) { o["no name"] = []byte("0") }))
	var fields draw.Object
	if err := json.Unmarshal(payload, &fields); err != nil {
		v.t.Error(err)
		return
	}
	if got, err := read(nil); (err == nil) != (len(fields) == 0) {
		v.t.Errorf("%s: the empty payload is read as %v (%v)", what, got, err)
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		refused(with(func(o draw.Object) { delete(o, name) }))
		for _, twice := range []string{" ", "~"} { // sorted before and after the name
			refused(strings.Replace(with(func(o draw.Object) { o[twice] = o[name] }), strconv.Quote(twice)+":", strconv.Quote(name)+":", 1))
		}
		if letters := otherCase(name); letters != name {
			refused(with(func(o draw.Object) { delete(o, name); o[letters] = fields[name] }))
		}
		for _, value := range v.wrong(mirror.Tagged(reflect.ValueOf(right), name).Type()) {
			refused(with(func(o draw.Object) { o[name] = []byte(value) }))
		}
		v.forgeText(what, name, right, read)
		v.spoiled(what, name, right)
	}
}

// wrong returns JSON values that a type does not have.
func (v *inputs) wrong(t reflect.Type) (values []string) {
	p := v.env.Oracle.Layout.Place("", reflect.StructField{Name: "X", Type: t, Index: []int{0}})
	if p.Kind != oracle.Opaque || !nilable(t) {
		values = append(values, "null")
	}
	beyond := strconv.FormatUint(uint64(math.MaxInt)+1, 10)
	switch {
	case p.Kind == oracle.Boolean:
		return append(values, "0", `"true"`, "{}")
	case p.Kind == oracle.Integer:
		return append(values, "true", `"1"`, "1.5", "1e1", beyond, "-"+beyond+"0", "[]")
	case p.Kind == oracle.Text, p.IsError():
		return append(values, "7", "{}", "\"\xff\"")
	case p.Kind == oracle.Enumerated:
		values = append(values, "0", "1", `""`, `"no name"`)
		for i := range p.Enum.Declared.Names {
			stored, _ := p.Enum.Declared.Stored(i)
			values = append(values, strconv.Quote(stored+" "))
		}
	}
	return values
}

// forgeText reads texts with escape sequences in one field.
func (v *inputs) forgeText(what, name string, right any, read func([]byte) (any, error)) {
	v.t.Helper()
	const mark = "a text to be replaced"
	marked := reflect.New(reflect.TypeOf(right)).Elem()
	marked.Set(reflect.ValueOf(right))
	field := mirror.Tagged(marked, name)
	switch {
	case field.Type() == reflect.TypeFor[error]():
		field.Set(reflect.ValueOf(errors.New(mark)))
	case !mirror.PutText(field, mark):
		return
	}
	payload, err := json.Marshal(marked.Interface())
	if err != nil {
		v.t.Errorf("%s: %+v is not written: %v", what, marked, err)
		return
	}
	with := func(text string) []byte { return []byte(strings.ReplaceAll(string(payload), mark, text)) }
	for _, e := range escaped {
		got, err := read(with(e.json))
		if e.text == "" {
			if err == nil || got != nil {
				v.t.Errorf("%s: the payload %s is read as %+v", what, with(e.json), got)
			}
			continue
		}
		var again []byte
		if err == nil {
			again, err = json.Marshal(got)
		}
		plain, _ := json.Marshal(e.text)
		if want := with(strings.Trim(string(plain), `"`)); err != nil || !sameJSON(again, want) {
			v.t.Errorf("%s: the payload %s is written as %s (%v)", what, with(e.json), again, err)
		}
	}
}

// spoiled writes values that JSON cannot represent in one field.
func (v *inputs) spoiled(what, name string, right any) {
	v.t.Helper()
	bad := reflect.New(reflect.TypeOf(right)).Elem()
	bad.Set(reflect.ValueOf(right))
	field := mirror.Tagged(bad, name)
	switch e := v.env.Oracle.Layout.Enums[field.Type()]; {
	case e != nil:
		greater := mirror.Beyond(field.Type(), len(e.Values))
		if len(greater) == 0 {
			return
		}
		field.SetUint(greater[0])
	case field.Type() == reflect.TypeFor[error]() || !mirror.PutText(field, "\\\xff"):
		return
	}
	if text, err := json.Marshal(bad.Interface()); err == nil {
		v.t.Errorf("%s: %+v contains a value that JSON cannot represent, but is written as %s", what, bad, text)
	}
}
