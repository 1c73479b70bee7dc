package script

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// lingering is what a script knows of the second of two methods for parts that return events after the end of the context of the run.
type lingering struct {
	then    oracle.Input  // what the second one returns
	release chan struct{} // is closed when it is to return
}

// lingers reports whether the script is to linger.
func (d *script) lingers() bool { return strings.HasPrefix(string(d.plan.Way), string(lingers)) }

// endsContext reports whether the script stops with the end of the context of the run.
func (d *script) endsContext() bool {
	return d.lingers() || strings.HasPrefix(string(d.plan.Way), string(cancelled))
}

// linger has the context of the run end, and two methods return events after that: the one that acts now, and another one after the
// first event. Both events count, and only then the end of the context does. It reports false if no two methods can.
func (d *parts) linger() (after any, done bool) {
	e, other, then := d.pair(d.subject.Parts().Of(d.at), d.script.now)
	if other == nil {
		return nil, false
	}
	second := d.waiting(other)
	if second == nil {
		return nil, false
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.script.stopped, d.canceled, d.round.second = true, true, second
	d.lingering.then, d.lingering.release = then, make(chan struct{})
	d.script.expect(d.round.machine, e)
	d.after = func(m any) {
		if d.script.plan.Way == lingersAndErrors {
			d.script.want = d.script.done
		} else {
			d.script.expect(m, then)
			d.after = d.endLingering
		}
		close(d.lingering.release)
		if d.script.plan.Way != lingers { // it has returned before the run asks who is still busy
			d.awaitReturn(second)
		}
	}
	d.script.cancel(d.script.cause)
	return d.subject.Parts().Reply(d.at, e), true
}

// endLingering expects the end of the context, which nobody delays any more.
func (d *parts) endLingering(m any) {
	switch event, _ := d.script.cancellation(); {
	case d.oracle.Ended(d.script.now):
	case event >= 0 && d.oracle.Lists(d.script.now, event):
		d.script.expectFromRun(m, event, d.script.cause)
	default:
		d.script.want = d.script.cause
	}
}

// pair returns an event that the method for a part can return, and another part with an event that the machine takes after the first
// one, although the context of the run has ended, or nil.
func (d *parts) pair(p *subject.Part, m oracle.Config) (first oracle.Input, other *subject.Part, second oracle.Input) {
	for _, e := range d.takenFrom(p, m) {
		c := d.oracle.Course(m, e)
		left := d.partsLeft(c)
		for _, other := range d.subject.Parts().Active(c.End) {
			if other == p || left[other.Name] || !slices.Contains(d.subject.Parts().Active(m), other) {
				continue
			}
			for _, then := range d.takenFrom(other, c.End) {
				return e, other, then
			}
		}
	}
	return oracle.Input{}, nil, oracle.Input{}
}

// waiting returns the method for a part, which the run calls about now, or nil.
func (d *parts) waiting(p *subject.Part) (called *inside) {
	d.soon(func() bool {
		i := slices.IndexFunc(d.inside, func(other *inside) bool { return other.part == p && !d.gone(other) && other.ctx.Err() == nil })
		if i >= 0 {
			called = d.inside[i]
		}
		return i >= 0
	})
	return called
}

// othersPanic waits for the methods whose contexts have ended, and reports whether one has panicked.
func (d *parts) othersPanic(p *inside) (crashed bool) {
	d.soon(func() bool {
		crashed = d.round.crashed
		return !slices.ContainsFunc(d.inside, func(other *inside) bool { return other != p && other.ctx.Err() != nil })
	})
	return crashed
}

// afterPanic waits for the end of the context, because another method has panicked.
func (d *parts) afterPanic(ctx context.Context) (any, error) {
	if !endsSoon(ctx) {
		d.mutex.Lock()
		defer d.mutex.Unlock()
		d.accuse(errors.New("the run goes on after a method for a part has panicked"))
	}
	return nil, nil
}

// soon waits a little until something is so, which it asks with the lock.
func (d *parts) soon(is func() bool) {
	for range 100 {
		d.mutex.Lock()
		done := is()
		d.mutex.Unlock()
		if done {
			return
		}
		time.Sleep(time.Millisecond / 10)
	}
}

// takenFrom returns events that the method for a part can return and that the machine takes in a configuration.
func (d *parts) takenFrom(p *subject.Part, m oracle.Config) (all []oracle.Input) {
	for event := range d.spec.Events {
		if d.subject.Parts().Returns(p, event) {
			if e := d.script.draws.Fill(event, m, draw.First); d.oracle.Takes(d.oracle.Course(m, e).Row) {
				all = append(all, e)
			}
		}
	}
	return all
}

// lingered returns the second event, or an error, when it is to come.
func (d *parts) lingered(p *inside, s any) (any, error) {
	<-d.lingering.release
	if p.ctx.Err() == nil {
		d.mutex.Lock()
		defer d.mutex.Unlock()
		d.accuse(fmt.Errorf("the context of the method for %s has not ended with that of the run", p.part.Name))
	}
	if d.script.plan.Way == lingersAndErrors {
		return d.besidesError(s), d.script.done
	}
	return d.subject.Parts().Reply(s, d.lingering.then), nil
}

// awaitReturn waits until a method has returned.
func (d *parts) awaitReturn(p *inside) {
	d.soon(func() bool { return !slices.Contains(d.inside, p) })
	time.Sleep(time.Millisecond) // until the run knows
}
