package check

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// testParts sends each event that a method for a part can return, where the part is active.
func testParts(t *testing.T, env *Env) {
	if len(env.Subject.Machine.Parts) == 0 {
		return
	}
	tried := map[[2]string]bool{}
	for _, c := range env.cover(t) {
		r := env.bench.Begin(c.Params)
		for i := 0; ; i++ {
			if r.Fault != nil {
				break // other tests say what is wrong
			}
			for _, p := range env.Subject.Parts().Active(r.Now) {
				for event := range env.Spec.Events {
					key := [2]string{p.Name, env.Spec.Events[event].Name}
					if tried[key] || !env.Subject.Parts().Returns(p, event) {
						continue
					}
					tried[key] = true
					e := env.draws.Fill(event, r.Now, draw.First)
					if err := oracle.Caught(func() error { return replies(r.Fork(), p, e) }); err != nil {
						t.Errorf("%s, returned by the method for %s in %s: %v", env.Oracle.Texts.Input(e), p.Name, env.Oracle.Texts.Config(r.Now), err)
					}
				}
			}
			if i == len(c.Events) {
				break
			}
			r.Take(c.Events[i])
		}
	}
	handler := env.Subject.Typed.HandlerType()
	for i := range env.Subject.Machine.Parts {
		p := &env.Subject.Machine.Parts[i]
		typ := handlerPart(handler, p)
		if typ == nil {
			t.Errorf("the handler has no method for %s", p.Name)
			continue
		}
		for event := range env.Spec.Events {
			method := env.Spec.Events[event].Method
			if _, has := typ.MethodByName(method); method != "" && has != env.Subject.Parts().Returns(p, event) {
				t.Errorf("%v has a method for %s: %t", typ, env.Spec.Events[event].Name, has)
			}
		}
	}
}

// replies sends an event as the method for a part returns it.
func replies(r *run.Run, p *subject.Part, e oracle.Input) error {
	c := r.Oracle.Course(r.Now, e)
	r.Quiet(e, c)
	_, done := r.Subject.Contexts.Enter(context.Background())
	defer done()
	err := r.Answered(r.Subject.Parts().Sender(r.Subject.Parts().Reply(p.Zero, e))(r.Machine), c.Rest, e, c.Row)
	if err == nil {
		err = r.Subject.Compare(c.End, r.Machine)
	}
	if r.Host != nil {
		err = r.Host.End(err)
	}
	if err != nil {
		return fmt.Errorf("it is sent, and %w", err)
	}
	return nil
}

// handlerPart returns what the handler's method for a part receives, or nil.
func handlerPart(handler reflect.Type, p *subject.Part) reflect.Type {
	for i := range handler.NumMethod() {
		if typ := handler.Method(i).Type.In(1); typ == reflect.TypeOf(p.Zero) {
			return typ
		}
	}
	return nil
}
