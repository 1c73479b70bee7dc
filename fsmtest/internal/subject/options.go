package subject

import (
	"context"
	"reflect"
	"time"
)

// Option returns the result of a function that returns an option.
func Option(function any, arg reflect.Value) any {
	return reflect.ValueOf(function).Call([]reflect.Value{arg})[0].Interface()
}

// Checkpoint returns an option with a checkpoint. It gets no steps if there are no observers.
func (s *Subject) Checkpoint(f func(ctx context.Context, m any, steps []any) error) any {
	typ := reflect.TypeOf(s.Machine.WithCheckpoint).In(0)
	return Option(s.Machine.WithCheckpoint, reflect.MakeFunc(typ, func(args []reflect.Value) []reflect.Value {
		var steps []any
		if len(args) > 2 {
			for i := range args[2].Len() {
				steps = append(steps, At(args[2].Index(i).Interface(), time.Time{}))
			}
		}
		err := reflect.New(reflect.TypeFor[error]()).Elem()
		if fault := f(args[0].Interface().(context.Context), args[1].Interface(), steps); fault != nil {
			err.Set(reflect.ValueOf(fault))
		}
		return []reflect.Value{err}
	}))
}
