package drive

import (
	"context"
	"errors"
	"sync"

	"github.com/fsmgen/fsmgen/fsm"
)

// Inbox hands events from other goroutines to a run that drives a machine of the type M, which makes their steps. Before the
// run begins, events wait for it. An Inbox can be that of several runs, one after the other. The zero value is ready for use.
// Do not copy an Inbox.
type Inbox[M any] struct {
	lock      sync.Mutex // protects what follows
	phase     phase
	letters   []*letter[M]            // in the order in which they came
	news      chan struct{}           // gets a value when a letter comes; nil: nobody has waited
	interrupt context.CancelCauseFunc // ends the context of the handler's method, if one is called
	any       bool                    // any letter interrupts the method, as it loses nothing
}

// phase says whether an inbox has a run.
type phase uint8

const (
	before phase = iota
	during
	after
)

// letter is an event that has been sent, and what became of it.
type letter[M any] struct {
	event  func(*M) error
	urgent bool          // it interrupts the method of the handler
	done   chan struct{} // is closed when err is known
	err    error
}

// Send has the run call event with the machine, to which event sends an event, and returns the error of event. The run does
// that before it calls a method of the handler, or while the method for the present state waits, because it has returned nil
// and nil; in a state with regions, at once. If ctx ends before that, the event is not sent, and the error is the cause. If the
// run ends before that, or has ended, or if event panics, the error is [fsm.ErrRunEnded]. A run that refuses its arguments has not
// begun, so that Send waits for the next one. Do not call Send in the goroutine of the run, in which
// outputs, observers, and most methods of the handler are called: it would wait for itself.
func (b *Inbox[M]) Send(ctx context.Context, event func(*M) error) error {
	return b.send(ctx, event, false)
}

// Interrupt is like [Inbox.Send], and also ends the context of the handler's method that is running, with [fsm.ErrInterrupted]
// as the cause. If the method then returns no event, or an error that comes from its context, the event is sent. A method
// whose state is not left by that is called again.
func (b *Inbox[M]) Interrupt(ctx context.Context, event func(*M) error) error {
	return b.send(ctx, event, true)
}

// send puts a letter into the inbox, and waits until it is handled.
func (b *Inbox[M]) send(ctx context.Context, event func(*M) error, urgent bool) error {
	if ctx == nil || event == nil {
		return errors.New("fsm: nothing is sent: the context or the event is nil")
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	l := &letter[M]{event: event, urgent: urgent, done: make(chan struct{}), err: fsm.ErrRunEnded}
	b.put(l)
	select {
	case <-l.done:
	case <-ctx.Done():
		if b.withdraw(l) {
			return context.Cause(ctx)
		}
		<-l.done
	}
	return l.err
}

// put puts a letter into the inbox, or returns it if the run has ended.
func (b *Inbox[M]) put(l *letter[M]) {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.phase == after {
		close(l.done)
		return
	}
	b.letters = append(b.letters, l)
	if b.interrupt != nil && (b.any || l.urgent) {
		b.interrupt(fsm.ErrInterrupted)
	}
	if b.news != nil {
		select {
		case b.news <- struct{}{}:
		default: // somebody will look anyway
		}
	}
}

// withdraw takes a letter back, and reports whether it was there.
func (b *Inbox[M]) withdraw(l *letter[M]) bool {
	b.lock.Lock()
	defer b.lock.Unlock()
	for i := range b.letters {
		if b.letters[i] == l {
			b.letters = append(b.letters[:i:i], b.letters[i+1:]...)
			return true
		}
	}
	return false
}

// join makes the inbox that of a run.
func (b *Inbox[M]) join() error {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.phase == during {
		return errors.New("fsm: the inbox is that of another run")
	}
	b.phase = during
	return nil
}

// leave returns all letters, because the run ends.
func (b *Inbox[M]) leave() {
	b.lock.Lock()
	defer b.lock.Unlock()
	b.phase = after
	for _, l := range b.letters {
		close(l.done)
	}
	b.letters = nil
}

// watch sets what a letter calls, if it is not nil: an urgent one, or any.
func (b *Inbox[M]) watch(interrupt context.CancelCauseFunc, any bool) {
	b.lock.Lock()
	defer b.lock.Unlock()
	b.interrupt, b.any = interrupt, any
	for _, l := range b.letters {
		if interrupt != nil && (any || l.urgent) {
			interrupt(fsm.ErrInterrupted)
			return
		}
	}
}

// await waits for a letter, and reports false if the context ends. No letter comes to an inbox that is nil.
func (b *Inbox[M]) await(ctx context.Context) bool {
	if b == nil {
		<-ctx.Done()
		return false
	}
	for ctx.Err() == nil {
		news := b.arrival()
		if news == nil {
			return true
		}
		select {
		case <-news:
		case <-ctx.Done():
		}
	}
	return false
}

// arrival returns a channel that gets a value when a letter comes, or nil if one is there.
func (b *Inbox[M]) arrival() <-chan struct{} {
	b.lock.Lock()
	defer b.lock.Unlock()
	if len(b.letters) > 0 {
		return nil
	}
	if b.news == nil {
		b.news = make(chan struct{}, 1)
	}
	return b.news
}

// deliver handles the first letter. It reports false if there is none.
func (b *Inbox[M]) deliver(m *M) bool {
	l := b.first()
	if l == nil {
		return false
	}
	defer close(l.done) // also if the event panics
	l.err = l.event(m)
	return true
}

// first takes the first letter, or returns nil.
func (b *Inbox[M]) first() *letter[M] {
	b.lock.Lock()
	defer b.lock.Unlock()
	if len(b.letters) == 0 {
		return nil
	}
	l := b.letters[0]
	b.letters = b.letters[1:]
	return l
}
