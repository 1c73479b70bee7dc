package codec_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/fsm"
	"github.com/fsmgen/fsmgen/fsm/codec"
)

// state and clock are the states and the timers of a kiln, as fsmgen generates them.
type (
	state uint8
	clock uint8
	job   uint8
)

var (
	textsOfState = fsm.Texts[state]{Kind: "state", Names: []string{"Cold", "Hot", "Broken"}, Stored: []string{"", `hot "&" <x>`, ""}, Was: map[string]state{"Warm": 1}}
	textsOfClock = fsm.Texts[clock]{Kind: "timer", Names: []string{"Hot.Ring", "Cold.Nap"}, Was: map[string]clock{"Hot.Bell": 0}}
	textsOfJob   = fsm.Texts[job]{Kind: "call", Names: []string{"bake", "clean"}, Was: map[string]job{"fire": 0}}
)

func (s state) String() string                   { return textsOfState.String(s) }
func (s state) MarshalText() ([]byte, error)     { return textsOfState.Marshal(s) }
func (s *state) UnmarshalText(text []byte) error { return textsOfState.Unmarshal(s, text) }
func (c clock) String() string                   { return textsOfClock.String(c) }
func (j job) String() string                     { return textsOfJob.String(j) }

// kiln is a machine with each kind of value. It never runs.
type kiln struct {
	max   int
	maker string
	state state
	n     int
	dry   bool
	note  string
	fault error
	glaze []float64
	next  state // what is still to do, Cold for nothing
	due   [2]time.Time
	over  [2]bool
	begun [2]int // starts of timers
	calls [2]int
}

func (k *kiln) record() *codec.Record {
	return &codec.Record{
		Package: "kiln", Machine: "Kiln", Was: []string{"Oven"}, State: codec.StateOf(&textsOfState, &k.state, k.data),
		Params: []codec.Field{
			{Name: "maker", Value: &k.maker, Optional: true},
			{Name: "max", Value: &k.max, Was: []string{"limit"}},
			{Name: "color"},
		},
		Vars: []codec.Field{
			{Name: "dry", Value: &k.dry, Optional: true},
			{Name: "n", Value: &k.n, Optional: true, Was: []string{"count", "number"}},
			{Name: "note", Value: &k.note, Optional: true},
			{Name: "next", Value: &k.next, Optional: true, OmitZero: true},
		},
		Timers: codec.TimersOf(&textsOfClock, k.due[:], k.over[:], k.runs),
		Starts: codec.StartsOf(&textsOfClock, k.begun[:], k.runs),
		Calls:  codec.CallsOf(&textsOfJob, k.calls[:], k.invokes),
	}
}

// runs reports whether a timer is one of the state: Hot.Ring of Hot, and Cold.Nap of Cold.
func (k *kiln) runs(c clock) bool { return k.state == state(1-c) }

// invokes reports whether a call is one of the state: bake of Hot.
func (k *kiln) invokes(j job) bool { return j == 0 && k.state == 1 }

func (k *kiln) data(s state) []codec.Field {
	switch s {
	case 1:
		return []codec.Field{{Name: "glaze", Value: codec.JSON(&k.glaze)}, {Name: "old"}}
	case 2:
		return []codec.Field{{Name: "fault", Value: &k.fault}}
	}
	return nil
}

func restore(snapshot string) (*kiln, error) {
	k := &kiln{}
	r := k.record()
	if err := r.Open([]byte(snapshot)); err != nil {
		return nil, err
	}
	if r.Missing("max") || r.Missing("nothing") {
		return nil, errors.New("Missing is wrong")
	}
	if r.Missing("maker") {
		k.maker = "nobody"
	}
	k.n = 7 // initially
	return k, r.Read()
}

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// full are kilns and their snapshots.
func full() map[string]*kiln {
	return map[string]*kiln{
		`{"calls":{},"data":{},"machine":"Kiln","params":{"maker":"","max":0},"starts":{"Cold.Nap":1},"state":"Cold","timers":{},"vars":{"dry":false,"n":0,"note":""}}`: {begun: [2]int{0, 1}},
		`{"calls":{"bake":-1,"clean":-3},"data":{"glaze":[1,2.5]},"machine":"Kiln","params":{"maker":"M\u0026S \"x\" é","max":-5},"starts":{"Hot.Ring":3,"Cold.Nap":2},"state":"hot \"\u0026\" \u003cx\u003e",` +
			`"timers":{"Hot.Ring":"2026-01-02T12:00:00Z"},"vars":{"dry":true,"n":9,"note":"a\nb","next":"Broken"}}`: {
			max: -5, maker: `M&S "x" é`, state: 1, n: 9, dry: true, note: "a\nb", glaze: []float64{1, 2.5}, next: 2, due: [2]time.Time{noon}, begun: [2]int{3, 2}, calls: [2]int{-1, -3},
		},
		`{"calls":{},"data":{"fault":"it \u003cfell\u003e"},"machine":"Kiln","params":{"maker":"m","max":1},"starts":{},"state":"Broken","timers":{},"vars":{"dry":false,"n":0,"note":""}}`: {
			maker: "m", max: 1, state: 2, fault: errors.New("it <fell>"),
		},
		`{"calls":{},"data":{"fault":null},"machine":"Kiln","params":{"maker":"m","max":1},"starts":{},"state":"Broken","timers":{},"vars":{"dry":false,"n":0,"note":""}}`: {
			maker: "m", max: 1, state: 2,
		},
		`{"calls":{},"data":{},"machine":"Kiln","params":{"maker":"m","max":1},"starts":{"Cold.Nap":9},"state":"Cold","timers":{"Cold.Nap":null},"vars":{"dry":false,"n":0,"note":""}}`: {
			maker: "m", max: 1, over: [2]bool{false, true}, begun: [2]int{0, 9},
		},
	}
}

// TestRecord writes machines, and reads them back.
func TestRecord(t *testing.T) {
	for want, k := range full() {
		text, err := k.record().Write()
		if err != nil || string(text) != want {
			t.Errorf("the snapshot is\n%s (%v), want\n%s", text, err, want)
		}
		back, err := restore(want)
		if err != nil || !reflect.DeepEqual(back, k) {
			t.Errorf("%s is read as\n%+v (%v), want\n%+v", want, back, err, k)
		}
	}
}

// TestRead reads snapshots that a machine does not write.
func TestRead(t *testing.T) {
	for snapshot, want := range map[string]kiln{
		" {\"machine\" :\n\"Oven\", \"state\":\"Warm\",\"params\":{\"limit\": 3 , \"color\":[{\"a\":\"}\"}]},\"vars\":{\"number\":4},\"data\":{\"glaze\":null,\"old\":{}},\"spec\":\"x\"}": {
			maker: "nobody", max: 3, state: 1, n: 4, begun: [2]int{1, 0}, calls: [2]int{1, 0}, // which the snapshot of an earlier version does not say
		},
		`{"machine":"K\u0069ln","state":"Col\u0064","p\u0061rams":{"max":-0},"vars":{},"data":{}}`:                     {maker: "nobody", n: 7, begun: [2]int{0, 1}},
		`{"machine":"Kiln","state":"Cold","params":{"max":1,"color":"\\\"}"},"vars":{"note":"\"},\"n\":{"},"data":{}}`: {maker: "nobody", max: 1, n: 7, note: `"},"n":{`, begun: [2]int{0, 1}},
		// Two timers have become one, which is due at the earlier time and has the larger number of starts, and so have two calls. Cold.Nap and others do not run.
		`{"machine":"Kiln","state":"Warm","params":{"max":1},"vars":{"note":"\ud83d\ude00\ud800\udc00"},"data":{"glaze":[]},` +
			`"timers":{"Hot.Ring":"2026-01-02T14:00:00+01:00","Hot.Bell":"2026-01-02T12:00:00Z","Cold.Nap":"2026-01-01T00:00:00Z","Old":null},"starts":{"Hot.Bell":4,"Cold.Nap":-3,"Old":7,"Hot.Ring":2},"calls":{"bake":2,"fire":-9,"old":4,"clean":0}}`: {
			maker: "nobody", max: 1, state: 1, n: 7, note: "😀\U00010000", glaze: []float64{}, due: [2]time.Time{noon}, begun: [2]int{4, 0}, calls: [2]int{2, 0},
		},
		`{"machine":"Kiln","state":"Warm","params":{"max":1},"vars":{},"data":{"glaze":null},"timers":{"Cold.Nap":null,"Hot.Ring":null},"calls":{"bake":0}}`: {
			maker: "nobody", max: 1, state: 1, n: 7, over: [2]bool{true, false}, begun: [2]int{1, 0}, calls: [2]int{1, 0},
		},
		`{"machine":"Kiln","state":"Cold","params":{"max":1},"vars":{},"data":{},"calls":{"fire":-9,"bake":-2}}`: {maker: "nobody", max: 1, n: 7, begun: [2]int{0, 1}, calls: [2]int{-9, 0}},
	} {
		if k, err := restore(snapshot); err != nil || !reflect.DeepEqual(*k, want) {
			t.Errorf("%s is read as\n%+v (%v), want\n%+v", snapshot, k, err, want)
		}
	}
}

// TestRefused reads snapshots with one fault each.
func TestRefused(t *testing.T) {
	const right = `{"machine":"Kiln","state":"Warm","params":{"max":1},"vars":{"n":1},"data":{"glaze":[1]},"timers":{"Hot.Ring":"2026-01-02T12:00:00Z"},"starts":{"Hot.Ring":2},"calls":{"bake":1}}`
	if _, err := restore(right); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ old, now, want string }{
		{right, "", "not valid JSON"},
		{right, right[:len(right)-1], "not valid JSON"},
		{right, right + "{}", "not valid JSON"},
		{"Kiln", "Kiln\xff", "not valid JSON"},
		{right, "[]", "want an object with each field of a snapshot"},
		{right, "null", "want an object with each field of a snapshot"},
		{right, "{}", "no field machine, params, state, vars, data: a snapshot must have it in this version of the spec, so add a value"},
		{`"vars":{"n":1},`, "", "no field vars: a snapshot must have it in this version of the spec, so add a value"},
		{`"vars"`, `"Vars"`, `unknown field "Vars": a snapshot does not have it in this version of the spec`},
		{`"vars"`, `"spec":1,"spec":2,"vars"`, "duplicate field spec"},
		{`"vars"`, `"st\u0061te":"Cold","vars"`, "duplicate field state"},
		{`"Kiln"`, `"Kil"`, `from another machine, "Kil"`},
		{`"Kiln"`, `"` + strings.Repeat("x", 99) + `"`, `from another machine, "` + strings.Repeat("x", 40) + `"`},
		{`"Kiln"`, "null", "machine is null"},
		{`"Kiln"`, "1", "machine: json: cannot unmarshal number into Go value of type string"},
		{`"Warm"`, `"warm"`, `unknown state "warm"`},
		{`"Warm"`, "null", "state is null"},
		{`"Warm"`, `"\ud83d"`, "state contains half of a surrogate pair"},
		{`"Warm"`, "[]", "state: json: cannot unmarshal array into Go value of type string"},
		{`{"max":1}`, "null", "want an object with each parameter of this machine"},
		{`{"max":1}`, "{}", "no parameter max: this machine must have it in this version of the spec, so add a value"},
		{`"max":1`, `"max":1,"limit":2`, "duplicate parameter max"},
		{`"max":1`, `"max":1,"color":1,"color":1`, "duplicate parameter color"},
		{`"max":1`, `"max":1,"Maker":""`, `unknown parameter "Maker": this machine does not have it in this version of the spec`},
		{`"max":1`, `"max":null`, "parameter max is null"},
		{`"max":1`, `"max":1e1`, "parameter max: json: cannot unmarshal number 1e1 into Go value of type int"},
		{`"max":1`, `"max":1.5`, "parameter max: json: cannot unmarshal number 1.5 into Go value of type int"},
		{`"max":1`, `"max":9223372036854775808`, "parameter max: json: cannot unmarshal number 9223372036854775808 into Go value of type int"},
		{`"max":1`, `"max":1,"maker":"\udc00"`, "parameter maker contains half of a surrogate pair"},
		{`"max":1`, `"max":1,"maker":"\ud83dx\ude00"`, "parameter maker contains half of a surrogate pair"},
		{`"max":1`, `"max":1,"maker":"\ud83d\n"`, "parameter maker contains half of a surrogate pair"},
		{`{"n":1}`, "[]", "want an object with each variable of this machine"},
		{`{"n":1}`, `{"max":1}`, `unknown variable "max": this machine does not have it in this version of the spec`},
		{`{"n":1}`, `{"n":1,"count":1}`, "duplicate variable n"},
		{`{"n":1}`, `{"dry":1}`, "variable dry: json: cannot unmarshal number into Go value of type bool"},
		{`{"n":1}`, `{"next":"Tepid"}`, `variable next: codec_test: unknown state "Tepid"`},
		{`{"n":1}`, `{"next":"Tepi\u0064"}`, `variable next: codec_test: unknown state "Tepid"`},
		{`{"glaze":[1]}`, "{}", "no datum glaze: state Warm must have it in this version of the spec, so add a value"},
		{`{"glaze":[1]}`, `{"glaze":["x"]}`, "datum glaze: json: cannot unmarshal string into Go value of type float64"},
		{`{"glaze":[1]}`, `{"fault":""}`, `unknown datum "fault": state Warm does not have it in this version of the spec`},
		{`{"Hot.Ring":"2026-01-02T12:00:00Z"}`, "[]", "timers: want an object with the time at which each timer is due"},
		{`"Hot.Ring":`, `"x":null,"x":`, `duplicate timer "x"`},
		{`"2026-01-02T12:00:00Z"`, `"noon"`, `timer "Hot.Ring": parsing time "noon" as "2006-01-02T15:04:05Z07:00": cannot parse "noon" as "2006"`},
		{`{"Hot.Ring":2}`, `7`, "starts: want an object with the number of starts of each timer"},
		{`{"Hot.Ring":2}`, `{"Hot.Ring":2.0}`, `timer "Hot.Ring": want the number of its starts, have "2.0"`},
		{`{"Hot.Ring":2}`, `{"Old":"2"}`, `timer "Old": want the number of its starts, have "\"2\""`},
		{`{"Hot.Ring":2}`, `{"x":1,"x":1}`, `duplicate timer "x"`},
		{`{"bake":1}`, "null", "calls: want an object with the number of starts of each call"},
		{`"bake":1`, `"bake":1.0`, `call "bake": want the number of its starts, have "1.0"`},
		{`"bake":1`, `"bake":1,"b\u0061ke":1`, `duplicate call "bake"`},
	} {
		text := strings.Replace(right, test.old, test.now, 1)
		if _, err := restore(text); err == nil || err.Error() != "kiln: snapshot: "+test.want {
			t.Errorf("%s is refused with\n%v, want\n%s", text, err, test.want)
		}
	}
}

// oven is a machine whose states share data. It never runs.
type oven struct {
	state   state
	next    state
	mode    state     // of Hot and Broken
	since   time.Time // of Hot
	fault   error     // of Broken
	parts   []string  // of Broken
	due     [2]time.Time
	begun   [2]int
	calls   [2]int
	planned bool
}

func (o *oven) record() *codec.Record {
	return &codec.Record{
		Package: "oven", Machine: "Oven",
		State:  codec.StateOf(&textsOfState, &o.state, o.data),
		Vars:   []codec.Field{{Name: "next", Value: &o.next}, {Name: "planned", Value: &o.planned}, {Name: "gone"}},
		Timers: codec.TimersOf(&textsOfClock, o.due[:], nil, o.runs),
		Starts: codec.StartsOf(&textsOfClock, o.begun[:], o.runs),
		Calls:  codec.CallsOf(&textsOfJob, o.calls[:], o.invokes),
	}
}

// runs and invokes report what belongs to Hot: the clock Hot.Ring, and the job bake.
func (o *oven) runs(c clock) bool  { return c == 0 && o.state == 1 }
func (o *oven) invokes(j job) bool { return j == 0 && o.state == 1 }

func (o *oven) data(s state) []codec.Field {
	switch s {
	case 1:
		return []codec.Field{{Name: "mode", Value: &o.mode}, {Name: "since", Value: codec.JSON(&o.since)}, {Name: "old"}}
	case 2:
		return []codec.Field{{Name: "fault", Value: &o.fault}, {Name: "mode", Value: &o.mode}, {Name: "parts", Value: codec.JSON(&o.parts)}}
	}
	return nil
}

// TestCheck checks machines that a program has filled.
func TestCheck(t *testing.T) {
	early := time.Date(2026, 1, 2, 13, 0, 0, 0, time.FixedZone("CET", 3600))
	for _, test := range []struct {
		given, want oven
		err         string
	}{
		{given: oven{}, want: oven{}},
		{given: oven{state: 1, next: 2, mode: 2, since: noon, planned: true}, want: oven{state: 1, next: 2, mode: 2, since: noon, planned: true, begun: [2]int{1}, calls: [2]int{1}}},
		{given: oven{state: 2, fault: errors.New("x"), mode: 1, parts: []string{"door"}}, want: oven{state: 2, fault: errors.New("x"), mode: 1, parts: []string{"door"}}},
		{given: oven{since: time.Time{}.In(early.Location())}, want: oven{since: time.Time{}.In(early.Location())}}, // the zero time
		// Timers and calls that the state does not have are dropped, and have their numbers.
		{given: oven{state: 1, due: [2]time.Time{early, noon}, begun: [2]int{7, 5}, calls: [2]int{3, 4}}, want: oven{state: 1, due: [2]time.Time{noon, {}}, begun: [2]int{7, 5}, calls: [2]int{3, -4}}},
		{given: oven{state: 1, begun: [2]int{-7, -5}, calls: [2]int{-3, -4}}, want: oven{state: 1, begun: [2]int{1, 0}, calls: [2]int{-3, -4}}},
		{given: oven{due: [2]time.Time{early, noon}, begun: [2]int{2, 0}, calls: [2]int{2, 0}}, want: oven{begun: [2]int{2, 0}, calls: [2]int{-2, 0}}},
		{given: oven{state: 3}, err: "oven: state is state(3), must be a value of its type"},
		{given: oven{state: 200}, err: "oven: state is state(200), must be a value of its type"},
		{given: oven{next: 3}, err: "oven: next is state(3), must be a value of its type"},
		{given: oven{state: 1, mode: 9}, err: "oven: mode is state(9), must be a value of its type"},
		{given: oven{mode: 9}, err: "oven: mode must be zero in state Cold, which does not have it"},
		{given: oven{mode: 1}, err: "oven: mode must be zero in state Cold, which does not have it"},
		{given: oven{since: noon}, err: "oven: since must be zero in state Cold, which does not have it"},
		{given: oven{state: 2, since: noon}, err: "oven: since must be zero in state Broken, which does not have it"},
		{given: oven{state: 1, fault: errors.New("x")}, err: "oven: fault must be zero in state Hot, which does not have it"},
		{given: oven{state: 1, parts: []string{}}, err: "oven: parts must be zero in state Hot, which does not have it"},
	} {
		got := test.given
		err := got.record().Check()
		if test.err != "" {
			if err == nil || err.Error() != test.err {
				t.Errorf("%+v is refused with %v, want %s", test.given, err, test.err)
			}
			continue
		}
		if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%+v becomes\n%+v (%v), want\n%+v", test.given, got, err, test.want)
		}
	}
}

// TestCheckExpired checks a machine that a program has filled with times of timers that are over.
func TestCheckExpired(t *testing.T) {
	k := &kiln{state: 1, over: [2]bool{true, true}, due: [2]time.Time{noon, noon}, begun: [2]int{3, 4}, calls: [2]int{1, 0}}
	want := &kiln{state: 1, over: [2]bool{true, false}, begun: [2]int{3, 4}, calls: [2]int{1, 0}}
	if err := k.record().Check(); err != nil || !reflect.DeepEqual(k, want) {
		t.Errorf("the machine becomes\n%+v (%v), want\n%+v", k, err, want)
	}
}

// TestWrite writes machines that JSON cannot hold.
func TestWrite(t *testing.T) {
	for want, k := range map[string]*kiln{
		"kiln: parameter maker is not valid UTF-8, so JSON cannot represent it": {maker: "\xff"},
		"kiln: note is not valid UTF-8, so JSON cannot represent it":            {note: "a\xc0"},
		"codec_test: cannot marshal state(3)":                                   {state: 3},
		"codec_test: cannot marshal state(9)":                                   {next: 9},
		"kiln: timer Hot.Ring: Time.AppendText: year outside of range [0,9999]": {due: [2]time.Time{time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)}},
	} {
		if text, err := k.record().Write(); err == nil || err.Error() != want {
			t.Errorf("%+v is written as %s (%v), want %s", k, text, err, want)
		}
	}
}

// door is the payload of an event with one field, and knock that of one without.
type (
	input interface{ name() string }
	door  struct{ n int }
	knock struct{}
)

func (door) name() string  { return "door" }
func (knock) name() string { return "knock" }

func (d *door) UnmarshalJSON(payload []byte) error {
	return codec.Payload{Package: "p", Of: "event Door", Fields: []codec.Field{{Name: "n", Value: &d.n}}}.Read(payload)
}

// TestReadAs reads payloads as values of an interface, which is nil after an error.
func TestReadAs(t *testing.T) {
	if got, err := codec.Read[input, door]([]byte(`{"n":3}`)); err != nil || got != (door{3}) {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := codec.Read[input, door]([]byte(`{"n":""}`)); err == nil || got != nil {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := codec.Empty[input](knock{}, "p", "event Knock", nil); err != nil || got != (knock{}) {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := codec.Empty[input](knock{}, "p", "event Knock", []byte(`{"n":3}`)); err == nil || got != nil {
		t.Errorf("%v, %v", got, err)
	}
}

// TestPayload reads and writes payloads.
func TestPayload(t *testing.T) {
	var n int
	var s state
	var text string
	p := codec.Payload{Package: "p", Of: "event E", Fields: []codec.Field{{Name: "n", Value: &n}, {Name: "s", Value: &s}, {Name: "text", Value: &text}}}
	if err := p.Read([]byte(`{"text":"t\u0041","s":"Hot","n":-3}`)); err != nil || n != -3 || s != 1 || text != "tA" {
		t.Errorf("the payload is %d, %v, %q (%v)", n, s, text, err)
	}
	got, err := p.Write()
	if want := `{"n":-3,"s":"hot \"\u0026\" \u003cx\u003e","text":"tA"}`; err != nil || string(got) != want {
		t.Errorf("the payload is written as %s (%v), want %s", got, err, want)
	}
	for _, empty := range []string{"", "{}", " {\n} "} {
		if err := (codec.Payload{Package: "p", Of: "event E"}).Read([]byte(empty)); err != nil {
			t.Errorf("%q: %v", empty, err)
		}
	}
	for payload, want := range map[string]string{
		"":                            "p: event E: not valid JSON",
		"1":                           "p: event E: want an object with each field of event E",
		`{"n":1,"s":"Hot"}`:           "p: event E: no field text: event E must have it in this version of the spec, so add a value",
		`{"n":1,"m":1}`:               `p: event E: unknown field "m": event E does not have it in this version of the spec`,
		`{"n":1,"n":1}`:               "p: event E: duplicate field n",
		`{"n":1,"s":null,"text":""}`:  "p: event E: s is null",
		`{"n":1,"s":"Hot","text":[]}`: "p: event E: text: json: cannot unmarshal array into Go value of type string",
	} {
		if err := p.Read([]byte(payload)); err == nil || err.Error() != want {
			t.Errorf("%s is refused with %v, want %s", payload, err, want)
		}
	}
	if err := (codec.Payload{Package: "p", Of: "event E"}).Read([]byte(`{"a":1}`)); err == nil {
		t.Error("a payload without fields has one")
	}
	text = "\xff"
	if _, err := p.Write(); err == nil || err.Error() != "p: event E: text is not valid UTF-8, so JSON cannot represent it" {
		t.Errorf("the error is %v", err)
	}
	if _, err := (codec.Payload{Package: "p", Of: "event E", Fields: []codec.Field{{Name: "x", Value: 1}}}).Write(); err == nil {
		t.Error("a value that is no pointer is written")
	}
}

// TestRestore makes each check of a snapshot in order, and none after one that fails.
func TestRestore(t *testing.T) {
	snapshot := `{"data":{},"machine":"Kiln","params":{},"state":"Cold","vars":{"n":4}}`
	for _, fails := range []string{"", "snapshot", "params", "vars", "claims"} {
		var done []string
		k := &kiln{}
		r := k.record()
		r.Params[1].Optional = true
		does := func(what string) error {
			if done = append(done, what); what == fails {
				return errors.New(what)
			}
			return nil
		}
		r.Begin = func(missing func(string) bool) {
			if done = append(done, "begin"); missing("max") {
				k.max = 3
			}
		}
		r.Validate = func() error { return does("params") }
		r.Init = func() { done, k.note = append(done, "init"), "new" }
		r.Claims = func() error { return does("claims") }
		text, want := snapshot, map[string]string{"": "[begin params init claims]", "snapshot": "[]", "params": "[begin params]", "vars": "[begin params init]", "claims": "[begin params init claims]"}[fails]
		switch fails {
		case "snapshot":
			text = "{"
		case "vars":
			text = strings.Replace(snapshot, "4", "null", 1)
		}
		err := r.Restore([]byte(text))
		if (err == nil) != (fails == "") || fmt.Sprint(done) != want {
			t.Errorf("if the %s fail: %v, after %v, want %s", fails, err, done, want)
		}
		if err == nil && (k.max != 3 || k.note != "new" || k.n != 4) {
			t.Errorf("the machine is %+v", k)
		}
		if _, err := r.Write(); (err == nil) != (fails != "claims") {
			t.Errorf("if the %s fail, writing returns %v", fails, err)
		}
		if err := r.Check(); (err == nil) != (fails != "claims" && fails != "params") {
			t.Errorf("if the %s fail, the check returns %v", fails, err)
		}
	}
}

// FuzzRecord reads any text. What is read can be written, and read again as the same.
func FuzzRecord(f *testing.F) {
	for snapshot := range full() {
		f.Add([]byte(snapshot))
	}
	f.Add([]byte(`{"machine":"Oven","state":"Warm","params":{"limit": 3 , "color":[{"a":"}"}]},"vars":{"number":4},"data":{"glaze":null,"old":{}},"spec":"x"}`))
	f.Add([]byte(`{"machine":"Kiln","state":"Cold","params":{"max":1,"maker":"\ud83d\ude00\\\ud83d"},"vars":{},"data":{},"timers":{"Hot.Bell":"2026-01-02T12:00:00Z"},"starts":{"Hot.Bell":3},"calls":{"fire":-9}}`))
	f.Fuzz(func(t *testing.T, snapshot []byte) {
		k, err := restore(string(snapshot))
		if err != nil {
			return
		}
		text, err := k.record().Write()
		if err != nil {
			t.Fatalf("%s is read as %+v, which cannot be written: %v", snapshot, k, err)
		}
		back, err := restore(string(text))
		if err != nil {
			t.Fatalf("%s is written as %s, which cannot be read: %v", snapshot, text, err)
		}
		again, err := back.record().Write()
		if err != nil || string(again) != string(text) {
			t.Fatalf("%s is written as\n%s, and then as\n%s (%v)", snapshot, text, again, err)
		}
	})
}

func BenchmarkRecord(b *testing.B) {
	k := &kiln{max: 5, maker: "m", state: 1, n: 9, note: "a", glaze: []float64{1, 2.5}, due: [2]time.Time{noon}, calls: [2]int{-1, 3}}
	text, err := k.record().Write()
	if err != nil {
		b.Fatal(err)
	}
	b.Run("Write", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := k.record().Write(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Read", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := restore(string(text)); err != nil {
				b.Fatal(err)
			}
		}
	})
}
