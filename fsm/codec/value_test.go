package codec

import (
	"encoding/json"
	"errors"
	"math"
	"net/netip"
	"reflect"
	"sort"
	"testing"
	"time"
)

// Types of each kind, and what JSON gives back of their values.
type (
	tree struct {
		Left, Right *tree
		Names       map[string][1]int `json:"names"`
	}
	hidden  struct{ a int }
	omitted struct {
		A int `json:"-"`
	}
	embeds  struct{ sort.IntSlice }
	stamped struct {
		time.Time
		A int
	}
	deep struct{ A map[string][]*hidden }
	ring struct {
		Next *ring
		Bad  func()
	}
	writes  struct{ A int }
	reads   struct{ A int }
	pointed struct{ A int }
	key     string
	readKey string
	both    interface {
		json.Marshaler
		json.Unmarshaler
	}
)

// MarshalText writes what nothing reads.
func (writes) MarshalText() ([]byte, error) { return []byte("a"), nil }

// UnmarshalJSON reads what nothing writes.
func (*reads) UnmarshalJSON([]byte) error { return nil }

// MarshalJSON writes what a pointer leads to.
func (*pointed) MarshalJSON() ([]byte, error) { return []byte("1"), nil }

// UnmarshalJSON reads it.
func (*pointed) UnmarshalJSON([]byte) error { return nil }

// UnmarshalText reads a key, which is written as it is.
func (*readKey) UnmarshalText([]byte) error { return nil }

// keptTypes are types of whose values JSON gives back what it writes.
func keptTypes() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[bool](), reflect.TypeFor[string](), reflect.TypeFor[float32](), reflect.TypeFor[float64](),
		reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](), reflect.TypeFor[int64](),
		reflect.TypeFor[uint](), reflect.TypeFor[uint8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64](),
		reflect.TypeFor[uintptr](), reflect.TypeFor[[2]int](), reflect.TypeFor[*int](), reflect.TypeFor[[]string](),
		reflect.TypeFor[map[key]int](), reflect.TypeFor[tree](),
		reflect.TypeFor[time.Time](), reflect.TypeFor[*time.Time](), reflect.TypeFor[netip.Addr](),
		reflect.TypeFor[*pointed](),
	}
}

// lostTypes are others.
func lostTypes() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[func()](), reflect.TypeFor[chan int](), reflect.TypeFor[any](), reflect.TypeFor[error](), reflect.TypeFor[both](),
		reflect.TypeFor[complex128](), reflect.TypeFor[hidden](), reflect.TypeFor[omitted](), reflect.TypeFor[embeds](),
		reflect.TypeFor[stamped](), reflect.TypeFor[*stamped](), reflect.TypeFor[writes](), reflect.TypeFor[*writes](),
		reflect.TypeFor[reads](), reflect.TypeFor[pointed](), reflect.TypeFor[readKey](),
		reflect.TypeFor[map[readKey]int](), reflect.TypeFor[map[int]string](), reflect.TypeFor[map[string]func()](),
		reflect.TypeFor[[]any](), reflect.TypeFor[*hidden](), reflect.TypeFor[[1]chan int](), reflect.TypeFor[struct{ A func() }](),
		reflect.TypeFor[map[time.Time]int](), reflect.TypeFor[deep](), reflect.TypeFor[ring](),
	}
}

func TestRestorable(t *testing.T) {
	for keeps, types := range map[bool][]reflect.Type{true: keptTypes(), false: lostTypes()} {
		for _, typ := range types {
			if got := restorable(typ, map[reflect.Type]bool{}); got != keeps {
				t.Errorf("JSON round-trips a %v: %t, want %t", typ, got, keeps)
			}
		}
	}
}

// TestGoValues writes and reads values of Go types.
func TestGoValues(t *testing.T) {
	text := func(pointer any) (string, error) {
		out, err := Payload{"p", "event E", []Field{{Name: "x", Value: JSON(pointer)}}}.Write()
		return string(out), err
	}
	read := func(text string, pointer any) error {
		return Payload{"p", "event E", []Field{{Name: "x", Value: JSON(pointer)}}}.Read([]byte(`{"x":` + text + `}`))
	}
	for _, none := range []any{new(chan int), new(func()), new(any), new(map[int]bool), new(*int), new([]chan int)} {
		if got, err := text(none); err != nil || got != `{"x":null}` {
			t.Errorf("nil of type %T is encoded as %s (%v)", none, got, err)
		}
		if err := read("null", none); err != nil {
			t.Errorf("null is not decoded as %T: %v", none, err)
		}
	}
	f, null, broken := func() {}, json.RawMessage("null"), "a\xff"
	nan, unseen := math.NaN(), hidden{a: 1}
	for want, bad := range map[string]any{
		"p: event E: JSON does not restore x, of type func()":                                                &f,
		"p: event E: JSON does not restore x, of type json.RawMessage, which is not nil but encoded as null": &null,
		"p: event E: x, of type float64: json: unsupported value: NaN":                                       &nan,
		"p: event E: JSON does not restore x, of type codec.hidden":                                          &unseen,
		"p: event E: x, of type string, has a string that is not valid UTF-8, so JSON cannot represent it":   &broken,
	} {
		if got, err := text(bad); err == nil || err.Error() != want {
			t.Errorf("a %T is encoded as %s (%v), want %s", bad, got, err, want)
		}
	}
	seven, back := 7.5, 0.0
	if got, err := text(&seven); err != nil || got != `{"x":7.5}` {
		t.Errorf("7.5 is encoded as %s (%v)", got, err)
	}
	if err := read("7.5", &back); err != nil || back != seven {
		t.Errorf("7.5 is decoded as %v (%v)", back, err)
	}
	for text, want := range map[string]string{
		"null": "p: event E: x is null",
		`"x"`:  "p: event E: x: json: cannot unmarshal string into Go value of type float64",
	} {
		if err := read(text, &back); err == nil || err.Error() != want {
			t.Errorf("%s is decoded as %v (%v)", text, back, err)
		}
	}
	if err := read("{}", &unseen); err == nil {
		t.Errorf("a value that JSON does not round-trip is decoded as %v", unseen)
	}
}

// TestPayloadReplaces reads a payload into fields that have values, of which nothing is left.
func TestPayloadReplaces(t *testing.T) {
	failed, point := errors.New("failed"), &struct{ X, Y int }{1, 2}
	old := point
	p := Payload{"p", "event E", []Field{{Name: "err", Value: &failed}, {Name: "point", Value: JSON(&point)}}}
	if err := p.Read([]byte(`{"err":null,"point":{"X":3}}`)); err != nil || failed != nil || point.Y != 0 || old.X != 1 {
		t.Errorf("read as %v, %v, with the old point %v (%v)", failed, point, old, err)
	}
}
