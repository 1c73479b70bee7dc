package fsmtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// lingering is what a script knows of the second of two methods for parts that return events after the end of the context of the run.
type lingering struct {
	then    Input         // what the second one returns
	release chan struct{} // is closed when it is to return
}

// lingers reports whether the script is to linger.
func (d *script) lingers() bool { return strings.HasPrefix(string(d.way), string(lingers)) }

// endsContext reports whether the script stops with the end of the context of the run.
func (d *script) endsContext() bool {
	return d.lingers() || strings.HasPrefix(string(d.way), string(cancelled))
}

// linger has the context of the run end, and two methods return events after that: the one that acts now, and another one after the
// first event. Both events count, and only then the end of the context does. It reports false if no two methods can.
func (d *script) linger() (after any, done bool) {
	e, other, then := d.pair(d.sides().of(d.at), d.oracle)
	if other == nil {
		return nil, false
	}
	second := d.waiting(other)
	if second == nil {
		return nil, false
	}
	d.beside.mutex.Lock()
	defer d.beside.mutex.Unlock()
	d.stopped, d.canceled, d.round.second = true, true, second
	d.beside.then, d.beside.release = then, make(chan struct{})
	d.expect(d.round.machine, e)
	d.after = func(m any) {
		if d.way == lingersAndErrors {
			d.want = d.done
		} else {
			d.expect(m, then)
			d.after = d.endLingering
		}
		close(d.beside.release)
		if d.way != lingers { // it has returned before the run asks who is still busy
			d.awaitReturn(second)
		}
	}
	d.cancel(d.cause)
	return d.sides().reply(d.at, e), true
}

// endLingering expects the end of the context, which nobody delays any more.
func (d *script) endLingering(m any) {
	switch event, _ := d.cancellation(); {
	case d.ended(d.oracle):
	case event >= 0 && d.lists(d.oracle, event):
		d.expectFromRun(m, event, d.cause)
	default:
		d.want = d.cause
	}
}

// pair returns an event that the method for a part can return, and another part with an event that the machine takes after the first
// one, although the context of the run has ended, or nil.
func (d *script) pair(p *Part, m Config) (first Input, other *Part, second Input) {
	for _, e := range d.takenFrom(p, m) {
		c := d.course(m, e)
		left := d.partsLeft(c)
		for _, other := range d.sides().active(c.end) {
			if other == p || left[other.Name] || !slices.Contains(d.sides().active(m), other) {
				continue
			}
			for _, then := range d.takenFrom(other, c.end) {
				return e, other, then
			}
		}
	}
	return Input{}, nil, Input{}
}

// waiting returns the method for a part, which the run calls about now, or nil.
func (d *script) waiting(p *Part) (called *inside) {
	d.soon(func() bool {
		i := slices.IndexFunc(d.inside, func(other *inside) bool { return other.Part == p && !d.gone(other) && other.ctx.Err() == nil })
		if i >= 0 {
			called = d.inside[i]
		}
		return i >= 0
	})
	return called
}

// othersPanic waits for the methods whose contexts have ended, and reports whether one has panicked.
func (d *script) othersPanic(p *inside) (crashed bool) {
	d.soon(func() bool {
		crashed = d.round.crashed
		return !slices.ContainsFunc(d.inside, func(other *inside) bool { return other != p && other.ctx.Err() != nil })
	})
	return crashed
}

// afterPanic waits for the end of the context, because another method has panicked.
func (d *script) afterPanic(ctx context.Context) (any, error) {
	if !endsSoon(ctx) {
		d.beside.mutex.Lock()
		defer d.beside.mutex.Unlock()
		d.accuse(errors.New("the run goes on after a method for a part has panicked"))
	}
	return nil, nil
}

// soon waits a little until something is so, which it asks with the lock.
func (d *script) soon(is func() bool) {
	for range 100 {
		d.beside.mutex.Lock()
		done := is()
		d.beside.mutex.Unlock()
		if done {
			return
		}
		time.Sleep(time.Millisecond / 10)
	}
}

// takenFrom returns events that the method for a part can return and that the machine takes in a configuration.
func (d *script) takenFrom(p *Part, m Config) (all []Input) {
	for event := range d.Events {
		if d.sides().returns(p, event) {
			if e := d.fill(event, m, first); d.takes(d.course(m, e).row) {
				all = append(all, e)
			}
		}
	}
	return all
}

// lingered returns the second event, or an error, when it is to come.
func (d *script) lingered(p *inside, s any) (any, error) {
	<-d.beside.release
	if p.ctx.Err() == nil {
		d.beside.mutex.Lock()
		defer d.beside.mutex.Unlock()
		d.accuse(fmt.Errorf("the context of the method for %s has not ended with that of the run", p.Name))
	}
	if d.way == lingersAndErrors {
		return d.besidesError(s), d.done
	}
	return d.sides().reply(s, d.beside.then), nil
}

// awaitReturn waits until a method has returned.
func (d *script) awaitReturn(p *inside) {
	d.soon(func() bool { return !slices.Contains(d.inside, p) })
	time.Sleep(time.Millisecond) // until the run knows
}
