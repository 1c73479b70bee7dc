//go:build unix

package fallback

import (
	"errors"
	"syscall"
	"testing"
)

// The two benchmarks take the longest run of a machine again and again, one
// event an iteration. They report processor time, which the load of the
// computer disturbs less than the time of day.

func BenchmarkGenerated(b *testing.B) {
	m, err := New(Params{Providers: 3, MaxRetries: 2})
	if err != nil {
		b.Fatal(err)
	}
	start := processorTime()
	for range b.N {
		switch m.State() {
		case StateIdle:
			err = m.RequestReceived(nil)
		case StateSelecting:
			err = m.Select()
		case StateAttempting:
			err = m.Failure(FailureClassTransient, nil)
		case StateRetrying:
			err = m.RetryReady()
		default:
			m.state, m.remaining = StateIdle, m.params.Providers
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(processorTime()-start)/float64(b.N), "cpu-ns/op")
}

func BenchmarkHandwritten(b *testing.B) {
	m := newByHand(3, 2)
	var err error
	start := processorTime()
	for range b.N {
		switch m.State() {
		case idle:
			err = m.RequestReceived(nil)
		case selecting:
			err = m.Select()
		case attempting:
			err = m.Failure(transient, nil)
		case retrying:
			err = m.RetryReady()
		default:
			m.state, m.remaining = idle, m.providers
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(processorTime()-start)/float64(b.N), "cpu-ns/op")
}

func processorTime() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

// byHand is the machine as one writes it without a generator: a switch in each
// method, one error for all that is illegal, no check of arguments.
type byHand struct {
	providers, maxRetries, remaining, retries int
	state                                     int
}

const (
	idle = iota
	selecting
	attempting
	retrying
	succeeded
	exhausted
	aborted
)

const (
	transient = iota
	recoverable
)

var errIllegal = errors.New("illegal transition")

func newByHand(providers, maxRetries int) *byHand {
	return &byHand{providers: providers, maxRetries: maxRetries, remaining: providers}
}

func (m *byHand) State() int { return m.state }

func (m *byHand) RequestReceived(request *Request) error {
	switch m.state {
	case idle:
		m.state = selecting
	default:
		return errIllegal
	}
	return nil
}

func (m *byHand) Select() error {
	switch m.state {
	case selecting:
		if m.remaining > 0 {
			m.remaining--
			m.retries = 0
			m.state = attempting
		} else {
			m.state = exhausted
		}
	default:
		return errIllegal
	}
	return nil
}

func (m *byHand) Failure(class int, err error) error {
	switch m.state {
	case attempting:
		switch class {
		case transient:
			m.state = retrying
		case recoverable:
			m.state = selecting
		default:
			m.state = aborted
		}
	default:
		return errIllegal
	}
	return nil
}

func (m *byHand) RetryReady() error {
	switch m.state {
	case retrying:
		if m.retries < m.maxRetries {
			m.retries++
			m.state = attempting
		} else {
			m.state = selecting
		}
	default:
		return errIllegal
	}
	return nil
}
