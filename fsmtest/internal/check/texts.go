package check

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// named is what a constant of the generated code can do.
type named interface {
	fmt.Stringer
	encoding.TextMarshaler
}

// asNamed returns a constant as one, or stops the test.
func asNamed(t *testing.T, value any) named {
	t.Helper()
	n, ok := value.(named)
	if !ok {
		t.Fatalf("%T has no methods String and MarshalText", value)
	}
	return n
}

// numbered returns a value of the type of a constant.
func numbered(like any, number uint64) any {
	return reflect.ValueOf(number).Convert(reflect.TypeOf(like)).Interface()
}

// constants are the values of a type of the generated code, with their names, the texts that are stored for them,
// and the other texts that mean them.
type constants struct {
	values []any
	names  []string
	texts  []string
	was    [][]string
}

// constantsOf returns those of states, events, timers, calls, outcomes, and enums.
func constantsOf(env *Env) []constants {
	var states, events, timers, calls, outcomes constants
	stored := func(c *constants, value any, name, text string, was []string) {
		c.values, c.names, c.texts, c.was = append(c.values, value), append(c.names, name), append(c.texts, text), append(c.was, was)
	}
	add := func(c *constants, value any, name string, was []string) { stored(c, value, name, name, was) }
	for _, s := range env.Spec.States {
		text, others := s.Stored()
		stored(&states, s.Value, s.Name, text, others)
	}
	for _, e := range env.Spec.Events {
		add(&events, e.Value, e.Name, e.Was)
	}
	for _, timer := range env.Spec.Timers {
		add(&timers, timer.Value, timer.Name, timer.Was)
	}
	for _, c := range env.Spec.Calls {
		add(&calls, c.Value, c.Name, nil)
	}
	for _, o := range env.Spec.Outcomes {
		add(&outcomes, o.Value, o.Name, nil)
	}
	all := []constants{states, events, timers, calls, outcomes}
	for _, e := range env.Spec.Enums {
		var c constants
		for i, v := range e.Values {
			text, others := e.Stored(i)
			stored(&c, v, e.Names[i], text, others)
		}
		all = append(all, c)
	}
	return all
}

// Texts writes and reads the texts of states, events, enums, timers, calls and outcomes.
func Texts(t *testing.T, env *Env) {
	testStates(t, env)
	var events []any
	for _, e := range env.Spec.Events {
		events = append(events, e.Value)
	}
	testList(t, env.Subject.Machine.EventList, events)
	testTransitions(t, env)
	for _, c := range constantsOf(env) {
		c.test(t)
	}
	for _, e := range env.Spec.Enums {
		for _, v := range e.Values {
			if mirror.Read(v, "Valid") != true {
				t.Errorf("%T %v is not valid", v, v)
			}
		}
		for _, number := range mirror.Beyond(reflect.TypeOf(e.Values[0]), len(e.Values)) {
			if v := numbered(e.Values[0], number); mirror.Read(v, "Valid") != false {
				t.Errorf("%v is a valid %T", v, v)
			}
		}
	}
}

// testStates reads what a state says of itself.
func testStates(t *testing.T, env *Env) {
	t.Helper()
	var states []any
	for i, s := range env.Spec.States {
		states = append(states, s.Value)
		outcome := env.Spec.Outcomes[env.Oracle.Outcome[i]].Value
		if got := mirror.Read(s.Value, "Outcome"); got != outcome || mirror.Read(s.Value, "Terminal") != (env.Oracle.Outcome[i] > 0) {
			t.Errorf("state %s: Outcome() is %v and Terminal() is %v, want outcome %v", s.Name, got, mirror.Read(s.Value, "Terminal"), outcome)
		}
	}
	testList(t, env.Subject.Machine.StateList, states)
	for _, number := range mirror.Beyond(reflect.TypeOf(states[0]), len(states)) {
		if none := asNamed(t, numbered(states[0], number)); !strings.Contains(none.String(), strconv.FormatUint(number, 10)) {
			t.Errorf("state number %d, which does not exist, is %s", number, none)
		}
	}
}

// testNumber wants a constant to be a number.
func testNumber(t *testing.T, value any, number int) {
	t.Helper()
	if reflect.ValueOf(value).Uint() != uint64(number) {
		t.Errorf("%T %v is not number %d", value, value, number)
	}
}

// testList calls a function that returns constants. What a caller does with a list is nothing
// to the next one.
func testList(t *testing.T, list any, want []any) {
	t.Helper()
	for range 2 {
		got := reflect.ValueOf(list).Call(nil)[0]
		equal := got.Len() == len(want)
		for i := 0; equal && i < len(want); i++ {
			equal = got.Index(i).Interface() == want[i]
		}
		if !equal {
			t.Errorf("the list is %v, want %v", got, want)
		}
		got.Clear()
	}
}

// testTransitions lists the transitions.
func testTransitions(t *testing.T, env *Env) {
	t.Helper()
	var want []string
	for i, row := range env.Spec.Rows {
		if env.Oracle.Takes(i) {
			want = append(want, fmt.Sprintf("%s --%s[%s]--> %s: %s", row.From, row.On, row.When, row.To, row.Doc))
		}
	}
	documented := slices.ContainsFunc(env.Spec.Rows, func(r oracle.Row) bool { return r.Doc != "" })
	for range 2 { // what a caller does with a list is nothing to the next one
		list := reflect.ValueOf(env.Subject.Machine.TransitionList).Call(nil)[0]
		var got []string
		for i := range list.Len() {
			v, doc := list.Index(i), ""
			if documented {
				doc = v.FieldByName("Doc").String()
			}
			got = append(got, fmt.Sprintf("%v --%v[%v]--> %v: %s", v.FieldByName("From"), v.FieldByName("Event"), v.FieldByName("Guard"), v.FieldByName("To"), doc))
		}
		if !slices.Equal(got, want) {
			t.Errorf("the transitions are %q, want %q", got, want)
		}
		list.Clear()
	}
}

// test writes and reads the names of the constants, and reads their old names.
func (c constants) test(t *testing.T) {
	t.Helper()
	if len(c.values) == 0 {
		return
	}
	all := slices.Concat(append(c.was, c.texts)...)
	for i, v := range c.values {
		testNumber(t, v, i)
		testName(t, v, c.names[i], c.texts[i], all)
		for _, old := range c.was[i] {
			testRead(t, v, old)
		}
	}
	for _, number := range mirror.Beyond(reflect.TypeOf(c.values[0]), len(c.values)) {
		if text, err := asNamed(t, numbered(c.values[0], number)).MarshalText(); err == nil {
			t.Errorf("%T number %d, which does not exist, has the text %q", c.values[0], number, text)
		}
	}
}

// testRead reads a name of a value, and returns what reads it.
func testRead(t *testing.T, v any, name string) (to encoding.TextUnmarshaler, into reflect.Value) {
	t.Helper()
	back := reflect.New(reflect.TypeOf(v))
	back.Elem().SetUint(reflect.ValueOf(v).Uint() + 1) // any other value
	to, ok := back.Interface().(encoding.TextUnmarshaler)
	if !ok || to.UnmarshalText([]byte(name)) != nil || back.Elem().Interface() != v {
		t.Errorf("UnmarshalText of %T %s returned %v", v, name, back.Elem())
	}
	return to, back.Elem()
}

// testName writes and reads the text of a value, which is one of all.
func testName(t *testing.T, v any, name, want string, all []string) {
	t.Helper()
	value := asNamed(t, v)
	text, err := value.MarshalText()
	if err != nil || string(text) != want || value.String() != name {
		t.Errorf("%T %d is %v, with the text %q (%v), want %s with the text %q", value, value, value, text, err, name, want)
	}
	to, back := testRead(t, v, want)
	clear(text)
	if again, err := value.MarshalText(); err != nil || string(again) != want {
		t.Errorf("%T %s: MarshalText reuses the memory of an earlier text: %q", value, want, again)
	}
	for _, none := range []string{"", "no value", want + " ", " " + want, want + want, want[1:], strings.ToLower(want), strings.ToUpper(want)} {
		if to != nil && !slices.Contains(all, none) && (to.UnmarshalText([]byte(none)) == nil || back.Interface() != v) {
			t.Errorf("UnmarshalText accepted %q, which is not a name, as %v", none, back)
		}
	}
}
