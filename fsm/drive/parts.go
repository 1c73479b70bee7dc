package drive

import (
	"context"
	"sync"

	"github.com/fsmgen/fsmgen/fsm"
)

// Parts call the methods of a handler H for the parts of states with regions of a machine M with states S, side by side. A
// part is the state itself, or a state that is active in a region. Each has a name, and a place that it shares with those that
// are never active at the same time.
type Parts[M, H any, S fsm.Constant] struct {
	// Places is how many places there are.
	Places int
	// Active writes the name of the active part of each place, where there is one, and reports whether the machine is in a
	// state with parts.
	Active func(m *M, active []string) bool
	// Entered returns how often the machine has entered the parts of a place, where that is counted; nil: nowhere.
	Entered func(m *M, place int) uint64
	// Call calls the method for a part, with the values of a copy of the machine, and returns what sends the event that it
	// has returned, or nil.
	Call func(ctx context.Context, h H, part string, at *M) (func(*M) error, error)

	machine *M
	handler H
	steps   *uint64
	here    bool       // the machine is in a state with parts
	active  []string   // the active part of each place; "": none
	calls   []*part[M] // of the active parts; nil: the method is not called
	begun   sync.WaitGroup
	news    chan struct{} // gets a value when a method has returned

	lock    sync.Mutex // protects what follows, and done of calls
	crashed *part[M]   // a call that has panicked
}

// part is a call of a method for a part.
type part[M any] struct {
	name    string
	entered uint64          // how often the machine had entered the part
	steps   uint64          // the transitions that the machine had made
	work    context.Context // ends with the run
	cancel  context.CancelCauseFunc
	done    bool
	send    func(*M) error // sends the event, or panics as the method has; nil: there is no event
	err     error
}

// join sets the machine that is driven.
func (ps *Parts[M, H, S]) join(m *M, h H, steps *uint64) {
	ps.machine, ps.handler, ps.steps = m, h, steps
	ps.active, ps.calls = make([]string, ps.Places), make([]*part[M], ps.Places)
	ps.news = make(chan struct{}, 1)
}

// leave looks which parts are active, and ends the contexts of the methods whose parts the machine has left. What they return
// is dropped.
func (ps *Parts[M, H, S]) leave() {
	clear(ps.active)
	ps.here = ps.Active(ps.machine, ps.active)
	for i, p := range ps.calls {
		if p != nil && (p.name != ps.active[i] || p.entered != ps.entered(i)) {
			p.cancel(&fsm.StateLeftError[S]{State: p.name})
			ps.calls[i] = nil
		}
	}
}

// entered returns how often the machine has entered the parts of a place.
func (ps *Parts[M, H, S]) entered(place int) uint64 {
	if ps.Entered == nil {
		return 0
	}
	return ps.Entered(ps.machine, place)
}

// any reports whether a part is active that has a method.
func (ps *Parts[M, H, S]) any() bool {
	for _, name := range ps.active {
		if name != "" {
			return true
		}
	}
	return false
}

// serve calls the methods for the active parts, unless they still run, until one has returned an event that makes a
// transition, or none runs, or ctx ends. If work has ended, it waits for the methods, whose contexts have ended too. The bool
// reports whether a method has returned an event, which has been sent, or an error. Anew says that those that wait are called again.
func (ps *Parts[M, H, S]) serve(ctx, work context.Context, anew bool) (bool, error) {
	ps.again(*ps.steps, anew)
	for {
		ends := work.Err() != nil
		if !ends {
			ps.again(*ps.steps, false)
			ps.launch(work)
		}
		p, running := ps.first(ends)
		switch {
		case p != nil:
			steps, err := *ps.steps, p.err
			if p.send != nil {
				err = p.send(ps.machine)
			}
			if p.send != nil && *ps.steps == steps && p.steps != steps { // the method did not know of another part's transition
				continue
			}
			return true, err
		case !running:
			return false, nil
		}
		select {
		case <-ps.news:
		case <-ctx.Done():
			if work.Err() == nil {
				return false, nil
			}
			<-ps.news
		}
	}
}

// again forgets the methods that have returned no event, so that they are called again: all, or those that were called before
// the last of so many transitions.
func (ps *Parts[M, H, S]) again(steps uint64, all bool) {
	ps.lock.Lock()
	defer ps.lock.Unlock()
	for i, p := range ps.calls {
		if p != nil && p.done && p.send == nil && p.err == nil && (all || p.steps != steps) {
			ps.calls[i] = nil
		}
	}
}

// launch calls the methods for the active parts that are not called yet, with the present values.
func (ps *Parts[M, H, S]) launch(work context.Context) {
	var at *M
	for i, name := range ps.active {
		if name == "" || ps.calls[i] != nil {
			continue
		}
		if at == nil {
			present := *ps.machine
			at = &present
		}
		p := &part[M]{name: name, entered: ps.entered(i), steps: *ps.steps, work: work}
		ps.calls[i] = p
		var ctx context.Context
		ctx, p.cancel = context.WithCancelCause(work)
		ps.begun.Go(func() { ps.perform(ctx, p, at) })
	}
}

// perform calls a method. An error that comes from the end of the context is no result.
func (ps *Parts[M, H, S]) perform(ctx context.Context, p *part[M], at *M) {
	returned := false
	defer func() {
		if !returned {
			ps.end(p, true, again[M](recover()), nil)
		}
	}()
	send, err := ps.Call(ctx, ps.handler, p.name, at)
	returned = true
	if err != nil {
		send = nil
	}
	if ends(ctx, err) {
		err = nil
	}
	ps.end(p, false, send, err)
}

// end notes that a method has returned.
func (ps *Parts[M, H, S]) end(p *part[M], crashed bool, send func(*M) error, err error) {
	p.cancel(nil)
	ps.lock.Lock()
	defer ps.lock.Unlock()
	p.done, p.send, p.err = true, send, err
	if crashed && ps.crashed == nil {
		ps.crashed = p
	}
	select {
	case ps.news <- struct{}{}:
	default: // somebody will look anyway
	}
}

// first returns the first call that has an event or an error, which it forgets, or one that has panicked, or nil. The bool
// reports whether a method runs, or must be called again after a transition, unless the run ends.
func (ps *Parts[M, H, S]) first(ends bool) (p *part[M], running bool) {
	ps.lock.Lock()
	defer ps.lock.Unlock()
	if p = ps.crashed; p != nil {
		ps.crashed = nil
		return p, false
	}
	for i, p := range ps.calls {
		switch {
		case p == nil:
		case p.done && (p.send != nil || p.err != nil):
			ps.calls[i] = nil
			return p, false
		case !p.done || p.steps != *ps.steps && !ends:
			running = true
		}
	}
	return nil, running
}

// late reports whether a method whose context has ended with that of the run runs, or has returned what is not handled yet.
func (ps *Parts[M, H, S]) late() bool {
	ps.lock.Lock()
	defer ps.lock.Unlock()
	for _, p := range ps.calls {
		if p != nil && p.work.Err() != nil && (!p.done || p.send != nil || p.err != nil) {
			return true
		}
	}
	return ps.crashed != nil
}

// close ends the contexts of all methods, and waits until they have returned. A panic of one of them continues here.
func (ps *Parts[M, H, S]) close(cause error) {
	for _, p := range ps.calls {
		if p != nil {
			p.cancel(cause)
		}
	}
	ps.begun.Wait()
	if ps.crashed != nil {
		_ = ps.crashed.send(ps.machine)
	}
}
