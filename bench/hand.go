package bench

import "errors"

// A careful handwritten version of the machine: a switch over the state inside a switch over
// the event.

type handState uint8

const (
	handIdle handState = iota
	handSelecting
	handAttempting
	handRetrying
	handSucceeded
	handExhausted
	handAborted
)

type handEvent uint8

const (
	handRequest handEvent = iota
	handSelect
	handSuccess
	handTransient
	handRecoverable
	handFatal
	handRetry
	handCancel
)

var errIllegal = errors.New("illegal transition")

type hand struct {
	providers, maxRetries int
	state                 handState
	remaining, retries    int
}

//go:noinline
func (m *hand) fire(e handEvent) error {
	switch m.state {
	case handIdle:
		if e == handRequest {
			m.state = handSelecting
			return nil
		}
	case handSelecting:
		if e == handSelect {
			if m.remaining > 0 {
				m.remaining--
				m.retries = 0
				m.state = handAttempting
			} else {
				m.state = handExhausted
			}
			return nil
		}
	case handAttempting:
		switch e {
		case handSuccess:
			m.state = handSucceeded
			return nil
		case handTransient:
			m.state = handRetrying
			return nil
		case handRecoverable:
			m.state = handSelecting
			return nil
		case handFatal, handCancel:
			m.state = handAborted
			return nil
		}
	case handRetrying:
		switch e {
		case handRetry:
			if m.retries < m.maxRetries {
				m.retries++
				m.state = handAttempting
			} else {
				m.state = handSelecting
			}
			return nil
		case handCancel:
			m.state = handAborted
			return nil
		}
	}
	return errIllegal
}
