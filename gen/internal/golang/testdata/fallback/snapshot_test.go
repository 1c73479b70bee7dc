package fallback

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

const snapshot = `{"data":{},"machine":"Fallback","params":{"maxRetries":2,"providers":3},` +
	`"state":"Retrying","vars":{"remaining":2,"retries":1}}`

func TestSnapshot(t *testing.T) {
	m, err := Restore([]byte(snapshot))
	if err != nil {
		t.Fatal(err)
	}
	if got := m.String(); got != "Retrying remaining=2 retries=1" || m.Params() != (Params{Providers: 3, MaxRetries: 2}) {
		t.Errorf("restored %s with %+v", got, m.Params())
	}
	text, err := json.Marshal(m)
	if err != nil || string(text) != snapshot {
		t.Errorf("snapshot %s, %v", text, err)
	}
	for want, change := range map[string][2]string{
		"not valid JSON": {"}}", "}"},
		"no field machine: a snapshot must have it": {`"machine":"Fallback",`, ""},
		"machine is null":                 {`"Fallback"`, "null"},
		`from another machine, "Machine"`: {`"Fallback"`, `"Machine"`},
		`unknown field "host"`:            {`"data":{}`, `"data":{},"host":1`},
		"duplicate field state":           {`"state":"Retrying"`, `"state":"Retrying","state":"Retrying"`},
		`unknown field "State"`:           {`"state":`, `"State":`},
		`unknown state "Waiting"`:         {"Retrying", "Waiting"},
		`unknown variable "attempts"`:     {`"retries":1`, `"retries":1,"attempts":1`},
		"duplicate variable retries":      {`"retries":1`, `"retries":1,"\u0072etries":1`},
		"variable retries is null":        {`"retries":1`, `"retries":null`},
		"variable retries: json: cannot unmarshal number 1.5 into Go value of type int":       {`"retries":1`, `"retries":1.5`},
		"variable retries: json: cannot unmarshal string into Go value of type int":           {`"retries":1`, `"retries":"1"`},
		"no parameter providers: this machine must have it":                                   {`,"providers":3`, ""},
		"want an object with each parameter of this machine":                                  {`{"maxRetries":2,"providers":3}`, "[2,3]"},
		`unknown datum "response"`:                                                            {`"data":{}`, `"data":{"response":null}`},
		"no datum response: state Succeeded must have it":                                     {"Retrying", "Succeeded"},
		"fallback: retries is 3, must be from 0 to maxRetries":                                {`"retries":1`, `"retries":3`},
		"fallback: remaining is -1, must be from 0 to providers":                              {`"remaining":2`, `"remaining":-1`},
		"fallback: providers is -3, must be at least 0":                                       {`"providers":3`, `"providers":-3`},
		"fallback: providers * (2 * maxRetries + 3) + 2 does not fit in an int: providers is": {`"providers":3`, `"providers":` + strconv.Itoa(math.MaxInt-7)},
		`unknown state "` + strings.Repeat("z", 40) + `"`:                                     {"Retrying", strings.Repeat("z", 5000)},
	} {
		text := strings.Replace(snapshot, change[0], change[1], 1)
		m, err := Restore([]byte(text))
		if !strings.HasPrefix(want, "fallback: ") {
			want = "fallback: snapshot: " + want
		}
		if text == snapshot || m != nil || err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s:\nmachine %v, error %v, want %q", text, m, err, want)
		}
	}
}

// TestSnapshotEarlier restores what earlier versions have written: with fingerprints of the spec, and without
// variables and parameters.
func TestSnapshotEarlier(t *testing.T) {
	for _, change := range [][3]string{
		{`"state"`, `"spec":{"params":"a3dd4fc5","ranges":"d42be6d0","states":"178dbe1d","vars":"dffbd736"},"state"`, "Retrying remaining=2 retries=1"},
		{`,"retries":1`, ``, "Retrying remaining=2 retries=0"},
		{`"remaining":2,`, ``, "Retrying remaining=3 retries=1"},
		{`{"remaining":2,"retries":1}`, `{}`, "Retrying remaining=3 retries=0"},
		{`"maxRetries":2,`, ``, "Retrying remaining=2 retries=1"},
	} {
		m, err := Restore([]byte(strings.Replace(snapshot, change[0], change[1], 1)))
		if err != nil || m.String() != change[2] {
			t.Errorf("%s: %v, %v, want %s", change[1], m, err, change[2])
		}
	}
}

// TestSnapshotWide restores values that need more than 32 bits, and that would be valid if
// an int of 32 bits took their lower half.
func TestSnapshotWide(t *testing.T) {
	for _, test := range []struct{ was, is, want64, want32 string }{
		{`"providers":3`, `"providers":4294967299`, "", "snapshot: parameter providers: json: cannot unmarshal number 4294967299 into Go value of type int"},
		{`"retries":1`, `"retries":4294967297`, "retries is 4294967297, must be from 0 to maxRetries", "snapshot: variable retries: json: cannot unmarshal number 4294967297 into Go value of type int"},
	} {
		want := test.want64
		if strconv.IntSize == 32 {
			want = test.want32
		}
		text := strings.Replace(snapshot, test.was, test.is, 1)
		m, err := Restore([]byte(text))
		if want != "" {
			if m != nil || err == nil || err.Error() != "fallback: "+want {
				t.Errorf("%s: machine %v, error %v, want %q", test.is, m, err, want)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if again, err := json.Marshal(m); err != nil || string(again) != text {
			t.Errorf("%s: snapshot %s, %v", test.is, again, err)
		}
	}
}

// FuzzRestore restores anything. What is accepted marshals back to an equal
// machine.
func FuzzRestore(f *testing.F) {
	f.Add([]byte(snapshot))
	f.Add([]byte(strings.Replace(strings.Replace(snapshot, "Retrying", "Succeeded", 1), `"data":{}`, `"data":{"response":{"Text":"a"}}`, 1)))
	f.Add([]byte(`{"data": null}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := Restore(text)
		if err != nil {
			if m != nil {
				t.Fatal("a machine beside the error")
			}
			return
		}
		saved, err := m.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		back, err := Restore(saved)
		if err != nil {
			t.Fatal(err)
		}
		response, exists := m.Response()
		again, still := back.Response()
		if back.String() != m.String() || back.Params() != m.Params() || back.Progress() != m.Progress() ||
			exists != still || (response == nil) != (again == nil) || response != nil && *response != *again {
			t.Fatalf("%s restores %v, and %s %v", text, m, saved, back)
		}
		if m.Retries() < 0 || m.Retries() > m.Params().MaxRetries || m.Remaining() < 0 || m.Remaining() > m.Params().Providers || m.Progress() < 0 {
			t.Fatalf("%s restores %v with %+v", text, m, m.Params())
		}
	})
}

func TestObserve(t *testing.T) {
	m, err := New(Params{Providers: 1, MaxRetries: 1})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)
	var calls []string
	var steps []Step
	m.Observe(func() time.Time { now = now.Add(time.Second); return now }, func(s Step) {
		calls = append(calls, "first")
		steps = append(steps, s)
	})
	m.Observe(nil, func(s Step) {
		calls = append(calls, "second")
		steps = append(steps, s)
	})
	for _, err := range []error{m.RequestReceived(nil), m.Select(), m.Failure(FailureClassTransient, nil)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if m.Select() == nil || m.Failure(9, nil) == nil {
		t.Fatal("an illegal event is accepted")
	}
	want := []Step{
		{From: StateIdle, Event: EventRequestReceived, To: StateSelecting, Progress: 6, Time: now.Add(-2 * time.Second)},
		{From: StateSelecting, Event: EventSelect, To: StateAttempting, Progress: 5, Time: now.Add(-time.Second)},
		{From: StateAttempting, Event: EventFailure, To: StateRetrying, Progress: 4, Time: now},
	}
	for i, s := range want {
		untimed := s
		untimed.Time = time.Time{}
		if steps[2*i] != s || steps[2*i+1] != untimed {
			t.Errorf("step %d is told as %+v and %+v, want %+v", i, steps[2*i], steps[2*i+1], s)
		}
	}
	if len(steps) != 2*len(want) || !slices.Equal(calls[:4], []string{"first", "second", "first", "second"}) {
		t.Errorf("calls %v, steps %+v", calls, steps)
	}
}

// TestObserverPanics: the step stays made, and the machine goes on.
func TestObserverPanics(t *testing.T) {
	m, err := New(Params{Providers: 1, MaxRetries: 1})
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	m.Observe(nil, func(Step) {
		if told++; told == 1 {
			panic("observer")
		}
	})
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic is lost")
			}
		}()
		_ = m.RequestReceived(nil)
	}()
	if m.State() != StateSelecting {
		t.Errorf("the machine is in %v", m)
	}
	if err := m.Select(); err != nil || told != 2 || m.State() != StateAttempting {
		t.Errorf("after the panic: %v, told %d, %v", err, told, m)
	}
}

// TestObserverAdds adds an observer from an observer.
func TestObserverAdds(t *testing.T) {
	m, err := New(Params{Providers: 1, MaxRetries: 1})
	if err != nil {
		t.Fatal(err)
	}
	var told []State
	added := false
	m.Observe(nil, func(s Step) {
		if !added {
			added = true
			m.Observe(nil, func(s Step) { told = append(told, s.To) })
		}
		var reentrant *ReentrantError
		if err := m.Select(); !errors.As(err, &reentrant) || err.Error() != "fallback: event Select comes during a step, in state "+s.To.String() {
			t.Errorf("an event from an observer: %v", err)
		}
	})
	if m.RequestReceived(nil) != nil || m.Select() != nil || !slices.Equal(told, []State{StateAttempting}) {
		t.Errorf("the second observer was told %v, machine %v", told, m)
	}
}

// TestObservedAllocations observes without allocating memory.
func TestObservedAllocations(t *testing.T) {
	m, err := New(Params{Providers: 1000000, MaxRetries: 1})
	if err != nil {
		t.Fatal(err)
	}
	var last Step
	m.Observe(time.Now, func(s Step) { last = s })
	if err := m.RequestReceived(nil); err != nil {
		t.Fatal(err)
	}
	failure := errors.New("timeout")
	allocations := testing.AllocsPerRun(100, func() {
		if m.Select() != nil || m.Failure(FailureClassTransient, failure) != nil || m.RetryReady() != nil || m.Failure(FailureClassRecoverable, failure) != nil {
			t.Fatal(m)
		}
	})
	if allocations != 0 || last.To != StateSelecting {
		t.Errorf("%v allocations, last step %+v", allocations, last)
	}
}

func TestTexts(t *testing.T) {
	for _, e := range Events() {
		var back Event = 77
		text, err := e.MarshalText()
		if err != nil || back.UnmarshalText(text) != nil || back != e {
			t.Errorf("%v is %s, read as %v", e, text, back)
		}
	}
	for o := range OutcomeFailure + 1 {
		var back Outcome = 77
		text, err := o.MarshalText()
		if err != nil || back.UnmarshalText(text) != nil || back != o {
			t.Errorf("%v is %s, read as %v", o, text, back)
		}
	}
	for c := range FailureClassFatal + 1 {
		var back FailureClass = 77
		text, err := c.MarshalText()
		if err != nil || back.UnmarshalText(text) != nil || back != c {
			t.Errorf("%v is %s, read as %v", c, text, back)
		}
	}
	for _, text := range []string{"", "select", "Event(0)", "Select ", "\xff", strings.Repeat("Select", 1000)} {
		e, o, c := EventCancelled, OutcomeSuccess, FailureClassFatal
		for _, err := range []error{e.UnmarshalText([]byte(text)), o.UnmarshalText([]byte(text)), c.UnmarshalText([]byte(text))} {
			if err == nil || len(err.Error()) > 200 {
				t.Errorf("%q is read: %v", text, err)
			}
		}
		if e != EventCancelled || o != OutcomeSuccess || c != FailureClassFatal {
			t.Errorf("%q is read as %v, %v, %v", text, e, o, c)
		}
	}
	var c FailureClass
	if err := c.UnmarshalText([]byte("Odd")); err.Error() != `fallback: unknown value of FailureClass "Odd"` {
		t.Error(err)
	}
	for _, broken := range []interface{ MarshalText() ([]byte, error) }{Outcome(3), FailureClass(3), Event(255)} {
		if text, err := broken.MarshalText(); err == nil {
			t.Errorf("%v marshals as %s", broken, text)
		}
	}
}

func TestTransitions(t *testing.T) {
	list := Transitions()
	if list[0] != (Transition{From: StateIdle, Event: EventRequestReceived, To: StateSelecting}) ||
		list[1] != (Transition{From: StateSelecting, Event: EventSelect, To: StateAttempting, Guard: "remaining > 0"}) {
		t.Errorf("the first transitions are %+v", list[:2])
	}
}
