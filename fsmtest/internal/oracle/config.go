package oracle

import (
	"encoding/binary"
	"reflect"
	"strconv"
	"time"
)

// Config is a configuration of a machine: its state, and the values of parameters, variables, and
// data. It can be copied.
type Config struct {
	State int // an index of Spec.States
	Vars  any // a C
	// Calls has for each call the number of its starts, which is negative if it does not run; nil: there are no calls.
	// It is never changed.
	Calls []int
	// Starts has for each timer the number of its starts; nil: there are no timers. It is never changed.
	Starts []int
	// Expired says for each timer whether it has raised its event, and has not been stopped or started since; nil: none has. It is never
	// changed.
	Expired []bool
}

// Input is an event with its payload, and with the answers and delays of the host in its step. It
// can be copied.
type Input struct {
	Event   int           // an index of Spec.Events
	Payload any           // an E
	Timed   int           // which of its timers raises it, from 1; 0: none, it is sent
	Delay   time.Duration // of the host, to which it adds 1 each time
}

// Key tells configurations apart by all that guards can see.
func (o *Oracle) Key(m Config) string {
	key := binary.AppendVarint(make([]byte, 0, 64), int64(m.State))
	add := func(v reflect.Value, places []Place) {
		for i := range places {
			switch p := &places[i]; p.Kind {
			case Opaque:
			case Text:
				s := v.Field(p.Index).String()
				key = append(binary.AppendVarint(key, int64(len(s))), s...)
			default:
				key = binary.AppendVarint(key, Number(v.Field(p.Index)))
			}
		}
	}
	add(o.Layout.ParamsOf(m.Vars), o.Layout.Params)
	add(reflect.ValueOf(m.Vars), o.Layout.Slots)
	for k := range m.Calls {
		key = append(key, '-')
		if m.Runs(k) {
			key[len(key)-1] = '+'
		}
	}
	for _, expired := range m.Expired {
		key = strconv.AppendBool(key, expired)
	}
	return string(key)
}
