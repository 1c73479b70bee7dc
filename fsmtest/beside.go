package fsmtest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
)

// beside is what a script knows of the methods for parts, which run side by side. One of them acts at a time, as the handler of other states
// does; the others wait, or return.
type beside struct {
	at    any         // what the method that acts has received; nil: the machine is in a state without parts
	after func(m any) // is called after the next transition
	// leaving are the parts that the machine leaves, for each course since the last checkpoint.
	leaving  []leaving
	mutex    sync.Mutex // protects what follows
	fault    error      // the first
	round    round
	inside   []*inside
	returned []context.Context // of methods that have returned
	views    map[uint64]Config // at checkpoints, by the transitions of the machine
	// leftAt has for each part the transitions of the machine at the last checkpoint after it was left. A method may begin to run after that,
	// although it was called before.
	leftAt map[string]uint64
	calls  int
	// canceled says that the context of the run has ended, or may have, and calledLate that the method which ended it was called after that.
	canceled, calledLate bool
	lingering
}

// leaving are the parts that a course leaves, which begins after so many transitions of the machine.
type leaving struct {
	parts map[string]bool
	after uint64
}

// round is what the methods do until the next checkpoint.
type round struct {
	machine any
	steps   uint64        // its transitions
	changed chan struct{} // is closed when the next round begins
	actor   *Part
	typed   any
	silent  bool // all others return
	// stray is a part whose method returns an event that the machine refuses, or ignores, because of a transition since the method was called.
	stray *inside
	wrong Input
	// second returns an event, or an error, after the end of the context of the run.
	second *inside
	// crashed says that a method has panicked after the end of its context.
	crashed bool
}

// inside is a call of a method for a part.
type inside struct {
	*Part
	ctx   context.Context
	steps uint64 // transitions of the machine when it was called
	n     int
}

// part implements handling.
func (d *script) part(ctx context.Context, s any) (any, error) {
	p := d.enter(ctx, s)
	defer d.exit(p)
	for {
		// The round says what to do at the end of the context before that comes, so it must be the one that is looked at later.
		ended, left := ctx.Err() != nil, errorLike(context.Cause(ctx), d.Errors.StateLeft)
		r, gone := d.besides(p)
		switch {
		case r.second == p:
			return d.lingered(p, s)
		case r.crashed:
			return d.afterPanic(ctx)
		case left != nil, ended && r.actor != p.Part:
			return d.tooLate(p, s, left)
		case gone: // the part may have been entered again since: another call of its method acts
			if !endsSoon(ctx) {
				return nil, nil // the fault is noted
			}
			continue
		case r.stray == p:
			return d.sides().reply(s, r.wrong), nil
		case r.stray != nil:
		case r.actor == p.Part:
			if d.way == panicsAtEnd && d.othersPanic(p) {
				continue
			}
			return d.act(p, s, r)
		case r.silent, p.n%2 == 0 && !d.lingers() && d.way != panicsAtEnd:
			return nil, nil
		}
		select {
		case <-ctx.Done():
		case <-r.changed:
		}
	}
}

// accuse notes a fault, if it is the first.
func (d *script) accuse(err error) {
	if d.beside.fault == nil {
		d.beside.fault = err
	}
}

// enter notes that a method is called, and looks at what it receives.
func (d *script) enter(ctx context.Context, s any) *inside {
	d.beside.mutex.Lock()
	defer d.beside.mutex.Unlock()
	d.beside.calls++
	p := &inside{Part: d.sides().of(s), ctx: ctx, steps: *d.stepsOf(d.sides().viewed(s)), n: d.beside.calls}
	if ctx.Value(scriptKey{}) != any(d) {
		d.accuse(errors.New("the context of a method for a part does not contain the values of the context of the run"))
	}
	if view, known := d.views[p.steps]; known {
		if !slices.Contains(d.sides().active(view), p.Part) {
			d.accuse(fmt.Errorf("the method for %s is called in %s", p.Name, d.text(view)))
		} else if err := d.sides().reads(s, view); err != nil {
			d.accuse(fmt.Errorf("in %s: %w", d.text(view), err))
		}
	}
	if stray := d.round.stray; stray != nil && stray.Part == p.Part { // it is called again
		d.round.stray = nil
		d.awake()
	}
	for _, other := range d.inside {
		if other.Part == p.Part && !d.gone(other) && !d.gone(p) && !d.canceled {
			d.accuse(fmt.Errorf("the method for %s is called twice", p.Name))
		}
	}
	if d.gone(p) && ctx.Err() == nil {
		d.accuse(fmt.Errorf("the context of the method for %s has not ended, but the machine has left it", p.Name))
	}
	d.inside = append(d.inside, p)
	return p
}

// awake has all methods look at the round.
func (d *script) awake() {
	if d.round.changed != nil {
		close(d.round.changed)
	}
	d.round.changed = make(chan struct{})
}

// gone reports whether the machine has left the part of a method since it was called.
func (b *beside) gone(p *inside) bool { return b.leftAt[p.Name] > p.steps }

// besides returns the round for a method, and whether the machine has left its part.
func (d *script) besides(p *inside) (r round, gone bool) {
	d.beside.mutex.Lock()
	defer d.beside.mutex.Unlock()
	return d.round, d.gone(p)
}

// exit notes that a method returns.
func (d *script) exit(p *inside) {
	d.beside.mutex.Lock()
	defer d.beside.mutex.Unlock()
	d.inside = slices.DeleteFunc(d.inside, func(other *inside) bool { return other == p })
	d.returned = append(d.returned, p.ctx)
}

// tooLate returns something after the end of the context. If the part has been left, nobody is to get it.
func (d *script) tooLate(p *inside, s any, left any) (any, error) {
	if left != nil && !fieldsAre(left, "State", p.Name) {
		d.beside.mutex.Lock()
		defer d.beside.mutex.Unlock()
		d.accuse(fmt.Errorf("the context of the method for %s ends because of %v", p.Name, left))
	}
	if d.way == panicsAtEnd {
		d.beside.mutex.Lock()
		defer d.beside.mutex.Unlock()
		d.round.crashed = true
		d.awake()
		panic(d.done)
	}
	switch {
	case p.n%3 == 0:
		return d.besidesError(s), fmt.Errorf("wrapped: %w", p.ctx.Err())
	case p.n%3 == 1 && left != nil:
		return nil, errors.New("too late")
	case left != nil:
		return d.besidesError(s), nil
	case p.n%3 == 1:
		return d.besidesError(s), fmt.Errorf("wrapped: %w", context.Cause(p.ctx))
	}
	return nil, nil
}

// besidesError returns an event that the method which has received s can return. Besides an error, it is not to be sent.
func (d *script) besidesError(s any) any {
	name := d.sides().of(s).Events[0]
	return d.sides().reply(s, Input{event: slices.IndexFunc(d.Events, func(e Event[any, any]) bool { return e.Name == name })})
}

// act returns the next event, which the run then sends, or stops. The run may be doing anything but steps: the machine is not touched.
func (d *script) act(p *inside, s any, r round) (any, error) {
	ctx := p.ctx
	d.at, d.fits = s, func(any) bool { return false }
	switch {
	case d.way == cancelledByDeadline && ctx.Err() != nil && !d.stopped:
		d.missed = true
		return nil, ctx.Err()
	case d.want != nil && d.stopped && ctx.Err() != nil && !d.calledLate:
		d.calledLate = true // the context ended while the run called the method once more
		return nil, nil
	case d.want != nil:
		d.blame("the run continued, want the error %v", d.want)
		return nil, d.want
	case d.fault != nil:
		return nil, d.fault
	case len(d.events) == 0 && d.way == errs && p.steps != r.steps:
		if e, ok := d.refused(p.Part, d.oracle); ok {
			return d.sides().reply(s, e), nil // and is called again
		}
	}
	if p.steps == r.steps || len(d.events) > 0 || !d.endsContext() { // else the run may have ended before it makes the last calls
		d.needs()
	}
	if len(d.events) == 0 && d.way == idle && p.steps != r.steps {
		return nil, nil // and is called again
	}
	if len(d.events) == 0 {
		after, err := d.stop(ctx, r.typed)
		if err != nil {
			after = d.besidesError(s)
		}
		return after, err
	}
	e := d.events[0]
	d.events = d.events[1:]
	d.expect(r.machine, e)
	switch {
	case len(d.events) > 0:
		d.after = d.fireNext
	case d.way == unsaved:
		d.want, d.loses = d.done, true
	default:
		d.after = d.rewind
	}
	return d.sides().reply(s, e), nil
}

// leaves notes the parts that a course of the machine leaves.
func (d *script) leaves(m any, c course) {
	if len(d.Parts) > 0 {
		d.leaving = append(d.leaving, leaving{d.partsLeft(c), *d.stepsOf(m)})
	}
}

// partsLeft returns the names of the parts that a course leaves.
func (d *script) partsLeft(c course) map[string]bool {
	left := map[string]bool{}
	for _, s := range c.steps {
		now := d.sides().active(s.to)
		for _, p := range d.sides().active(s.from) {
			if !slices.Contains(now, p) || slices.Contains(d.Rows[s.row].Leaves, p.Name) {
				left[p.Name] = true
			}
		}
	}
	return left
}

// watchParts looks at the methods that run at a checkpoint, in a configuration.
func (d *script) watchParts(m any, at Config) {
	d.beside.mutex.Lock()
	defer d.beside.mutex.Unlock()
	steps, left := *d.stepsOf(m), map[string]bool{}
	d.leaving = slices.DeleteFunc(d.leaving, func(l leaving) bool {
		if l.after < steps {
			maps.Copy(left, l.parts)
		}
		return l.after < steps // else its course is still to come
	})
	for _, p := range d.inside {
		switch leaves := left[p.Name]; {
		case d.canceled, d.gone(p):
		case leaves && p.ctx.Err() == nil:
			d.accuse(fmt.Errorf("the context of the method for %s has not ended, but the machine has left it", p.Name))
		case !leaves && p.ctx.Err() != nil:
			d.accuse(fmt.Errorf("the context of the method for %s has ended because of %w", p.Name, context.Cause(p.ctx)))
		}
	}
	if d.views == nil {
		d.views = map[uint64]Config{}
	}
	if !d.resumes {
		d.views[steps] = at
	}
	if d.leftAt == nil {
		d.leftAt = map[string]uint64{}
	}
	for name := range left {
		d.leftAt[name] = steps
	}
}

// arrange decides what the methods for parts do until the next checkpoint, before they are called. Nobody acts if Run
// is about to send an event itself.
func (d *script) arrange(m any) {
	steps := *d.stepsOf(m)
	if d.pending && steps != d.before {
		d.pending, d.oracle = false, d.late
	}
	sends := d.pending || d.awaited || d.fires && steps == d.firedAt
	d.beside.mutex.Lock()
	defer d.beside.mutex.Unlock()
	d.round.machine, d.round.steps, d.round.actor, d.round.stray, d.round.typed, d.at = m, steps, nil, nil, d.In(m), nil
	d.canceled = d.canceled || d.way == cancelledByDeadline
	d.round.silent = d.way != panicsAtEnd && !d.lingers() && (d.way == idle && len(d.events) == 0 && !sends || sends && (d.pending && d.way != waits || !d.pending && steps%2 == 1))
	if parts := d.sides().active(d.oracle); len(parts) > 0 && !sends && d.round.second == nil {
		d.look(m)
		if stray, e, ok := d.strays(d.oracle); ok {
			d.round.stray, d.round.wrong = stray, e
		}
		able := slices.DeleteFunc(slices.Clone(parts), func(p *Part) bool {
			if len(d.events) > 0 {
				return !d.sides().returns(p, d.events[0].event)
			}
			switch {
			case d.way == errs:
				_, ok := d.refused(p, d.oracle)
				return !ok
			case d.lingers():
				_, other, _ := d.pair(p, d.oracle)
				return other == nil
			}
			return false
		})
		if len(able) == 0 {
			able = parts
		}
		d.round.actor = able[(int(d.savedAt)+len(d.way))%len(able)]
	}
	d.awake()
}

// look looks at the machine and its calls and timers, as next does.
func (d *script) look(m any) {
	if d.resuming = d.resumes || d.continues != nil && !d.called; d.resumes {
		d.resume(m)
	}
	d.called = true
	d.see(m)
	if d.works.lasting() {
		d.blame("the context of a call has not ended, but the machine has handled its result")
	}
	if dues := d.duesOf(m); dues != nil && !d.stopped {
		d.checkDues(m, dues)
	}
	d.resuming = false
}

// ignoredSoon reports whether the timer that is to be over raises an event that is ignored.
func (d *script) ignoredSoon() bool {
	e := d.fill(d.timers[d.timer].event, d.oracle, first)
	row := d.course(d.oracle, e).row
	return row >= 0 && d.rows[row].effect == Ignore
}

// strays returns a method that waits, and does not know of a transition since it was called, with an event that has no effect any more.
func (d *script) strays(at Config) (*inside, Input, bool) {
	if d.way != strays || d.canceled {
		return nil, Input{}, false
	}
	for _, p := range d.inside {
		if p.ctx.Err() == nil && p.steps < d.savedAt {
			if e, ok := d.refused(p.Part, at); ok {
				return p, e, true
			}
		}
	}
	return nil, Input{}, false
}

// refused returns an event that the method for a part can return, but that makes no transition in a configuration.
func (d *script) refused(p *Part, at Config) (Input, bool) {
	if len(d.Questions) > 0 {
		return Input{}, false
	}
	for event := range d.Events {
		if !d.sides().returns(p, event) {
			continue
		}
		if e := d.fill(event, at, first); !d.takes(d.course(at, e).row) {
			return e, true
		}
	}
	return Input{}, false
}

// mistake returns an event that has no effect: the run ends with the error of that.
func (d *script) mistake() (any, error, bool) {
	e, ok := d.refused(d.sides().of(d.at), d.oracle)
	if !ok {
		return nil, nil, false
	}
	d.stopped = true
	if row := d.course(d.oracle, e).row; d.fails(row) {
		d.want = d.refusalError(d.oracle.state, e.event, row)
	} else {
		d.want = errorWith(d.Errors.NoEvent, "State", d.States[d.oracle.state].Value)
	}
	return d.sides().reply(d.at, e), nil, true
}

// endParts says what is wrong with the methods for parts when the run has ended.
func (d *script) endParts() error {
	d.beside.mutex.Lock()
	defer d.beside.mutex.Unlock()
	switch {
	case d.beside.fault != nil:
		return d.beside.fault
	case len(d.inside) > 0:
		return fmt.Errorf("the run has ended, but not the method for %s", d.inside[0].Name)
	case slices.ContainsFunc(d.returned, func(ctx context.Context) bool { return ctx.Err() == nil }):
		return errors.New("the context of a method for a part is not canceled after the method returns")
	}
	return nil
}
