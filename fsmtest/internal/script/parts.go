package script

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// parts is what a script knows of the methods for parts, which run side by side. One of them acts at a time, as the handler of other states
// does; the others wait, or return.
type parts struct {
	script  *script
	spec    *oracle.Spec
	oracle  *oracle.Oracle
	subject *subject.Subject
	at      any         // what the method that acts has received; nil: the machine is in a state without parts
	after   func(m any) // is called after the next transition
	// leaving are the parts that the machine leaves, for each course since the last checkpoint.
	leaving  []leaving
	mutex    sync.Mutex // protects what follows
	fault    error      // the first
	round    round
	inside   []*inside
	returned []context.Context        // of methods that have returned
	views    map[uint64]oracle.Config // at checkpoints, by the transitions of the machine
	// leftAt has for each part the transitions of the machine at the last checkpoint after it was left. A method may begin to run after that,
	// although it was called before.
	leftAt map[string]uint64
	calls  int
	// canceled says that the context of the run has ended, or may have, and calledLate that the method which ended it was called after that.
	canceled, calledLate bool
	lingering            lingering
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
	actor   *subject.Part
	typed   any
	silent  bool // all others return
	// stray is a part whose method returns an event that the machine refuses, or ignores, because of a transition since the method was called.
	stray *inside
	wrong oracle.Input
	// second returns an event, or an error, after the end of the context of the run.
	second *inside
	// crashed says that a method has panicked after the end of its context.
	crashed bool
}

// inside is a call of a method for a part.
type inside struct {
	part  *subject.Part
	ctx   context.Context
	steps uint64 // transitions of the machine when it was called
	n     int
}

// handle is Part of a script.
func (d *parts) handle(ctx context.Context, s any) (any, error) {
	p := d.enter(ctx, s)
	defer d.exit(p)
	for {
		// The round says what to do at the end of the context before that comes, so it must be the one that is looked at later.
		ended, left := ctx.Err() != nil, mirror.ErrorLike(context.Cause(ctx), d.subject.Machine.Errors.StateLeft)
		r, gone := d.besides(p)
		switch {
		case r.second == p:
			return d.lingered(p, s)
		case r.crashed:
			return d.afterPanic(ctx)
		case left != nil, ended && r.actor != p.part:
			return d.tooLate(p, s, left)
		case gone: // the part may have been entered again since: another call of its method acts
			if !endsSoon(ctx) {
				return nil, nil // the fault is noted
			}
			continue
		case r.stray == p:
			return d.subject.Parts().Reply(s, r.wrong), nil
		case r.stray != nil:
		case r.actor == p.part:
			if d.script.plan.Way == panicsAtEnd && d.othersPanic(p) {
				continue
			}
			return d.act(p, s, r)
		case r.silent, p.n%2 == 0 && !d.script.lingers() && d.script.plan.Way != panicsAtEnd:
			return nil, nil
		}
		select {
		case <-ctx.Done():
		case <-r.changed:
		}
	}
}

// accuse notes a fault, if it is the first.
func (d *parts) accuse(err error) {
	if d.fault == nil {
		d.fault = err
	}
}

// enter notes that a method is called, and looks at what it receives.
func (d *parts) enter(ctx context.Context, s any) *inside {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.calls++
	p := &inside{part: d.subject.Parts().Of(s), ctx: ctx, steps: d.subject.Access.StepsOf(d.subject.Parts().Viewed(s)), n: d.calls}
	if ctx.Value(host.OwnerKey{}) != any(d.script) {
		d.accuse(errors.New("the context of a method for a part does not contain the values of the context of the run"))
	}
	if view, known := d.views[p.steps]; known {
		if !slices.Contains(d.subject.Parts().Active(view), p.part) {
			d.accuse(fmt.Errorf("the method for %s is called in %s", p.part.Name, d.oracle.Texts.Config(view)))
		} else if err := d.subject.Parts().Reads(s, view); err != nil {
			d.accuse(fmt.Errorf("in %s: %w", d.oracle.Texts.Config(view), err))
		}
	}
	if stray := d.round.stray; stray != nil && stray.part == p.part { // it is called again
		d.round.stray = nil
		d.awake()
	}
	for _, other := range d.inside {
		if other.part == p.part && !d.gone(other) && !d.gone(p) && !d.canceled {
			d.accuse(fmt.Errorf("the method for %s is called twice", p.part.Name))
		}
	}
	if d.gone(p) && ctx.Err() == nil {
		d.accuse(fmt.Errorf("the context of the method for %s has not ended, but the machine has left it", p.part.Name))
	}
	d.inside = append(d.inside, p)
	return p
}

// awake has all methods look at the round.
func (d *parts) awake() {
	if d.round.changed != nil {
		close(d.round.changed)
	}
	d.round.changed = make(chan struct{})
}

// gone reports whether the machine has left the part of a method since it was called.
func (d *parts) gone(p *inside) bool { return d.leftAt[p.part.Name] > p.steps }

// besides returns the round for a method, and whether the machine has left its part.
func (d *parts) besides(p *inside) (r round, gone bool) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return d.round, d.gone(p)
}

// exit notes that a method returns.
func (d *parts) exit(p *inside) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.inside = slices.DeleteFunc(d.inside, func(other *inside) bool { return other == p })
	d.returned = append(d.returned, p.ctx)
}

// tooLate returns something after the end of the context. If the part has been left, nobody is to get it.
func (d *parts) tooLate(p *inside, s any, left any) (any, error) {
	if left != nil && !mirror.FieldsAre(left, "State", p.part.Name) {
		d.mutex.Lock()
		defer d.mutex.Unlock()
		d.accuse(fmt.Errorf("the context of the method for %s ends because of %v", p.part.Name, left))
	}
	if d.script.plan.Way == panicsAtEnd {
		d.mutex.Lock()
		defer d.mutex.Unlock()
		d.round.crashed = true
		d.awake()
		panic(d.script.done)
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
func (d *parts) besidesError(s any) any {
	name := d.subject.Parts().Of(s).Events[0]
	return d.subject.Parts().Reply(s, oracle.Input{Event: slices.IndexFunc(d.spec.Events, func(e oracle.Event) bool { return e.Name == name })})
}

// act returns the next event, which the run then sends, or stops. The run may be doing anything but steps: the machine is not touched.
func (d *parts) act(p *inside, s any, r round) (any, error) {
	ctx := p.ctx
	d.at, d.script.fits = s, func(any) bool { return false }
	switch {
	case d.script.plan.Way == CancelledByDeadline && ctx.Err() != nil && !d.script.stopped:
		d.script.missed = true
		return nil, ctx.Err()
	case d.script.want != nil && d.script.stopped && ctx.Err() != nil && !d.calledLate:
		d.calledLate = true // the context ended while the run called the method once more
		return nil, nil
	case d.script.want != nil:
		d.script.blame("the run continued, want the error %v", d.script.want)
		return nil, d.script.want
	case d.script.fault != nil:
		return nil, d.script.fault
	case len(d.script.events) == 0 && d.script.plan.Way == errs && p.steps != r.steps:
		if e, ok := d.refused(p.part, d.script.now); ok {
			return d.subject.Parts().Reply(s, e), nil // and is called again
		}
	}
	if p.steps == r.steps || len(d.script.events) > 0 || !d.script.endsContext() { // else the run may have ended before it makes the last calls
		d.script.calls.needs()
	}
	if len(d.script.events) == 0 && d.script.plan.Way == idle && p.steps != r.steps {
		return nil, nil // and is called again
	}
	if len(d.script.events) == 0 {
		after, err := d.script.stop(ctx, r.typed)
		if err != nil {
			after = d.besidesError(s)
		}
		return after, err
	}
	e := d.script.events[0]
	d.script.events = d.script.events[1:]
	d.script.expect(r.machine, e)
	switch {
	case len(d.script.events) > 0:
		d.after = d.script.timers.fireNext
	case d.script.plan.Way == unsaved:
		d.script.want, d.script.loses = d.script.done, true
	default:
		d.after = d.script.timers.rewind
	}
	return d.subject.Parts().Reply(s, e), nil
}

// leaves notes the parts that a course of the machine leaves.
func (d *parts) leaves(m any, c oracle.Course) {
	if len(d.subject.Machine.Parts) > 0 {
		d.leaving = append(d.leaving, leaving{d.partsLeft(c), d.subject.Access.StepsOf(m)})
	}
}

// partsLeft returns the names of the parts that a course leaves.
func (d *parts) partsLeft(c oracle.Course) map[string]bool {
	left := map[string]bool{}
	for _, s := range c.Steps {
		now := d.subject.Parts().Active(s.To)
		for _, p := range d.subject.Parts().Active(s.From) {
			if !slices.Contains(now, p) || slices.Contains(d.spec.Rows[s.Row].Leaves, p.Name) {
				left[p.Name] = true
			}
		}
	}
	return left
}

// watchParts looks at the methods that run at a checkpoint, in a configuration.
func (d *parts) watchParts(m any, at oracle.Config) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	steps, left := d.subject.Access.StepsOf(m), map[string]bool{}
	d.leaving = slices.DeleteFunc(d.leaving, func(l leaving) bool {
		if l.after < steps {
			maps.Copy(left, l.parts)
		}
		return l.after < steps // else its course is still to come
	})
	for _, p := range d.inside {
		switch leaves := left[p.part.Name]; {
		case d.canceled, d.gone(p):
		case leaves && p.ctx.Err() == nil:
			d.accuse(fmt.Errorf("the context of the method for %s has not ended, but the machine has left it", p.part.Name))
		case !leaves && p.ctx.Err() != nil:
			d.accuse(fmt.Errorf("the context of the method for %s has ended because of %w", p.part.Name, context.Cause(p.ctx)))
		}
	}
	if d.views == nil {
		d.views = map[uint64]oracle.Config{}
	}
	if !d.script.resumes {
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
func (d *parts) arrange(m any) {
	steps := d.subject.Access.StepsOf(m)
	if d.script.timers.pending && steps != d.script.timers.before {
		d.script.timers.pending, d.script.now = false, d.script.timers.late
	}
	sends := d.script.timers.pending || d.script.calls.awaited || d.script.timers.fires && steps == d.script.timers.firedAt
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.round.machine, d.round.steps, d.round.actor, d.round.stray, d.round.typed, d.at = m, steps, nil, nil, d.subject.Machine.In(m), nil
	d.canceled = d.canceled || d.script.plan.Way == CancelledByDeadline
	d.round.silent = d.script.plan.Way != panicsAtEnd && !d.script.lingers() && (d.script.plan.Way == idle && len(d.script.events) == 0 && !sends || sends && (d.script.timers.pending && d.script.plan.Way != Waits || !d.script.timers.pending && steps%2 == 1))
	if parts := d.subject.Parts().Active(d.script.now); len(parts) > 0 && !sends && d.round.second == nil {
		d.script.look(m)
		if stray, e, ok := d.strays(d.script.now); ok {
			d.round.stray, d.round.wrong = stray, e
		}
		able := slices.DeleteFunc(slices.Clone(parts), func(p *subject.Part) bool {
			if len(d.script.events) > 0 {
				return !d.subject.Parts().Returns(p, d.script.events[0].Event)
			}
			switch {
			case d.script.plan.Way == errs:
				_, ok := d.refused(p, d.script.now)
				return !ok
			case d.script.lingers():
				_, other, _ := d.pair(p, d.script.now)
				return other == nil
			}
			return false
		})
		if len(able) == 0 {
			able = parts
		}
		d.round.actor = able[(int(d.script.savedAt)+len(d.script.plan.Way))%len(able)]
	}
	d.awake()
}

// look looks at the machine and its calls and timers, as next does.
func (d *script) look(m any) {
	if d.resuming = d.resumes || d.plan.Continues != nil && !d.called; d.resumes {
		d.resume(m)
	}
	d.called = true
	d.see(m)
	if d.calls.works.Lasting() {
		d.blame("the context of a call has not ended, but the machine has handled its result")
	}
	if dues := d.subject.Access.DuesOf(m); dues != nil && !d.stopped {
		d.timers.check(m, dues)
	}
	d.resuming = false
}

// ignoredSoon reports whether the timer that is to be over raises an event that is ignored.
func (d *parts) ignoredSoon() bool {
	e := d.script.draws.Fill(d.oracle.Clocks.Timers[d.script.timers.script.plan.Timer].Event, d.script.now, draw.First)
	row := d.oracle.Course(d.script.now, e).Row
	return row >= 0 && d.oracle.Moves[row].Effect == oracle.Ignore
}

// strays returns a method that waits, and does not know of a transition since it was called, with an event that has no effect any more.
func (d *parts) strays(at oracle.Config) (*inside, oracle.Input, bool) {
	if d.script.plan.Way != strays || d.canceled {
		return nil, oracle.Input{}, false
	}
	for _, p := range d.inside {
		if p.ctx.Err() == nil && p.steps < d.script.savedAt {
			if e, ok := d.refused(p.part, at); ok {
				return p, e, true
			}
		}
	}
	return nil, oracle.Input{}, false
}

// refused returns an event that the method for a part can return, but that makes no transition in a configuration.
func (d *parts) refused(p *subject.Part, at oracle.Config) (oracle.Input, bool) {
	if len(d.spec.Questions) > 0 {
		return oracle.Input{}, false
	}
	for event := range d.spec.Events {
		if !d.subject.Parts().Returns(p, event) {
			continue
		}
		if e := d.script.draws.Fill(event, at, draw.First); !d.oracle.Takes(d.oracle.Course(at, e).Row) {
			return e, true
		}
	}
	return oracle.Input{}, false
}

// mistake returns an event that has no effect: the run ends with the error of that.
func (d *parts) mistake() (any, error, bool) {
	e, ok := d.refused(d.subject.Parts().Of(d.at), d.script.now)
	if !ok {
		return nil, nil, false
	}
	d.script.stopped = true
	if row := d.oracle.Course(d.script.now, e).Row; d.oracle.Fails(row) {
		d.script.want = d.subject.RefusalError(d.script.now, e, row)
	} else {
		d.script.want = subject.ErrorWith(d.subject.Machine.Errors.NoEvent, "State", d.spec.States[d.script.now.State].Value)
	}
	return d.subject.Parts().Reply(d.at, e), nil, true
}

// endParts says what is wrong with the methods for parts when the run has ended.
func (d *parts) endParts() error {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	switch {
	case d.fault != nil:
		return d.fault
	case len(d.inside) > 0:
		return fmt.Errorf("the run has ended, but not the method for %s", d.inside[0].part.Name)
	case slices.ContainsFunc(d.returned, func(ctx context.Context) bool { return ctx.Err() == nil }):
		return errors.New("the context of a method for a part is not canceled after the method returns")
	}
	return nil
}
