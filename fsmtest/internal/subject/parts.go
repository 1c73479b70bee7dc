package subject

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// Parts are what waits for events by itself in states with regions.
type Parts struct {
	spec    *oracle.Spec
	oracle  *oracle.Oracle
	subject *Subject
}

// Parts returns the parts of the machine.
func (s *Subject) Parts() Parts { return Parts{s.Spec, s.Oracle, s} }

// Of returns the part whose method receives s.
func (r Parts) Of(s any) *Part {
	for i := range r.subject.Machine.Parts {
		if reflect.TypeOf(r.subject.Machine.Parts[i].Zero) == reflect.TypeOf(s) {
			return &r.subject.Machine.Parts[i]
		}
	}
	return nil
}

// Active returns the parts that are active in a configuration.
func (r Parts) Active(m oracle.Config) (parts []*Part) {
	if len(r.subject.Machine.Parts) == 0 || m.State < 0 || r.oracle.Ended(m) {
		return nil
	}
	active := r.oracle.Active(m)
	for i := range r.subject.Machine.Parts {
		if p := &r.subject.Machine.Parts[i]; p.In == r.spec.States[m.State].Name && slices.Contains(active, p.Name) {
			parts = append(parts, p)
		}
	}
	return parts
}

// Returns reports whether the method for a part can return an event.
func (r Parts) Returns(p *Part, event int) bool {
	return slices.Contains(p.Events, r.spec.Events[event].Name)
}

// Reply returns an event as the method that receives s returns it.
func (r Parts) Reply(s any, e oracle.Input) any {
	return reflect.ValueOf(s).MethodByName(r.spec.Events[e.Event].Method).Call(r.subject.Contexts.ofPart(r.subject.payloadOf(e)))[0].Interface()
}

// Sender returns the function with which a run sends a reply to a machine.
func (r Parts) Sender(reply any) func(m any) error {
	send := mirror.Settable(reflect.ValueOf(reply).Elem().FieldByName("send"))
	return func(m any) error { return mirror.Error(send.Call([]reflect.Value{reflect.ValueOf(m)})) }
}

// Viewed returns the copy of the machine whose values s has.
func (r Parts) Viewed(s any) any {
	view := reflect.ValueOf(s).Field(0).Elem().Field(0)
	return mirror.Settable(view).Interface()
}

// Reads says how what the method for a part receives differs from a configuration.
func (r Parts) Reads(s any, m oracle.Config) error {
	v := reflect.ValueOf(s)
	if got := v.MethodByName("Params").Call(nil)[0].Interface(); !mirror.Same(got, r.oracle.Layout.ParamsOf(m.Vars).Interface()) {
		return fmt.Errorf("the parameters of %T are %v", s, got)
	}
	if got, want := v.MethodByName("String").Call(nil)[0].Interface(), r.viewText(r.Viewed(s)); got != want {
		return fmt.Errorf("the text of %T is %q, want %q", s, got, want)
	}
	for i := range r.oracle.Layout.Slots {
		p := &r.oracle.Layout.Slots[i]
		if p.Homes != nil && !slices.Contains(p.Homes, m.State) || p.Pending {
			continue
		}
		read := v.MethodByName(r.oracle.Layout.Config.Field(p.Index).Name)
		if !read.IsValid() {
			return fmt.Errorf("%T has no method for %s", s, p.Name)
		}
		if got, want := read.Call(nil)[0], oracle.Slot(m.Vars, p); !mirror.SameValue(got, want) {
			return fmt.Errorf("%s of %T is %v, want %v", p.Name, s, got, want)
		}
	}
	return nil
}

// viewText returns what the String method of a machine returns.
func (r Parts) viewText(m any) any {
	return reflect.ValueOf(m).MethodByName("String").Call(nil)[0].Interface()
}

// Attended reports whether the handler of Run has a method that is called in a configuration.
func (r Parts) Attended(m oracle.Config) bool {
	return r.subject.Typed.Attends(m.State) || len(r.Active(m)) > 0
}

// Sendable reports whether the handler of Run can send an event in a configuration.
func (r Parts) Sendable(m oracle.Config, event int) bool {
	return r.subject.Typed.Attends(m.State) || slices.ContainsFunc(r.Active(m), func(p *Part) bool { return r.Returns(p, event) })
}
