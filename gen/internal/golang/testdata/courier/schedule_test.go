package courier

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// byHand is the host of a machine that a test drives by hand. It notes the calls that start.
type byHand struct{ started []string }

func (r *byHand) note(format string, args ...any) {
	r.started = append(r.started, fmt.Sprintf(format, args...))
}

func (*byHand) Noted(string)                              {}
func (*byHand) Now() time.Time                            { return time.Now() }
func (*byHand) StartTimer(Timer, int, time.Duration)      {}
func (*byHand) StopTimer(Timer, int)                      {}
func (*byHand) StopCall(Call, int)                        {}
func (r *byHand) StartFetch(_ int, url string, tries int) { r.note("fetch %s %d", url, tries) }
func (r *byHand) StartLog(_ int, text string)             { r.note("log %s", text) }
func (r *byHand) StartCheck(_ int, text string)           { r.note("check %s", text) }
func (r *byHand) StartSignature(_, people int)            { r.note("signature %d", people) }

// reply is what ends a call.
type reply struct {
	text string
	ok   bool
	err  error
}

// schedule is a run whose calls and methods end when the test says so, beside a machine that the test
// drives by hand.
type schedule struct {
	r        *rand.Rand
	replies  [4]chan reply
	reading  chan func(InReading) (AfterReading, error)
	hand     *Machine
	notes    *byHand
	canceled bool
}

func (s *schedule) wait(ctx context.Context, c Call) (reply, error) {
	select {
	case r := <-s.replies[c]:
		return r, r.err
	case <-ctx.Done():
		return reply{}, ctx.Err()
	}
}

// send gives the machine of the test a result.
func (s *schedule) send(c Call, r reply) error {
	var number [4]int
	number[CallFetch], _, _, _ = s.hand.FetchCall()
	number[CallLog], _, _ = s.hand.LogCall()
	number[CallCheck], _, _ = s.hand.CheckCall()
	number[CallSignature], _, _ = s.hand.SignatureCall()
	n := number[c]
	switch {
	case c == CallFetch && r.err != nil:
		return s.hand.FetchError(n, r.err)
	case c == CallFetch:
		return s.hand.FetchDone(n, r.text)
	case c == CallLog && r.err != nil:
		return s.hand.LogError(n, r.err)
	case c == CallLog:
		return s.hand.LogDone(n)
	case c == CallCheck && r.err != nil:
		return s.hand.CheckError(n, r.err)
	case c == CallCheck:
		return s.hand.CheckDone(n, r.text, r.ok)
	case r.ok:
		return s.hand.SignatureSigned(n, r.text)
	}
	return s.hand.SignatureRefused(n)
}

// end ends some calls at once, and then the method of Reading, which has not heeded its context. The
// results count in the order of the spec as long as their calls run.
func (s *schedule) end(t *testing.T) {
	calls := s.hand.Calls()
	s.r.Shuffle(len(calls), func(i, j int) { calls[i], calls[j] = calls[j], calls[i] })
	calls = calls[:1+s.r.IntN(len(calls))]
	if s.hand.State() != StateReading {
		calls = calls[:1] // nothing keeps Run from looking between two
	}
	var ended [4]*reply
	for _, c := range calls {
		r := reply{text: []string{"", "a", "b"}[s.r.IntN(3)], ok: s.r.IntN(3) > 0}
		if c != CallSignature && s.r.IntN(3) == 0 {
			r.err = errBoom
		}
		ended[c] = &r
		s.replies[c] <- r
	}
	synctest.Wait()
	if s.hand.State() == StateReading {
		s.reading <- func(InReading) (AfterReading, error) { return nil, nil }
	}
	for c, r := range ended {
		if r != nil && slices.Contains(s.hand.Calls(), Call(c)) {
			if err := s.send(Call(c), *r); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// next does something, in the run and by hand.
func (s *schedule) next(t *testing.T, cancel context.CancelCauseFunc) {
	before := s.hand.State()
	calls, timers, reading := s.hand.Calls(), s.hand.Timers(), before == StateReading
	switch n := s.r.IntN(12); {
	case n < 6 && len(calls) > 0:
		s.end(t)
	case n < 8 && len(timers) > 0:
		due, _ := s.hand.Due(timers[0])
		time.Sleep(time.Until(due))
		want(t, "Fire", expire(s.hand, timers[0]), nil)
	case n < 10 && reading:
		if s.r.IntN(3) > 0 {
			s.reading <- func(in InReading) (AfterReading, error) { return in.Accept() }
			want(t, "Accept", s.hand.Accept(), nil)
		} else {
			s.reading <- func(in InReading) (AfterReading, error) { return in.Refuse() }
			want(t, "Refuse", s.hand.Refuse(), nil)
		}
	case n == 11 && !s.canceled && !reading:
		s.canceled = true
		cancel(errGone)
	}
	if s.canceled && s.hand.State() != StateComparing && s.hand.Can(EventCancelled) {
		if before == StateComparing { // the call of Signing does not begin, because the context comes first
			s.notes.started = s.notes.started[:len(s.notes.started)-1]
		}
		want(t, "Cancelled", s.hand.Cancelled(errGone), nil)
	}
}

// TestRunSchedules compares runs with machines that are driven by hand: the states, the calls that are
// made, with their arguments, and those that still run.
func TestRunSchedules(t *testing.T) {
	ends := map[State]int{}
	for seed := range uint64(400) {
		synctest.Test(t, func(t *testing.T) {
			s := &schedule{r: rand.New(rand.NewPCG(seed, 1)), reading: make(chan func(InReading) (AfterReading, error)), notes: &byHand{}}
			for c := range s.replies {
				s.replies[c] = make(chan reply)
			}
			ends[s.compare(t)]++
			if t.Failed() {
				t.Fatalf("with seed %d", seed)
			}
		})
	}
	for _, state := range []State{StateDone, StateFailed, StateStopped} {
		if ends[state] < 10 {
			t.Errorf("%d runs end in %v, want more", ends[state], state)
		}
	}
}

// compare makes a run, and returns the state in which it ends.
func (s *schedule) compare(t *testing.T) State {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	h := &host{
		fetch: func(ctx context.Context, _ string, _ int) (string, error) {
			r, err := s.wait(ctx, CallFetch)
			return r.text, err
		},
		log: func(ctx context.Context) error { _, err := s.wait(ctx, CallLog); return err },
		check: func(ctx context.Context) (string, bool, error) {
			r, err := s.wait(ctx, CallCheck)
			return r.text, r.ok, err
		},
		signature: func(ctx context.Context, _ int) (SignatureResult, error) {
			r, err := s.wait(ctx, CallSignature)
			switch {
			case err != nil:
				return nil, err
			case r.ok:
				return SignatureSigned{By: r.text}, nil
			}
			return SignatureRefused{}, nil
		},
	}
	f := &handler{reading: func(_ context.Context, in InReading) (AfterReading, error) { return (<-s.reading)(in) }}
	var now atomic.Value
	done := make(chan error, 1)
	go func() {
		_, err := Run(ctx, DefaultParams(), h, f, WithCheckpoint(func(_ context.Context, m *Machine, _ []Step) error { now.Store(m.String()); return nil }))
		done <- err
	}()
	var err error
	if s.hand, err = New(DefaultParams(), s.notes); err != nil {
		t.Fatal(err)
	}
	want(t, "Ask", s.hand.Ask("here"), nil)
	for !s.hand.State().Terminal() {
		synctest.Wait()
		want(t, "machine", now.Load(), any(s.hand.String()))
		want(t, "calls that run", h.now(), len(s.hand.Calls()))
		if t.Failed() {
			cancel(nil)
			return s.hand.State()
		}
		s.next(t, cancel)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	want(t, "machine", now.Load(), any(s.hand.String()))
	slices.Sort(h.made) // calls that begin together do so in any order
	slices.Sort(s.notes.started)
	want(t, "made", h.made, s.notes.started)
	return s.hand.State()
}

// expire raises the event of the latest start of a timer.
func expire(m *Machine, t Timer) error {
	start, _ := m.TimerStart(t)
	return m.Fire(t, start)
}
