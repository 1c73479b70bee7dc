package script

import (
	"context"
	"reflect"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
)

// inbox is what a script knows of events that another goroutine sends for it.
type inbox struct {
	value  reflect.Value // a pointer
	posted chan error    // gets the result of the last event; nil: there is none
}

// post has another goroutine send the next event, which the run takes because the handler waits.
func (d *script) post(ctx context.Context, m any) {
	e := d.events[0]
	d.events = d.events[1:]
	send := d.inbox.value.MethodByName("Send")
	event := reflect.MakeFunc(send.Type().In(1), func(args []reflect.Value) []reflect.Value {
		if args[0].Interface() != m {
			d.blame("an event from outside gets another machine")
		}
		from := d.now
		d.expect(m, e)
		result := reflect.New(reflect.TypeFor[error]()).Elem()
		if err := d.subject.Send(d.subject.Direct(m), e, from); err != nil {
			result.Set(reflect.ValueOf(err))
		} else if len(d.events) > 0 {
			d.timers.fireNext(m)
		}
		return []reflect.Value{result}
	})
	posted := make(chan error, 1)
	d.inbox.posted = posted
	go func() { posted <- mirror.Error(send.Call([]reflect.Value{reflect.ValueOf(ctx), event})) }()
}

// receive looks at the result of the last event that another goroutine has sent, if there is one.
func (d *script) receive() {
	if d.inbox.posted == nil {
		return
	}
	err := <-d.inbox.posted
	if d.inbox.posted = nil; err != nil {
		d.blame("an event from outside: error is %v", err)
	}
}
