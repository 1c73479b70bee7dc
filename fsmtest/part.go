package fsmtest

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"unsafe"
)

// Part is what waits for events by itself in a state with regions: a leaf, or the state as a whole. The handler of Run has a method for it.
type Part struct {
	// Zero is the zero value of what the method receives, and Name the name of the leaf or of the state.
	Zero any
	Name string
	// In is the state with the regions.
	In string
	// Events are the names of the events that the method can return.
	Events []string
}

// NextPart forwards a call of a method of the generated handler for a part to h. The argument s is what the method receives, and R
// is the type of what it returns.
func NextPart[R any](ctx context.Context, h *Handler, s any) (R, error) {
	reply, err := h.calls.part(ctx, s)
	r, _ := reply.(R)
	return r, err
}

// sides are the parts of a machine.
type sides struct{ *harness }

func (h *harness) sides() sides { return sides{h} }

// of returns the part whose method receives s.
func (h sides) of(s any) *Part {
	for i := range h.Parts {
		if reflect.TypeOf(h.Parts[i].Zero) == reflect.TypeOf(s) {
			return &h.Parts[i]
		}
	}
	return nil
}

// active returns the parts that are active in a configuration.
func (h sides) active(m Config) (parts []*Part) {
	if len(h.Parts) == 0 || m.state < 0 || h.ended(m) {
		return nil
	}
	active := h.harness.active(m)
	for i := range h.Parts {
		if p := &h.Parts[i]; p.In == h.States[m.state].Name && slices.Contains(active, p.Name) {
			parts = append(parts, p)
		}
	}
	return parts
}

// returns reports whether the method for a part can return an event.
func (h sides) returns(p *Part, event int) bool {
	return slices.Contains(p.Events, h.Events[event].Name)
}

// reply returns an event as the method that receives s returns it.
func (h sides) reply(s any, e Input) any {
	return reflect.ValueOf(s).MethodByName(h.Events[e.event].Method).Call(h.contexts.ofPart(h.payloadOf(e)))[0].Interface()
}

// sender returns the function with which a run sends a reply to a machine.
func (h sides) sender(reply any) func(m any) error {
	send := settable(reflect.ValueOf(reply).Elem().FieldByName("send"))
	return func(m any) error { return errorOf(send.Call([]reflect.Value{reflect.ValueOf(m)})) }
}

// viewed returns the copy of the machine whose values s has.
func (h sides) viewed(s any) any {
	view := reflect.ValueOf(s).Field(0).Elem().Field(0)
	return reflect.NewAt(h.typ, unsafe.Pointer(view.Pointer())).Interface()
}

// reads says how what the method for a part receives differs from a configuration.
func (h sides) reads(s any, m Config) error {
	v := reflect.ValueOf(s)
	if got := v.MethodByName("Params").Call(nil)[0].Interface(); !sameValue(got, h.paramsOf(m.vars).Interface()) {
		return fmt.Errorf("the parameters of %T are %v", s, got)
	}
	if got, want := v.MethodByName("String").Call(nil)[0].Interface(), h.viewText(h.viewed(s)); got != want {
		return fmt.Errorf("the text of %T is %q, want %q", s, got, want)
	}
	for i := range h.slots {
		p := &h.slots[i]
		if p.homes != nil && !slices.Contains(p.homes, m.state) || p.pending {
			continue
		}
		read := v.MethodByName(h.config.Field(p.index).Name)
		if !read.IsValid() {
			return fmt.Errorf("%T has no method for %s", s, p.name)
		}
		if got, want := read.Call(nil)[0], slot(m.vars, p); !same(got, want) {
			return fmt.Errorf("%s of %T is %v, want %v", p.name, s, got, want)
		}
	}
	return nil
}

// viewText returns what the String method of a machine returns.
func (h sides) viewText(m any) any {
	return reflect.ValueOf(m).MethodByName("String").Call(nil)[0].Interface()
}

// attended reports whether the handler of Run has a method that is called in a configuration.
func (h sides) attended(m Config) bool { return h.attends(m.state) || len(h.active(m)) > 0 }

// sendable reports whether the handler of Run can send an event in a configuration.
func (h sides) sendable(m Config, event int) bool {
	return h.attends(m.state) || slices.ContainsFunc(h.active(m), func(p *Part) bool { return h.returns(p, event) })
}
