package fsmtest

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// forgery is a snapshot with one other value: that of a name in one of
// its objects.
type forgery struct {
	object, name, value string
	// want is the machine that the snapshot is then of, but for calls and timers that do not fit its state.
	want Config
	// never is set for what is no value at all, and far for values so large that
	// the oracle may overflow. beyond is set if such a value is outside of its own range, so
	// that the snapshot is wrong whatever overflows.
	never, far, beyond bool
}

// unsure reports whether the oracle may refuse the value only because it overflows.
func (f forgery) unsure() bool { return f.far && !f.beyond }

func (f forgery) String() string {
	return strings.TrimPrefix(f.object+"."+f.name+" is "+f.value, ".")
}

// path is where the snapshot has the value.
func (f forgery) path() string { return f.object + "." + f.name }

// forge writes the snapshot.
func (f forgery) forge(t *testing.T, of []byte) []byte {
	t.Helper()
	return forge(t, of, f.object, func(o object) { o[f.name] = []byte(f.value) })
}

// object is a JSON object.
type object = map[string]json.RawMessage

// forge writes a snapshot after a change of one of its objects, or of itself
// for "".
func forge(t *testing.T, snapshot []byte, name string, change func(o object)) []byte {
	t.Helper()
	var whole, part object
	if err := json.Unmarshal(snapshot, &whole); err != nil {
		t.Fatal(err)
	}
	if name == "" {
		change(whole)
	} else {
		if err := json.Unmarshal(whole[name], &part); err != nil {
			t.Fatal(err)
		}
		change(part)
		text, err := json.Marshal(part)
		if err != nil {
			t.Fatal(err)
		}
		whole[name] = text
	}
	text, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// right reports whether the oracle says that a machine can have a configuration.
func (o *draws) right(m Config) bool { return o.valid(m.vars) && o.inRange(m) }

// forgeries returns other values for a snapshot of m: those beside the present
// ones, and those at the ends of their ranges.
func (o *draws) forgeries(m Config) (all []forgery) {
	for i := range o.params {
		p := &o.params[i]
		at := func(c reflect.Value) reflect.Value { return c.Field(o.paramsAt).Field(p.index) }
		all = o.forgeValue(all, m, "params", p, at, o.Params[i].Range)
	}
	for i, v := range o.vars {
		p := &o.slots[v.slot]
		at := func(c reflect.Value) reflect.Value { return c.Field(p.index) }
		switch {
		case v.state < 0:
			all = o.forgeValue(all, m, "vars", p, at, o.Vars[i].Range)
		case v.state == m.state:
			all = o.forgeValue(all, m, "data", p, at, o.Vars[i].Range)
		}
	}
	return o.forgeState(all, m)
}

// forgeValue appends the other values of one name.
func (o *draws) forgeValue(all []forgery, m Config, object string, p *place, at func(c reflect.Value) reflect.Value, limits func(any) (int, int)) []forgery {
	never := func(values ...string) {
		for _, value := range values {
			all = append(all, forgery{object: object, name: p.name, value: value, never: true})
		}
	}
	add := func(value any, text string) *forgery {
		next := m
		next.vars = edit(m.vars, func(v reflect.Value) { at(v).Set(reflect.ValueOf(value)) })
		all = append(all, forgery{object: object, name: p.name, value: text, want: next})
		return &all[len(all)-1]
	}
	present := at(reflect.ValueOf(m.vars))
	switch p.kind {
	case integer:
		now := int(present.Int())
		values := []int{now - 1, now + 1, now - 100, now + 100}
		least, greatest := NoMin, NoMax
		if limits != nil {
			least, greatest = limits(m.vars)
		}
		if least == NoMin {
			values = append(values, 0, -1) // where what is proved of it usually ends
		} else {
			values = append(values, least, least-1)
		}
		if greatest != NoMax {
			values = append(values, greatest, greatest+1, greatest-2)
		}
		never(`null`, `"x"`, `0.5`, `1e99`, strconv.Itoa(now)+`.0`, strconv.Quote(strconv.Itoa(now)))
		for _, value := range values {
			add(value, strconv.Itoa(value))
		}
		for _, value := range []int{math.MinInt, math.MaxInt} {
			f := add(value, strconv.Itoa(value))
			f.far, f.beyond = true, value < least || value > greatest
		}
	case boolean:
		never(`null`, `"true"`, `1`, `0`)
		now := present.Bool()
		add(!now, strconv.FormatBool(!now))
	case text:
		never(`null`, `7`)
		for _, value := range []string{"", "another", "<A " + strings.Repeat("long ", 20) + "text>"} {
			add(value, strconv.Quote(value))
		}
	case enumerated:
		never(`null`, `"no value"`, `0`, `""`)
		for i, value := range p.enum.Values {
			text, others := p.enum.stored(i)
			for _, name := range append([]string{text}, others...) {
				add(value, strconv.Quote(name))
			}
		}
	default:
		if p.isError() {
			never(`7`, `{}`)
			break
		}
		// Which texts are no value of a type of the program, encoding/json says.
		for _, value := range []string{`{}`, `[]`, `"*"`, `7`, `true`} {
			if json.Unmarshal([]byte(value), reflect.New(p.typ).Interface()) != nil || p.typ.Kind() == reflect.Interface {
				never(value)
			}
		}
	}
	return all
}

// forgeState appends the other states. A state with other data is none for this
// snapshot, and one whose data have the same names and other types is left out.
func (o *draws) forgeState(all []forgery, m Config) []forgery {
	names, slots := o.dataOf(m.state)
	for other := range o.States {
		otherNames, otherSlots := o.dataOf(other)
		text, others := o.States[other].stored()
		for _, name := range append([]string{text}, others...) {
			value := strconv.Quote(name)
			switch {
			case !slices.Equal(names, otherNames):
				all = append(all, forgery{name: "state", value: value, never: true})
			case slices.Equal(slots, otherSlots):
				next := m
				next.state = other
				all = append(all, forgery{name: "state", value: value, want: next})
			}
		}
	}
	return all
}

// dataOf returns the names of a state's data, and the places that hold them.
func (o *draws) dataOf(state int) (names []string, places []int) {
	for i, v := range o.vars {
		if v.state == state {
			names = append(names, o.Vars[i].Name)
			places = append(places, v.slot)
		}
	}
	slices.Sort(names)
	slices.Sort(places)
	return names, places
}

// togetherOf returns the names in a snapshot whose values may be wrong together while
// neither is alone: a range or an invariant is about both.
func (o *draws) togetherOf() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, claim := range o.Together {
		names := strings.Fields(claim)
		for _, a := range names {
			for _, b := range names {
				if all[a] == nil {
					all[a] = map[string]bool{}
				}
				all[a][b] = a != b
			}
		}
	}
	return all
}
