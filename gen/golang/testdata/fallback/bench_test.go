package fallback

import "testing"

// run takes the longest path of one machine, and starts again.
func (m *Machine) again() { m.state, m.remaining = StateSelecting, m.params.Providers }

func BenchmarkGenerated(b *testing.B) {
	m, err := New(Params{Providers: 3, MaxRetries: 2})
	if err != nil {
		b.Fatal(err)
	}
	m.again()
	for range b.N {
		switch m.State() {
		case StateSelecting:
			err = m.Select()
		case StateAttempting:
			err = m.Failure(FailureClassTransient, nil)
		case StateRetrying:
			err = m.RetryReady()
		default:
			m.again()
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkHandwritten(b *testing.B) {
	m := &byHand{providers: 3, maxRetries: 2}
	m.again()
	for range b.N {
		ok := true
		switch m.State() {
		case selecting:
			ok = m.Select()
		case attempting:
			ok = m.Failure(transient, nil)
		case retrying:
			ok = m.RetryReady()
		default:
			m.again()
		}
		if !ok {
			b.Fatal("illegal")
		}
	}
}

// byHand is the machine as one writes it in a hurry: a switch a method, a
// bool for an error, no check of arguments.
type byHand struct {
	providers, maxRetries, remaining, retries int
	state                                     int
	response                                  *Response
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

func (m *byHand) again()     { m.state, m.remaining = selecting, m.providers }
func (m *byHand) State() int { return m.state }

func (m *byHand) Select() bool {
	switch m.state {
	case selecting:
		if m.remaining > 0 {
			m.remaining--
			m.retries = 0
			m.state = attempting
		} else {
			m.state = exhausted
		}
		return true
	}
	return false
}

func (m *byHand) Failure(class int, err error) bool {
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
		return true
	}
	return false
}

func (m *byHand) RetryReady() bool {
	switch m.state {
	case retrying:
		if m.retries < m.maxRetries {
			m.retries++
			m.state = attempting
		} else {
			m.state = selecting
		}
		return true
	}
	return false
}
