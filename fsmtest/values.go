package fsmtest

import (
	"encoding/json"
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
		reflect.TypeFor[map[time.Time]int](),
	}
}

// test writes and reads values of Go types for snapshots.
func (v Values) test(t *testing.T) {
	for keeps, types := range map[bool][]reflect.Type{true: keptTypes(), false: lostTypes()} {
		for _, typ := range types {
			if got := v.Restorable(typ, map[reflect.Type]bool{}); got != keeps {
				t.Errorf("JSON round-trips a %v: %t, want %t", typ, got, keeps)
			}
		}
	}
	values := map[string]any{}
	for _, none := range []any{new(chan int), new(func()), new(any), new(map[int]bool), new(*int), new([]chan int)} {
		delete(values, "none")
		if err := v.Write(values, "none", none); err != nil || len(values) != 1 || values["none"] != nil {
			t.Errorf("nil of type %T is encoded as %v (%v)", none, values, err)
		}
		if err := v.Read("none", []byte("null"), none); err != nil {
			t.Errorf("null is not decoded as %T: %v", none, err)
		}
	}
	clear(values)
	f, null, seven := func() {}, json.RawMessage("null"), 7
	nan, unseen := math.NaN(), hidden{a: 1}
	for _, bad := range []any{&f, &null, &nan, &unseen} {
		if err := v.Write(values, "bad", bad); err == nil || len(values) > 0 {
			t.Errorf("a %T that JSON cannot represent is encoded as %v", bad, values)
		}
	}
	if err := v.Write(values, "seven", &seven); err != nil || !reflect.DeepEqual(values, map[string]any{"seven": json.RawMessage("7")}) {
		t.Errorf("7 is encoded as %v (%v)", values, err)
	}
	back := 0
	if err := v.Read("seven", []byte("7"), &back); err != nil || back != seven {
		t.Errorf("7 is decoded as %d (%v)", back, err)
	}
	for _, text := range []string{"null", `"x"`} {
		if err := v.Read("seven", []byte(text), &back); err == nil {
			t.Errorf("%s is decoded as %d", text, back)
		}
	}
	if err := v.Read("hidden", []byte("{}"), &unseen); err == nil {
		t.Errorf("a value that JSON does not round-trip is decoded as %v", unseen)
	}
}
