package fsmtest

import (
	"context"
	"fmt"
	"reflect"
	"testing"
)

// testParts sends each event that a method for a part can return, where the part is active.
func (h *checks) testParts(t *testing.T) {
	if len(h.Parts) == 0 {
		return
	}
	tried := map[[2]string]bool{}
	for _, c := range h.cover(t) {
		r := h.begin(c.params)
		for i := 0; ; i++ {
			if r.fault != nil {
				break // other tests say what is wrong
			}
			for _, p := range h.sides().active(r.oracle) {
				for event := range h.Events {
					key := [2]string{p.Name, h.Events[event].Name}
					if tried[key] || !h.sides().returns(p, event) {
						continue
					}
					tried[key] = true
					e := h.fill(event, r.oracle, first)
					if err := caught(func() error { return r.fork().replies(p, e) }); err != nil {
						t.Errorf("%s, returned by the method for %s in %s: %v", h.inputText(e), p.Name, h.text(r.oracle), err)
					}
				}
			}
			if i == len(c.events) {
				break
			}
			r.take(c.events[i])
		}
	}
	handler := h.handlerType()
	for i := range h.Parts {
		p := &h.Parts[i]
		typ := handlerPart(handler, p)
		if typ == nil {
			t.Errorf("the handler has no method for %s", p.Name)
			continue
		}
		for event := range h.Events {
			method := h.Events[event].Method
			if _, has := typ.MethodByName(method); method != "" && has != h.sides().returns(p, event) {
				t.Errorf("%v has a method for %s: %t", typ, h.Events[event].Name, has)
			}
		}
	}
}

// replies sends an event as the method for a part returns it.
func (r *run) replies(p *Part, e Input) error {
	c := r.course(r.oracle, e)
	r.quiet(e, c)
	_, done := r.contexts.enter(context.Background())
	defer done()
	err := r.answered(r.sides().sender(r.sides().reply(p.Zero, e))(r.machine), c.rest, e.event, c.row)
	if err == nil {
		err = r.compare(c.end, r.machine)
	}
	if r.host != nil {
		err = r.host.end(err)
	}
	if err != nil {
		return fmt.Errorf("it is sent, and %w", err)
	}
	return nil
}

// handlerPart returns what the handler's method for a part receives, or nil.
func handlerPart(handler reflect.Type, p *Part) reflect.Type {
	for i := range handler.NumMethod() {
		if typ := handler.Method(i).Type.In(1); typ == reflect.TypeOf(p.Zero) {
			return typ
		}
	}
	return nil
}
