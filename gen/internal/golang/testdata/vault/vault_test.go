package vault

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

func full(t *testing.T, what any) *Machine {
	t.Helper()
	m, err := New(Params{Size: 5, Width: 3, Owner: "a<b"})
	if err != nil {
		t.Fatal(err)
	}
	friend := &Person{Name: "f", Friends: []*Person{nil, {}}}
	if err := m.Fill(4, what, &Person{Name: "p", Friends: []*Person{friend}, Notes: map[string]string{"b": "", "a": "x"}}); err != nil {
		t.Fatal(err)
	}
	return m
}

func save(t *testing.T, m *Machine) string {
	t.Helper()
	text, err := m.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// same reports whether two machines have equal values.
func same(t *testing.T, m, back *Machine) bool {
	t.Helper()
	return save(t, m) == save(t, back) && reflect.DeepEqual(m.problem, back.problem) && reflect.DeepEqual(m.reason, back.reason) &&
		reflect.DeepEqual(m.who, back.who) && m.what == back.what
}

func TestValues(t *testing.T) {
	m := full(t, nil)
	if err := m.Lock("", nil); err == nil {
		t.Fatal("Lock in Full")
	}
	back, err := Restore([]byte(save(t, m)))
	if err != nil || !same(t, m, back) {
		t.Fatalf("restored %+v, %v, want %+v", back, err, m)
	}
	if err := m.Empty(); err != nil {
		t.Fatal(err)
	}
	if err := m.Lock("label \u2028 <&>", fmt.Errorf("wrapped: %w", errors.New("in\nside"))); err != nil {
		t.Fatal(err)
	}
	back, err = Restore([]byte(save(t, m)))
	if err != nil || back.Problem().Error() != "wrapped: in\nside" || back.Label() != m.Label() || save(t, back) != save(t, m) {
		t.Fatalf("restored %+v, %v, want %+v", back, err, m)
	}
	for _, reason := range []error{nil, errors.New("")} {
		m := full(t, nil)
		if err := m.Close(reason); err != nil {
			t.Fatal(err)
		}
		back, err := Restore([]byte(save(t, m)))
		if err != nil || !same(t, m, back) {
			t.Errorf("restored %+v, %v, want %+v", back, err, m)
		}
	}
}

// TestUnrestorable has values that JSON does not give back.
func TestUnrestorable(t *testing.T) {
	for _, what := range []any{1, "text", struct{ secret int }{1}, make(chan int), []int{}} {
		m := full(t, what)
		if text, err := m.MarshalJSON(); text != nil || err == nil || err.Error() != "vault: JSON does not restore what, of type interface {}" {
			t.Errorf("%v: snapshot %s, %v", what, text, err)
		}
	}
	text := strings.Replace(save(t, full(t, nil)), `"what":null`, `"what":{}`, 1)
	if m, err := Restore([]byte(text)); m != nil || err == nil || err.Error() != "vault: snapshot: JSON does not restore datum what, of type interface {}" {
		t.Errorf("restored %v, %v", m, err)
	}
	m := full(t, nil)
	who, _ := m.Who()
	who.Friends[0] = who
	if text, err := m.MarshalJSON(); text != nil || err == nil || !strings.HasPrefix(err.Error(), "vault: who, of type *vault.Person: json: ") {
		t.Errorf("a cycle: snapshot %s, %v", text, err)
	}
}

// TestInvalidText has text that package json would change in silence.
func TestInvalidText(t *testing.T) {
	for what, m := range map[string]*Machine{
		"parameter owner": {params: Params{Size: 1, Owner: "\xff"}, mode_: ModeShut, sealed: true},
		"label":           {params: Params{Size: 1}, mode_: ModeShut, sealed: true, label: "a\xc0"},
	} {
		if text, err := m.MarshalJSON(); err == nil || err.Error() != "vault: "+what+" is not valid UTF-8, so JSON cannot represent it" {
			t.Errorf("%s: snapshot %s, %v", what, text, err)
		}
	}
	m, err := New(Params{Size: 1, Owner: "owner"})
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(save(t, m), `:"owner"`, ":\"own\xff\"", 1)
	if back, err := Restore([]byte(text)); back != nil || err == nil || err.Error() != "vault: snapshot: not valid JSON" {
		t.Errorf("%q: restored %v, %v", text, back, err)
	}
}

// TestClaims breaks each claim.
func TestClaims(t *testing.T) {
	idle := &Machine{params: Params{Size: 5, Width: 3}, low: -1, mode_: ModeShut, sealed: true}
	inside := &Machine{params: Params{Size: 5, Width: 3}, low: -1, mode_: ModeShut, sealed: true, state: StateFull, count: 3, price: 2}
	for _, test := range []struct {
		from  *Machine
		spoil func(*Machine)
		want  string
	}{
		{idle, func(m *Machine) {}, ""},
		{inside, func(m *Machine) {}, ""},
		{inside, func(m *Machine) { m.count = 10 }, ""},
		{inside, func(m *Machine) { m.count = 11 }, "vault: count is 11, must be from 0 to size * 2"},
		{inside, func(m *Machine) { m.count = -1 }, "vault: count is -1, must be from 0 to size * 2"},
		{idle, func(m *Machine) { m.params.Size = math.MaxInt/2 + 1 }, ""},
		{idle, func(m *Machine) { m.low = 6 }, "vault: low is 6, must be at most max(size, -width)"},
		{idle, func(m *Machine) { m.params.Width, m.low = -9, 10 }, "vault: low is 10, must be at most max(size, -width)"},
		{idle, func(m *Machine) { m.mode_ = ModeOpen }, "vault: the invariant sealed == (mode == Shut) does not hold: sealed is true and mode is Open"},
		{inside, func(m *Machine) { m.low = 5 }, "vault: the invariant count - low >= 0 && (low == 0 || 100 / low <= 100) does not hold: count is 3 and low is 5"},
		{inside, func(m *Machine) { m.low = math.MinInt }, ""},
		{inside, func(m *Machine) { m.low = 0 }, ""},
		{inside, func(m *Machine) { m.low = 1 }, "vault: the invariant !(low > 0) does not hold: low is 1"},
		{idle, func(m *Machine) { m.count = 1 }, "vault: the invariant count == 0 of state Idle does not hold: count is 1"},
		{inside, func(m *Machine) { m.price = 0 }, "vault: price is 0, must be from 1 to size"},
		{inside, func(m *Machine) { m.price = 6 }, "vault: price is 6, must be from 1 to size"},
		{inside, func(m *Machine) { m.count, m.price = 0, 1 }, "vault: the invariant price + count >= 2 of state Full does not hold: price is 1 and count is 0"},
		{idle, func(m *Machine) { m.price = 0 }, ""},
	} {
		m := *test.from
		test.spoil(&m)
		got := ""
		if err := m.checkClaims(); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%+v: error %q, want %q", m, got, test.want)
		}
		_, err := m.MarshalJSON()
		if fails := err != nil; fails != (test.want != "") {
			t.Errorf("%+v: snapshot error %v", m, err)
		}
	}
}

func FuzzRestore(f *testing.F) {
	m, err := New(Params{Size: 5, Width: 3})
	if err != nil {
		f.Fatal(err)
	}
	add := func(err error) {
		if err != nil {
			f.Fatal(err)
		}
		text, err := m.MarshalJSON()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	add(nil)
	add(m.Lock("label", errors.New("e")))
	add(m.Fill(3, nil, &Person{Name: "p"}))
	add(m.Close(errors.New("e")))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := Restore(text)
		if err != nil {
			return
		}
		if err := m.checkClaims(); err != nil {
			t.Fatal(err)
		}
		saved, err := m.MarshalJSON()
		if err != nil {
			t.Fatalf("%s restores %v, which is not saved: %v", text, m, err)
		}
		back, err := Restore(saved)
		if err != nil {
			t.Fatalf("%s is saved as %s: %v", text, saved, err)
		}
		if again, err := back.MarshalJSON(); err != nil || string(again) != string(saved) {
			t.Fatalf("%s, then %s, %v", saved, again, err)
		}
	})
}
