package parcel

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// post is a host that writes down what it is told. It calls during, if that is set, for each call and
// output, and panics when it is told broken.
type post struct {
	lines  []string
	during func()
	broken string
	now    time.Time
}

func (p *post) say(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	p.lines = append(p.lines, line)
	if p.during != nil {
		p.during()
	}
	if line == p.broken {
		panic("broken")
	}
}

func (p *post) Cheap(cents int) bool                       { return cents < 100 }
func (p *post) Note(text string, round int)                { p.say("%s %d", text, round) }
func (p *post) Now() time.Time                             { return p.now }
func (p *post) StartTimer(t Timer, _ int, _ time.Duration) { p.say("start %v", t) }
func (p *post) StopTimer(t Timer, _ int)                   { p.say("stop %v", t) }
func (p *post) StartQuote(call int, a *Address, size Size) {
	street := "nowhere"
	if a != nil {
		street = a.Street
	}
	p.say("quote %d %s %v", call, street, size)
}

func (p *post) StartScale(call, round int, urgent bool) { p.say("scale %d %d %t", call, round, urgent) }
func (p *post) StartSticker(call int)                   { p.say("label %d", call) }
func (p *post) StartPayment(call, cents, retries int) {
	p.say("Payment %d %d %d", call, cents, retries)
}
func (p *post) StopCall(c Call, call int) { p.say("stop %v %d", c, call) }

// told returns what the host was told since the last call.
func (p *post) told() string {
	lines := p.lines
	p.lines = nil
	return strings.Join(lines, ", ")
}

// quoting returns a new machine, which has said that it begins.
func quoting(t *testing.T) (*Machine, *post) {
	t.Helper()
	p := &post{}
	m, err := New(DefaultParams(), p)
	if got, want := p.told(), "ask 0, start Quoting.Late, quote 1 nowhere Small"; err != nil || got != want {
		t.Fatalf("%v, told %q, want %q", err, got, want)
	}
	return m, p
}

// packing returns a machine in Filling, and closing one in Closing.
func packing(t *testing.T) (*Machine, *post) {
	t.Helper()
	m, p := quoting(t)
	want(t, p, m.QuoteDone(1, 5, SizeLarge), "stop Quoting.Late, asked 0, cheap 0, start Packing.Late, scale 1 0 false, label 1")
	return m, p
}

func closing(t *testing.T) (*Machine, *post) {
	t.Helper()
	m, p := packing(t)
	want(t, p, m.Next(), "Payment 1 2 1")
	return m, p
}

// want checks that an event was handled, and what the host was told.
func want(t *testing.T, p *post, err error, told string) {
	t.Helper()
	if got := p.told(); err != nil || got != told {
		t.Fatalf("error %v, told %q, want %q", err, got, told)
	}
}

// refused checks that a result was refused, and nothing was changed.
func refused(t *testing.T, m *Machine, p *post, c Call, number int, send func() error) {
	t.Helper()
	before, err := m.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	err = send()
	after, err2 := m.MarshalJSON()
	var stale *StaleCallError
	if !errors.As(err, &stale) || *stale != (StaleCallError{State: m.State(), Call: c, Number: number}) {
		t.Errorf("error %v, want that call %v, number %d, does not run in %v", err, c, number, m.State())
	}
	if got := p.told(); err2 != nil || string(before) != string(after) || got != "" {
		t.Errorf("%s became %s, told %q", before, after, got)
	}
}

func calls(m *Machine) string { return fmt.Sprint(m.Calls()) }

// TestNumbers follows the starts of calls through a run: each is one more than the one before.
func TestNumbers(t *testing.T) {
	m, p := quoting(t)
	want(t, p, m.Again(&Address{"Main"}), "stop Quoting.Late, stop quote 1, asked 0, ask 0, start Quoting.Late, quote 2 Main Small")
	fault := errors.New("no answer")
	want(t, p, m.QuoteError(2, fault), "stop Quoting.Late, asked 0, ask 1, start Quoting.Late, quote 3 Main Small")
	if m.Cause() != fault || m.Round() != 1 {
		t.Errorf("cause %v, round %d", m.Cause(), m.Round())
	}
	want(t, p, m.QuoteDone(3, 500, SizeLarge), "stop Quoting.Late, asked 1, ask 1, start Quoting.Late, quote 4 Main Large")
	want(t, p, m.Late(), "stop Quoting.Late, stop quote 4, asked 1, quote 5 Main Large")
	want(t, p, m.QuoteDone(5, 500, SizeSmall), "start Packing.Late, scale 1 1 true, label 1")
	// A call of a composite state goes on while the machine changes its state inside.
	want(t, p, m.Next(), "Payment 1 2 1")
	want(t, p, m.Next(), "")
	if call, cents, retries, ok := m.PaymentCall(); call != 1 || cents != 4 || retries != 1 || !ok {
		t.Errorf("the payment that runs is %d, %d, %d, %t", call, cents, retries, ok)
	}
	want(t, p, m.Back(), "stop Payment 1")
	if _, _, _, ok := m.PaymentCall(); ok {
		t.Error("the payment goes on")
	}
	want(t, p, m.Next(), "Payment 2 2 1")
	want(t, p, m.StickerDone(1, true), "stop Packing.Late, stop scale 1, stop Payment 2, shut 2, Payment 3 500 2")
	want(t, p, m.PaymentPaid(3, "r1"), "")
	if receipt, ok := m.Receipt(); receipt != "r1" || !ok || m.State() != StateSent || len(m.Calls()) > 0 {
		t.Errorf("receipt %q, %v, running %v", receipt, m, m.Calls())
	}
	for _, send := range []func() error{
		func() error { return m.PaymentPaid(3, "") }, func() error { return m.PaymentRefused(3) },
	} {
		refused(t, m, p, CallPayment, 3, send)
	}
}

// TestStale refuses results of starts that do not run.
func TestStale(t *testing.T) {
	m, p := quoting(t)
	var illegal *IllegalTransitionError
	if err := m.Next(); !errors.As(err, &illegal) {
		t.Errorf("Next: %v", err)
	}
	for _, n := range []int{0, -1, 2, math.MinInt, math.MaxInt} {
		refused(t, m, p, CallQuote, n, func() error { return m.QuoteDone(n, 5, SizeSmall) })
		refused(t, m, p, CallQuote, n, func() error { return m.QuoteError(n, nil) })
	}
	// An invalid argument of a result that is late does not matter, but one in time does.
	refused(t, m, p, CallQuote, 2, func() error { return m.QuoteDone(2, 5, Size(9)) })
	var invalid *InvalidPayloadError
	if err := m.QuoteDone(1, 5, Size(9)); !errors.As(err, &invalid) || invalid.Field != "size" || calls(m) != "[quote]" {
		t.Errorf("an invalid size: %v, running %v", err, m.Calls())
	}
	for c, send := range map[Call]func(int) error{
		CallScale:   func(n int) error { return m.ScaleDone(n, 0) },
		CallSticker: func(n int) error { return m.StickerError(n, nil) },
		CallPayment: func(n int) error { return m.PaymentRefused(n) },
	} {
		for _, n := range []int{0, 1, -1} { // never started
			refused(t, m, p, c, n, func() error { return send(n) })
		}
	}
	want(t, p, m.Again(nil), "stop Quoting.Late, stop quote 1, asked 0, ask 0, start Quoting.Late, quote 2 nowhere Small")
	refused(t, m, p, CallQuote, 1, func() error { return m.QuoteDone(1, 5, SizeSmall) })   // from before the restart
	refused(t, m, p, CallQuote, -1, func() error { return m.QuoteDone(-1, 5, SizeSmall) }) // as machines count it
	want(t, p, m.QuoteDone(2, 5, SizeSmall), "stop Quoting.Late, asked 0, cheap 0, start Packing.Late, scale 1 0 false, label 1")
	refused(t, m, p, CallQuote, 2, func() error { return m.QuoteDone(2, 5, SizeSmall) }) // twice
	refused(t, m, p, CallQuote, -2, func() error { return m.QuoteError(-2, nil) })
	want(t, p, m.Cancel(), "stop Packing.Late, stop scale 1, stop label 1, shut 0")
	refused(t, m, p, CallScale, 1, func() error { return m.ScaleDone(1, 9) }) // after the end
	if text := fmt.Sprint(m.ScaleDone(1, 9)); text != "parcel: call scale, number 1, does not run in state Dropped" {
		t.Error(text)
	}
}

// TestIgnored drops a result, which ends the call though the machine stays.
func TestIgnored(t *testing.T) {
	m, p := packing(t)
	steps := 0
	m.Observe(nil, func(Step) { steps++ })
	can := func(e Event, want bool) {
		t.Helper()
		if m.Can(e) != want {
			t.Errorf("Can(%v) is %t", e, !want)
		}
	}
	can(EventScaleDone, true)
	can(EventScaleError, true)
	want(t, p, m.ScaleDone(1, 2), "")
	if calls(m) != "[label]" || m.State() != StateFilling || steps > 0 {
		t.Errorf("%v, running %v, %d steps", m, m.Calls(), steps)
	}
	can(EventScaleDone, false)
	can(EventScaleError, false)
	can(EventStickerDone, true)
	if call, round, urgent, ok := m.ScaleCall(); call != 0 || round != 0 || urgent || ok {
		t.Errorf("the scale runs: %d %d %t", call, round, urgent)
	}
	refused(t, m, p, CallScale, 1, func() error { return m.ScaleDone(1, 2) })
	want(t, p, m.Next(), "Payment 1 2 1")
	refused(t, m, p, CallScale, 1, func() error { return m.ScaleError(1, nil) })
	// What has ended is not stopped, and starts with the next number.
	want(t, p, m.StickerDone(1, false), "stop Packing.Late, stop Payment 1, shut 1, ask 1, start Quoting.Late, quote 2 nowhere Large")
	want(t, p, m.QuoteDone(2, 7, SizeSmall), "stop Quoting.Late, asked 1, cheap 0, start Packing.Late, scale 2 1 true, label 2")
	want(t, p, m.ScaleDone(2, -1), "stop Packing.Late, stop label 2, shut 1, start Packing.Late, scale 3 1 true, label 3")
	if steps != 4 {
		t.Errorf("%d steps", steps)
	}
}

// TestLimit has results that come when no more transitions are left.
func TestLimit(t *testing.T) {
	p := &post{}
	m, err := New(Params{Tries: 1, Most: 4}, p)
	for range 4 {
		if err == nil {
			err = m.Again(nil)
		}
	}
	p.told()
	refused(t, m, p, CallQuote, 4, func() error { return m.QuoteDone(4, 5, SizeSmall) })
	want(t, p, err, "")
	want(t, p, m.QuoteDone(5, 5, SizeSmall), "stop Quoting.Late, asked 0")
	if m.State() != StateStuck || len(m.Calls()) > 0 {
		t.Errorf("%v, running %v", m, m.Calls())
	}
}

// TestCallTexts reads and writes calls by their names in the spec.
func TestCallTexts(t *testing.T) {
	for i, name := range []string{"quote", "scale", "label", "Payment"} {
		c, back := Call(i), Call(9)
		text, err := c.MarshalText()
		if err2 := back.UnmarshalText(text); err != nil || err2 != nil || string(text) != name || c.String() != name || back != c {
			t.Errorf("%v: %q, %v, back %v, %v", c, text, err, back, err2)
		}
	}
	c := Call(4)
	if _, err := c.MarshalText(); err == nil || c.UnmarshalText([]byte("Label")) == nil || c != 4 || c.String() != "Call(4)" {
		t.Errorf("%v, %v", c, err)
	}
}

// TestReentrant has the host send results during a step, when its calls already run.
func TestReentrant(t *testing.T) {
	m, p := quoting(t)
	errs := map[string]int{}
	p.during = func() {
		for _, err := range []error{
			m.QuoteDone(1, 5, SizeSmall), m.QuoteError(2, nil), m.ScaleDone(1, 9), m.StickerDone(1, true), m.PaymentPaid(1, ""), m.PaymentRefused(7),
		} {
			var reentrant *ReentrantError
			if !errors.As(err, &reentrant) || reentrant.State != m.State() {
				t.Errorf("during a step in %v: %v", m.State(), err)
				continue
			}
			errs[reentrant.Event.String()]++
		}
	}
	want(t, p, m.QuoteDone(1, 5, SizeSmall), "stop Quoting.Late, asked 0, cheap 0, start Packing.Late, scale 1 0 false, label 1")
	want(t, p, m.Cancel(), "stop Packing.Late, stop scale 1, stop label 1, shut 0")
	if len(errs) != 6 || errs["scaleDone"] != 10 {
		t.Errorf("%v", errs)
	}
	p.during = nil
	refused(t, m, p, CallScale, 1, func() error { return m.ScaleDone(1, 9) })

	// While an observer runs, too.
	m, p = closing(t)
	told := 0
	m.Observe(nil, func(s Step) {
		var reentrant *ReentrantError
		if err := m.PaymentPaid(2, ""); !errors.As(err, &reentrant) || s.Event != EventPaymentPaid || s.To != StatePaying {
			t.Errorf("%+v, %v", s, err)
		}
		told++
	})
	m.ObserveRefusals(nil, func(r Refusal) {
		var stale *StaleCallError
		if !errors.As(r.Err, &stale) || stale.Number != 2 || r.Event != EventPaymentPaid || r.State != StateClosing {
			t.Errorf("%+v", r)
		}
		told++
	})
	if err := m.PaymentPaid(2, ""); err == nil {
		t.Error("a payment that was never started")
	}
	p.told()
	want(t, p, m.PaymentPaid(1, ""), "stop Packing.Late, stop scale 1, stop label 1, shut 1, Payment 2 5 2")
	if told != 2 {
		t.Errorf("observers were told %d times", told)
	}
}

// TestPanic leaves a step unfinished.
func TestPanic(t *testing.T) {
	m, p := packing(t)
	p.broken = "stop scale 1"
	func() {
		defer func() { _ = recover() }()
		_ = m.Cancel()
	}()
	var reentrant *ReentrantError
	if err := m.StickerDone(1, true); !errors.As(err, &reentrant) || p.told() != "stop Packing.Late, stop scale 1" {
		t.Errorf("after a panic: %v", err)
	}
	if _, err := m.MarshalJSON(); err == nil {
		t.Error("a snapshot of an unfinished step")
	}
}

// TestBegin starts the calls of the initial state, and has no results on typed states.
func TestBegin(t *testing.T) {
	p := &post{}
	s, err := Begin(DefaultParams(), p)
	want(t, p, err, "ask 0, start Quoting.Late, quote 1 nowhere Small")
	if _, ok := any(s).(interface {
		QuoteDone(int, int, Size) error
	}); ok {
		t.Error("a typed state takes a result")
	}
	next, err := s.Late()
	if asking, ok := any(next).(InAsking); err != nil || !ok || asking.Machine() != s.Machine() {
		t.Fatalf("%v, %v", next, err)
	}
	m := s.Machine()
	if err := m.QuoteDone(2, 0, SizeSmall); err != nil {
		t.Fatal(err)
	}
	if filling, ok := m.In().(InFilling); !ok || filling.Machine() != m {
		t.Errorf("in %v", m.In())
	}
	var stale *StaleStateError
	if _, err := s.Again(nil); !errors.As(err, &stale) {
		t.Errorf("an old typed state: %v", err)
	}
}

// silent is a host that does nothing.
type silent struct{}

func (silent) Cheap(int) bool                       { return true }
func (silent) Note(string, int)                     {}
func (silent) Now() time.Time                       { return time.Time{} }
func (silent) StartTimer(Timer, int, time.Duration) {}
func (silent) StopTimer(Timer, int)                 {}
func (silent) StartQuote(int, *Address, Size)       {}
func (silent) StartScale(int, int, bool)            {}
func (silent) StartSticker(int)                     {}
func (silent) StartPayment(int, int, int)           {}
func (silent) StopCall(Call, int)                   {}

// TestNoAllocation takes steps that start, stop, and end calls.
func TestNoAllocation(t *testing.T) {
	m, err := New(Params{Tries: 1, Most: math.MaxInt}, silent{})
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() {
		call, _, _, _ := m.QuoteCall()
		err = errors.Join(m.Again(nil), m.QuoteDone(call+1, 5, SizeSmall))
		scale, _, _, _ := m.ScaleCall()
		label, _ := m.StickerCall()
		err = errors.Join(err, m.ScaleDone(scale, 0), m.Next(), m.Back(), m.StickerDone(label, false))
		if err != nil || m.State() != StateQuoting {
			panic(fmt.Sprint(m, err))
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// restored returns the machine that a snapshot with other calls describes.
func restored(t *testing.T, m *Machine, calls string) (*Machine, error) {
	t.Helper()
	text, err := m.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	rest := string(text[strings.Index(string(text), "},")+2:])
	if calls != "" {
		calls = `"calls":` + calls + ","
	}
	p := &post{}
	back, err := Restore([]byte("{"+calls+rest), p)
	if len(p.lines) > 0 {
		t.Errorf("the host was told %q", p.told())
	}
	return back, err
}

// saved returns the calls of a snapshot.
func saved(t *testing.T, m *Machine) string {
	t.Helper()
	text, err := m.MarshalJSON()
	before, ok := strings.CutPrefix(string(text), `{"calls":`)
	before, _, found := strings.Cut(before, `,"data":`)
	if err != nil || !ok || !found {
		t.Fatalf("%s, %v", text, err)
	}
	return before
}

// TestSnapshot saves how often calls have been started.
func TestSnapshot(t *testing.T) {
	m, p := closing(t)
	want(t, p, m.ScaleDone(1, 0), "")
	if got := saved(t, m); got != `{"quote":-1,"scale":-1,"label":1,"Payment":1}` {
		t.Errorf("saved %s", got)
	}
	fresh, _ := quoting(t)
	if got := saved(t, fresh); got != `{"quote":1}` {
		t.Errorf("saved %s", got)
	}
	for _, test := range []struct{ calls, want, running string }{
		{`{"quote":-1,"scale":-1,"label":1,"Payment":1}`, `{"quote":-1,"scale":-1,"label":1,"Payment":1}`, "[label Payment]"},
		{`{"label":7,"scale":-3,"Payment":-2}`, `{"scale":-3,"label":7,"Payment":-2}`, "[label]"},
		// Unknown: a call of the state has started once.
		{"", `{"scale":1,"label":1,"Payment":1}`, "[scale label Payment]"},
		{"{}", `{"scale":1,"label":1,"Payment":1}`, "[scale label Payment]"},
		{`{"scale":0,"label":-0}`, `{"scale":1,"label":1,"Payment":1}`, "[scale label Payment]"},
		// A call that the state does not have runs no longer.
		{`{"quote":4}`, `{"quote":-4,"scale":1,"label":1,"Payment":1}`, "[scale label Payment]"},
		// A call of another version.
		{`{"Label":5,"sticker":-2,"scale":2}`, `{"scale":2,"label":1,"Payment":1}`, "[scale label Payment]"},
	} {
		back, err := restored(t, m, test.calls)
		if err != nil {
			t.Errorf("%s: %v", test.calls, err)
			continue
		}
		if got := saved(t, back); got != test.want || calls(back) != test.running {
			t.Errorf("%s: restored %s, running %v, want %s", test.calls, got, back.Calls(), test.want)
		}
	}
	for calls, want := range map[string]string{
		"null":                           "snapshot: calls: want an object with the number of starts of each call",
		"[1]":                            "snapshot: calls: want an object with the number of starts of each call",
		`{"scale":null}`:                 `snapshot: call "scale": want the number of its starts, have "null"`,
		`{"scale":"1"}`:                  `snapshot: call "scale": want the number of its starts, have "\"1\""`,
		`{"scale":1.0}`:                  `snapshot: call "scale": want the number of its starts, have "1.0"`,
		`{"old":true}`:                   `snapshot: call "old": want the number of its starts, have "true"`,
		`{"scale":1,"scale":1}`:          `snapshot: duplicate call "scale"`,
		`{"old":1,"old":1}`:              `snapshot: duplicate call "old"`,
		`{"scale":99999999999999999999}`: `snapshot: call "scale": want the number of its starts, have "99999999999999999999"`,
	} {
		if back, err := restored(t, m, calls); back != nil || err == nil || err.Error() != "parcel: "+want {
			t.Errorf("%s: %v, error %v", calls, back, err)
		}
	}
}

// TestResumed continues a machine from a snapshot: the program starts the calls that run again, with the
// same numbers.
func TestResumed(t *testing.T) {
	m, _ := closing(t)
	m, err := restored(t, m, `{"quote":-3,"scale":-8,"label":2,"Payment":6}`)
	if err != nil {
		t.Fatal(err)
	}
	p := m.host.(*post)
	if call, cents, retries, ok := m.PaymentCall(); call != 6 || cents != 2 || retries != 1 || !ok {
		t.Errorf("the payment is %d, %d, %d, %t", call, cents, retries, ok)
	}
	if call, ok := m.StickerCall(); call != 2 || !ok {
		t.Errorf("the label is %d, %t", call, ok)
	}
	if call, a, size, ok := m.QuoteCall(); call != 0 || a != nil || size != SizeSmall || ok {
		t.Errorf("the quote is %d, %v, %v, %t", call, a, size, ok)
	}
	refused(t, m, p, CallPayment, 1, func() error { return m.PaymentRefused(1) })
	refused(t, m, p, CallScale, 8, func() error { return m.ScaleDone(8, 1) })
	refused(t, m, p, CallQuote, 3, func() error { return m.QuoteDone(3, 1, SizeSmall) })
	want(t, p, m.PaymentRefused(6), "")
	want(t, p, m.StickerDone(2, false), "stop Packing.Late, shut 1, ask 1, start Quoting.Late, quote 4 nowhere Large")
	want(t, p, m.QuoteDone(4, 1, SizeSmall), "stop Quoting.Late, asked 1, cheap 0, start Packing.Late, scale 9 1 true, label 3")
}

// TestLargest starts calls after the largest number, and after numbers that only forged snapshots have.
func TestLargest(t *testing.T) {
	m, _ := quoting(t)
	for _, n := range []int{math.MaxInt, math.MinInt, math.MinInt + 1} {
		m, err := restored(t, m, `{"quote":`+strconv.Itoa(n)+"}")
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(m.Calls(), CallQuote) != (n > 0) {
			t.Errorf("%d: running %v", n, m.Calls())
		}
		if err := m.Again(nil); err != nil {
			t.Fatal(err)
		}
		if call, _, _, ok := m.QuoteCall(); call != 1 || !ok {
			t.Errorf("after %d comes %d, %t", n, call, ok)
		}
	}
}
