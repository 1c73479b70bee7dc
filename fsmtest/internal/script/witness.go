package script

import (
	"context"
	"reflect"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// witness is what observers of a run see.
type witness struct {
	script *script
	told   []any
	second int // how many the second observer has seen
	saves  int // calls of the second checkpoint
	saved  int // what was told before the last checkpoint
}

// options returns options for two observers, for machines that have any, and two checkpoints.
func (w *witness) options() []any {
	var all []any
	if w.script.plan.Way == posts {
		w.script.inbox.value = reflect.New(reflect.TypeOf(w.script.subject.Machine.WithInbox).In(0).Elem())
		all = append(all, subject.Option(w.script.subject.Machine.WithInbox, w.script.inbox.value))
	}
	return append(append(all, w.observers()...), w.script.subject.Checkpoint(func(ctx context.Context, m any, steps []any) error {
		if ctx.Err() != nil || ctx.Value(host.OwnerKey{}) != w.script {
			w.script.blame("a checkpoint gets a context that is not that of the run, or has ended: %v", ctx.Err())
		}
		if w.script.subject.Machine.Observe != nil && w.script.plan.Continues != nil {
			w.learn(steps)
		}
		if w.script.subject.Machine.Observe != nil && !subject.SameTold(steps, w.told[w.saved:]) {
			w.script.blame("a checkpoint gets the steps %v, want %v", steps, w.told[w.saved:])
		}
		w.saved = len(w.told)
		return w.script.keep(m)
	}), w.script.subject.Checkpoint(func(_ context.Context, m any, _ []any) error {
		w.saves++
		if w.script.loses {
			w.script.blame("the second checkpoint is called after the first one has failed")
		}
		if len(w.script.subject.Machine.Parts) > 0 {
			w.script.parts.arrange(m)
		}
		return nil
	}))
}

// learn notes the steps that a checkpoint gets, of a run without observers.
func (w *witness) learn(steps []any) {
	for _, s := range steps {
		w.told = append(w.told, subject.At(s, time.Time{}))
	}
	w.second = len(w.told)
}

// observers returns options for two observers. A run that goes on with a machine has none but its checkpoints.
func (w *witness) observers() []any {
	if w.script.subject.Machine.Observe == nil || w.script.plan.Continues != nil {
		return nil
	}
	first := func(s any) {
		if t := subject.TimeOf(s); t.Before(w.script.since) || t.After(time.Now()) {
			w.script.blame("the time of the observed step %v is wrong", s)
		}
		w.told = append(w.told, subject.At(s, time.Time{}))
	}
	second := func(any) {
		if w.second++; w.second != len(w.told) {
			w.script.blame("the second observer got %d steps, and the first one %d", w.second, len(w.told))
		}
	}
	return []any{subject.Option(w.script.subject.Machine.WithObserver, reflect.ValueOf(w.script.subject.Machine.Observer(first))), subject.Option(w.script.subject.Machine.WithObserver, reflect.ValueOf(w.script.subject.Machine.Observer(second)))}
}
