package draw

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// OtherStates returns the configuration in each other state, without the data that the state does not have
// and with zeros for those that it has in addition.
func (o *Draws) OtherStates(m oracle.Config) (all []Forgery) {
	for s := range o.Spec.States {
		next := oracle.Config{State: s, Calls: m.Calls, Starts: m.Starts, Vars: mirror.Edit(m.Vars, func(v reflect.Value) {
			for _, p := range o.Oracle.Layout.Slots {
				if p.Homes != nil && !slices.Contains(p.Homes, s) {
					v.Field(p.Index).SetZero()
				}
			}
		})}
		all = append(all, Forgery{Name: "state", Value: o.Spec.States[s].Name, Want: next})
	}
	return all
}

// Forgery is a snapshot with one other value: that of a name in one of
// its objects.
type Forgery struct {
	// Object is the name of the object, "" for the snapshot itself; Name and Value are the member, as JSON.
	Object, Name, Value string
	// Want is the machine that the snapshot is then of, but for calls and timers that do not fit its state.
	Want oracle.Config
	// Never is set for what is no value at all, and Far for values so large that
	// the oracle may overflow. beyond is set if such a value is outside of its own range, so
	// that the snapshot is wrong whatever overflows.
	Never, Far, beyond bool
}

// Unsure reports whether the oracle may refuse the value only because it overflows.
func (f Forgery) Unsure() bool { return f.Far && !f.beyond }

// String says what the snapshot has.
func (f Forgery) String() string {
	return strings.TrimPrefix(f.Object+"."+f.Name+" is "+f.Value, ".")
}

// Path is where the snapshot has the value.
func (f Forgery) Path() string { return f.Object + "." + f.Name }

// Forge writes the snapshot.
func (f Forgery) Forge(t *testing.T, of []byte) []byte {
	t.Helper()
	return Forge(t, of, f.Object, func(o Object) { o[f.Name] = []byte(f.Value) })
}

// Object is a JSON object.
type Object = map[string]json.RawMessage

// Forge writes a snapshot after a change of one of its objects, or of itself
// for "".
func Forge(t *testing.T, snapshot []byte, name string, change func(o Object)) []byte {
	t.Helper()
	var whole, part Object
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

// Right reports whether the oracle says that a machine can have a configuration.
func (o *Draws) Right(m oracle.Config) bool {
	return o.Oracle.Claims.Params(m.Vars) && o.Oracle.Claims.Hold(m)
}

// Forgeries returns other values for a snapshot of m: those beside the present
// ones, and those at the ends of their ranges.
func (o *Draws) Forgeries(m oracle.Config) (all []Forgery) {
	for i := range o.Oracle.Layout.Params {
		p := &o.Oracle.Layout.Params[i]
		at := func(c reflect.Value) reflect.Value { return c.Field(o.Oracle.Layout.ParamsAt).Field(p.Index) }
		all = o.forgeValue(all, m, "params", p, at, o.Spec.Params[i].Range)
	}
	for i, v := range o.Oracle.Vars {
		p := &o.Oracle.Layout.Slots[v.Slot]
		at := func(c reflect.Value) reflect.Value { return c.Field(p.Index) }
		switch {
		case v.State < 0:
			all = o.forgeValue(all, m, "vars", p, at, o.Spec.Vars[i].Range)
		case v.State == m.State:
			all = o.forgeValue(all, m, "data", p, at, o.Spec.Vars[i].Range)
		}
	}
	return o.forgeState(all, m)
}

// forgeValue appends the other values of one name.
func (o *Draws) forgeValue(all []Forgery, m oracle.Config, object string, p *oracle.Place, at func(c reflect.Value) reflect.Value, limits func(any) (int, int)) []Forgery {
	never := func(values ...string) {
		for _, value := range values {
			all = append(all, Forgery{Object: object, Name: p.Name, Value: value, Never: true})
		}
	}
	add := func(value any, text string) *Forgery {
		next := m
		next.Vars = mirror.Edit(m.Vars, func(v reflect.Value) { at(v).Set(reflect.ValueOf(value).Convert(p.Type)) })
		all = append(all, Forgery{Object: object, Name: p.Name, Value: text, Want: next})
		return &all[len(all)-1]
	}
	present := at(reflect.ValueOf(m.Vars))
	switch p.Kind {
	case oracle.Integer:
		now := int(present.Int())
		values := []int{now - 1, now + 1, now - 100, now + 100}
		least, greatest := oracle.NoMin, oracle.NoMax
		if limits != nil {
			least, greatest = limits(m.Vars)
		}
		if least == oracle.NoMin {
			values = append(values, 0, -1) // where what is proved of it usually ends
		} else {
			values = append(values, least, least-1)
		}
		if greatest != oracle.NoMax {
			values = append(values, greatest, greatest+1, greatest-2)
		}
		never(`null`, `"x"`, `0.5`, `1e99`, strconv.Itoa(now)+`.0`, strconv.Quote(strconv.Itoa(now)))
		for _, value := range values {
			add(value, strconv.Itoa(value))
		}
		for _, value := range []int{math.MinInt, math.MaxInt} {
			f := add(value, strconv.Itoa(value))
			f.Far, f.beyond = true, value < least || value > greatest
		}
	case oracle.Boolean:
		never(`null`, `"true"`, `1`, `0`)
		now := present.Bool()
		add(!now, strconv.FormatBool(!now))
	case oracle.Text:
		never(`null`, `7`)
		for _, value := range []string{"", "another", "<A " + strings.Repeat("long ", 20) + "text>"} {
			add(value, strconv.Quote(value))
		}
	case oracle.Enumerated:
		never(`null`, `"no value"`, `0`, `""`)
		for i, value := range p.Enum.Declared.Values {
			text, others := p.Enum.Declared.Stored(i)
			for _, name := range append([]string{text}, others...) {
				add(value, strconv.Quote(name))
			}
		}
	default:
		if p.IsError() {
			never(`7`, `{}`)
			break
		}
		// Which texts are no value of a type of the program, encoding/json says.
		for _, value := range []string{`{}`, `[]`, `"*"`, `7`, `true`} {
			if json.Unmarshal([]byte(value), reflect.New(p.Type).Interface()) != nil || p.Type.Kind() == reflect.Interface {
				never(value)
			}
		}
	}
	return all
}

// forgeState appends the other states. A state with other data is none for this
// snapshot, and one whose data have the same names and other types is left out.
func (o *Draws) forgeState(all []Forgery, m oracle.Config) []Forgery {
	names, slots := o.dataOf(m.State)
	for other := range o.Spec.States {
		otherNames, otherSlots := o.dataOf(other)
		text, others := o.Spec.States[other].Stored()
		for _, name := range append([]string{text}, others...) {
			value := strconv.Quote(name)
			switch {
			case !slices.Equal(names, otherNames):
				all = append(all, Forgery{Name: "state", Value: value, Never: true})
			case slices.Equal(slots, otherSlots):
				next := m
				next.State = other
				all = append(all, Forgery{Name: "state", Value: value, Want: next})
			}
		}
	}
	return all
}

// dataOf returns the names of a state's data, and the places that hold them.
func (o *Draws) dataOf(state int) (names []string, places []int) {
	for i, v := range o.Oracle.Vars {
		if v.State == state {
			names = append(names, o.Spec.Vars[i].Name)
			places = append(places, v.Slot)
		}
	}
	slices.Sort(names)
	slices.Sort(places)
	return names, places
}

// TogetherOf returns the names in a snapshot whose values may be wrong together while
// neither is alone: a range or an invariant is about both.
func (o *Draws) TogetherOf() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, claim := range o.Spec.Together {
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
