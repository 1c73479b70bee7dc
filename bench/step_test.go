package bench

import (
	"context"
	"errors"
	"testing"
	"unsafe"

	"github.com/fsmgen/fsmgen/bench/fallback"
)

const (
	providers   = 3
	maxRetries  = 2
	transitions = providers*(2*maxRetries+3) + 2
)

// script is the longest run: every provider fails as often as possible.
func script() []handEvent {
	out := []handEvent{handRequest}
	for range providers {
		out = append(out, handSelect)
		for range maxRetries + 1 {
			out = append(out, handTransient, handRetry)
		}
	}
	return append(out, handSelect)
}

func TestScript(t *testing.T) {
	if n := len(script()); n != transitions {
		t.Fatalf("the script has %d events, want %d", n, transitions)
	}
	m := hand{providers, maxRetries, handIdle, providers, 0}
	g, err := fallback.New(fallback.Params{Providers: providers, MaxRetries: maxRetries})
	if err != nil {
		t.Fatal(err)
	}
	c := counts{providers, 0, maxRetries}
	s := newStateless(&c)
	d := counts{providers, 0, maxRetries}
	f := newFluo(&d)
	if err := f.Start(); err != nil {
		t.Fatal(err)
	}
	for _, e := range script() {
		if err := m.fire(e); err != nil {
			t.Fatal(err)
		}
		if err := send(g, e); err != nil {
			t.Fatal(err)
		}
		if err := s.Fire(names[e]); err != nil {
			t.Fatal(err)
		}
		f.SendEvent(names[e], nil)
	}
	if m.state != handExhausted || g.State() != fallback.StateExhausted || s.MustState() != "Exhausted" || f.CurrentState() != "Exhausted" {
		t.Errorf("hand %d, generated %v, stateless %v, fluo %v", m.state, g.State(), s.MustState(), f.CurrentState())
	}
}

var names = map[handEvent]string{handRequest: "RequestReceived", handSelect: "Select", handTransient: "Transient", handRetry: "RetryReady"}

// send calls the method for an event.
func send(m *fallback.Machine, e handEvent) error {
	switch e {
	case handRequest:
		return m.RequestReceived(nil)
	case handSelect:
		return m.Select()
	case handTransient:
		return m.Failure(fallback.FailureClassTransient, nil)
	}
	return m.RetryReady()
}

// BenchmarkRun runs the whole script; compare ns/transition.
func BenchmarkRun(b *testing.B) {
	run := func(name string, f func(b *testing.B)) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			f(b)
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*transitions), "ns/transition")
		})
	}
	events := script()
	run("hand-written switch", func(b *testing.B) {
		for b.Loop() {
			m := hand{providers, maxRetries, handIdle, providers, 0}
			for _, e := range events {
				if m.fire(e) != nil {
					b.Fatal("illegal")
				}
			}
		}
	})
	run("fsmgen", func(b *testing.B) {
		start, err := fallback.New(fallback.Params{Providers: providers, MaxRetries: maxRetries})
		if err != nil {
			b.Fatal(err)
		}
		m := *start
		for b.Loop() {
			m = *start
			for _, e := range events {
				if send(&m, e) != nil {
					b.Fatal("illegal")
				}
			}
		}
	})
	run("fsmgen typed states", func(b *testing.B) {
		p := fallback.Params{Providers: providers, MaxRetries: maxRetries}
		for b.Loop() {
			begun, err := fallback.Begin(p)
			if err != nil {
				b.Fatal(err)
			}
			var in fallback.AnyState = begun
			for err == nil {
				switch s := in.(type) {
				case fallback.InIdle:
					in, err = s.RequestReceived(nil)
				case fallback.InSelecting:
					in, err = s.Select()
				case fallback.InAttempting:
					in, err = s.Failure(fallback.FailureClassTransient, nil)
				case fallback.InRetrying:
					in, err = s.RetryReady()
				default:
					err = errEnd
				}
			}
			if in.State() != fallback.StateExhausted {
				b.Fatal(err)
			}
		}
	})
	run("fsmgen Run", func(b *testing.B) {
		p := fallback.Params{Providers: providers, MaxRetries: maxRetries}
		ctx := context.Background()
		for b.Loop() {
			end, err := fallback.Run(ctx, p, failing{})
			if err != nil || end.State() != fallback.StateExhausted {
				b.Fatal(end, err)
			}
		}
	})
	run("looplab", func(b *testing.B) {
		m := newLooplab()
		ctx := context.Background()
		for b.Loop() {
			m.SetState("Idle")
			remaining, retries := providers, 0
			for _, e := range events {
				name := names[e]
				switch {
				case e == handSelect && remaining == 0:
					name = "SelectNone"
				case e == handSelect:
					remaining--
					retries = 0
				case e == handRetry && retries >= maxRetries:
					name = "RetryExhausted"
				case e == handRetry:
					retries++
				}
				if err := m.Event(ctx, name); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	run("stateless", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			c := counts{providers, 0, maxRetries}
			m := newStateless(&c)
			b.StartTimer()
			for _, e := range events {
				if err := m.Fire(names[e]); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	run("fluo", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			c := counts{providers, 0, maxRetries}
			m := newFluo(&c)
			if err := m.Start(); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
			for _, e := range events {
				m.SendEvent(names[e], nil)
			}
		}
	})
}

// errEnd ends the loop over typed states.
var errEnd = errors.New("the end")

// failing is the script for Run: every attempt fails.
type failing struct{}

func (failing) Idle(_ context.Context, s fallback.InIdle) (fallback.AfterIdle, error) {
	return s.RequestReceived(nil)
}

func (failing) Selecting(_ context.Context, s fallback.InSelecting) (fallback.AfterSelecting, error) {
	return s.Select()
}

func (failing) Attempting(_ context.Context, s fallback.InAttempting) (fallback.AfterAttempting, error) {
	return s.Failure(fallback.FailureClassTransient, nil)
}

func (failing) Retrying(_ context.Context, s fallback.InRetrying) (fallback.AfterRetrying, error) {
	return s.RetryReady()
}

// byHand has the fields that every implementation of the machine needs.
type byHand struct {
	params             fallback.Params
	state              fallback.State
	remaining, retries int
	response           *fallback.Response
}

// TestSize logs how many more bytes a machine takes than necessary.
func TestSize(t *testing.T) {
	var h byHand
	fields := unsafe.Sizeof(h.params) + unsafe.Sizeof(h.state) + unsafe.Sizeof(h.remaining) + unsafe.Sizeof(h.retries) + unsafe.Sizeof(h.response)
	size := unsafe.Sizeof(fallback.Machine{})
	t.Logf("a machine has %d bytes, %d over its fields (%d) and %d over a struct of these (%d)", size, size-fields, fields, size-unsafe.Sizeof(h), unsafe.Sizeof(h))
	if size > 2*fields {
		t.Errorf("a machine has %d bytes for fields of %d", size, fields)
	}
}

// BenchmarkIllegal sends an event that is illegal in the state.
func BenchmarkIllegal(b *testing.B) {
	b.Run("hand-written switch", func(b *testing.B) {
		b.ReportAllocs()
		m := hand{}
		for b.Loop() {
			if m.fire(handRetry) == nil {
				b.Fatal("legal")
			}
		}
	})
	b.Run("fsmgen", func(b *testing.B) {
		b.ReportAllocs()
		m, err := fallback.New(fallback.Params{Providers: providers, MaxRetries: maxRetries})
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if m.RetryReady() == nil {
				b.Fatal("legal")
			}
		}
	})
	b.Run("fsmgen, error kept", func(b *testing.B) {
		b.ReportAllocs()
		m, err := fallback.New(fallback.Params{Providers: providers, MaxRetries: maxRetries})
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if err = retry(m); err == nil {
				b.Fatal("legal")
			}
		}
	})
}

// retry is not inlined, so that its error escapes.
//
//go:noinline
func retry(m *fallback.Machine) error { return m.RetryReady() }
