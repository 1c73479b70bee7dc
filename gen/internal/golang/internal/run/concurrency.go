package run

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
)

// enclose emits the function that drives a machine with calls and passes on their panics.
func (g printer) enclose(args, passed []jen.Code) {
	g.f.Doc(comment.Wrap("run drives the machine. The panic of a call continues here."))
	g.f.OnMachine("run").Params(args...).Add(g.runResult(false)).BlockFunc(func(body *jen.Group) {
		results := jen.Err()
		if g.m.Names.Typed.Ended != "" {
			results = jen.List(jen.Id("end"), jen.Err())
		}
		body.Add(results.Clone()).Op(":=").Id("m").Dot("drive").Call(passed...)
		body.If(jen.Id("calls").Dot("crashed").Op("!=").Nil()).Block(
			jen.Id("_").Op("=").Id("calls").Dot("crashed").Dot("send").Call(jen.Id("m")))
		body.Return(results)
	})
}

// accompany emits what ends all calls when the run ends. If the machine has an event for the end of
// the context, only what that event does ends a call.
func (g printer) accompany(body *jen.Group) {
	parent := jen.Id("ctx")
	if g.m.Cancellation() >= 0 {
		parent = jen.Qual("context", "WithoutCancel").Call(parent)
	}
	body.Id("calls").Dot("m").Op("=").Id("m")
	body.List(jen.Id("life"), jen.Id("cancel")).Op(":=").Qual("context", "WithCancelCause").Call(parent)
	body.Defer().Func().Params().Block(
		jen.Id("cancel").Call(jen.Err()),
		jen.Id("calls").Dot("begun").Dot("Wait").Call(),
	).Call()
}

// concurrency emits what the goroutines of calls share with that of Run.
func (g printer) concurrency() {
	g.function("put sets the start of a call that runs; nil if it runs no longer.", `
func (r *$Own) put(c $Call, s *$Started) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.calls[c] = s
}`)
	g.function("running reports whether a call runs.", `
func (r *$Own) running() bool {
	return r.calls != [$Calls]*$Started{}
}`)
	g.function("launch begins the calls that have been started.", `
func (r *$Own) launch(life context.Context) {
	for _, s := range r.calls {
		if s != nil && s.cancel == nil {
			var ctx context.Context
			ctx, s.cancel = context.WithCancelCause(life)
			r.begun.Add(1)
			go r.perform(ctx, s)
		}
	}
}`)
	g.function("perform makes a call. What it returns after the end of its context is no result.", `
func (r *$Own) perform(ctx context.Context, s *$Started) {
	defer r.begun.Done()
	returned := false
	defer func() {
		if returned {
			return
		}
		cause := recover()
		r.end(s, true, func(*$Machine) error {
			if cause == nil {
				runtime.Goexit()
			}
			panic(cause)
		})
	}()
	send := s.work(ctx)
	returned = true
	if ctx.Err() == nil {
		r.end(s, false, send)
	}
}`)
	g.function("end notes the end of a call, and ends the context of the handler's method.", `
func (r *$Own) end(s *$Started, crashed bool, send func(*$Machine) error) {
	r.lock.Lock()
	defer r.lock.Unlock()
	s.send = send
	if crashed {
		r.crashed = s
	}
	if r.interrupt != nil && (crashed || r.calls[s.call] == s) {
		r.interrupt(&$Ended{Call: s.call})
	}
}`)
	g.function("ended returns the first call that has ended while it was running, or one that has panicked; nil if there is none.", `
func (r *$Own) ended() *$Started {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.crashed != nil {
		return r.crashed
	}
	for _, s := range r.calls {
		if s != nil && s.send != nil {
			return s
		}
	}
	return nil
}`)
	g.function("watch sets what the end of a call calls, if it is not nil.", `
func (r *$Own) watch(interrupt context.CancelCauseFunc) {
	r.lock.Lock()
	r.interrupt = interrupt
	r.lock.Unlock()
	if s := r.ended(); s != nil && interrupt != nil {
		interrupt(&$Ended{Call: s.call})
	}
}`)
	g.function("deliver sends the result of the first call that has one. The bool is false if there is none.", `
func (r *$Own) deliver() (bool, error) {
	s := r.ended()
	if s == nil {
		return false, nil
	}
	r.put(s.call, nil)
	err := s.send(r.m)
	s.leave(r.m)
	return true, err
}`)
	g.function(g.m.Names.Run.Started+" is a start of a call.", `
type $Started struct {
	call   $Call
	number int
	work   func(context.Context) func(*$Machine) error // makes the call, and returns what sends its result
	cancel context.CancelCauseFunc                     // ends the context of the call; nil: it has not begun
	send   func(*$Machine) error                       // sends the result, or panics as the call has; nil: it has not ended
}`)
	g.function("leave ends the context of a call that runs no longer.", `
func (s *$Started) leave(m *$Machine) {
	s.cancel(&$StaleCall{State: m.state, Call: s.call, Number: s.number})
}`)
}
