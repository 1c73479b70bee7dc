package run

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// Places emits the constants for the places of parts, which steps use, too.
func Places(f *file.File, m *machine.Machine) {
	f.Doc(comment.Wrap("The places of the parts of states with regions: each state, and each of its regions."))
	f.Const().DefsFunc(func(defs *jen.Group) {
		for i, name := range m.Names.Run.Parts.Slots {
			if def := defs.Id(name); i == 0 {
				def.Op("=").Iota()
			}
		}
	})
}

// sideBySide emits what calls the methods for the parts of states with regions, each in a goroutine.
func (g beside) sideBySide() {
	if !g.hasParts() {
		return
	}
	slots := g.m.Slots()
	g.activeParts(slots)
	entered := "0"
	if g.m.Reentered() {
		entered = "m.entered[i]"
	}
	cancel := ""
	if event := g.m.Cancellation(); event >= 0 {
		cancel = `
		case !running && !c.any(m) && m.Can(` + g.m.Names.Events[event].Const + `): // only the end of the context takes it further
			<-ctx.Done()
			return nil, nil`
	}
	n := g.m.Names
	contexts, work, ends := "ctx, work context.Context", "work", `
			if work.Err() == nil {
				return nil, nil
			}
			<-c.ended`
	until := "or ctx ends. If work has ended, it waits for the methods, whose contexts have ended too."
	if n.Run.Own == "" { // nothing but the run ends the context
		contexts, work, ends = "ctx context.Context", "ctx", `
			<-c.ended`
		until = "or ctx has ended, and with it their contexts."
	}
	names := []string{
		"$contexts", contexts, "$work", work, "$ends", ends,
		"$Own", n.Run.Parts.Own, "$Call", n.Run.Parts.Call, "$Left", n.Run.Parts.Left, "$Handler", n.Run.Handler,
		"$Any", n.Typed.Any, "$Slots", strconv.Itoa(len(slots)), "$entered", entered, "$cancel", cancel,
	}
	function := func(doc, text string) { g.f.Function(comment.Wrap(doc), text, names...) }
	function(n.Run.Parts.Own+" calls the methods of a handler for the parts of states with regions, side by side.", `
type $Own struct {
	h     $Handler
	calls [$Slots]*$Call // of the active parts; nil: the method is not called
	begun sync.WaitGroup
	ended chan struct{} // gets a value when a method has returned

	lock    sync.Mutex // protects what follows, and done of calls
	crashed *$Call     // a call that has panicked
}`)
	function(n.Run.Parts.Call+" is a call of a method for a part.", `
type $Call struct {
	part    string
	entered uint64 // how often the machine had entered the part, where that is counted
	steps   uint64 // the transitions that the machine had made
	work    context.Context // ends with the run
	cancel  context.CancelCauseFunc
	done    bool
	send    func(*$Machine) error // sends the event, or panics as the method has; nil: there is no event
	err     error
}`)
	g.callPart(slots)
	function("leave ends the contexts of the methods whose parts the machine has left. What they return is dropped.", `
func (c *$Own) leave(m *$Machine) {
	active := m.parts()
	for i, p := range c.calls {
		if p != nil && (p.part != active[i] || p.entered != $entered) {
			p.cancel(&$Left{State: p.part})
			c.calls[i] = nil
		}
	}
}`)
	function("serve calls the methods for the active parts, unless they still run, until one has returned an event that makes a transition, or none runs, "+until, `
func (c *$Own) serve($contexts, m *$Machine) ($Any, error) {
	c.again(0, true)
	for {
		ends := $work.Err() != nil
		if !ends {
			c.again(m.steps, false)
			c.launch($work, m)
		}
		p, running := c.first(m.steps, ends)
		switch {
		case p != nil:
			steps := m.steps
			err := p.err
			if p.send != nil {
				err = p.send(m)
			}
			if p.send != nil && m.steps == steps && p.steps != steps { // the method did not know of another part's transition
				continue
			}
			return m.In(), err$cancel
		case !running:
			return nil, nil
		}
		select {
		case <-c.ended:
		case <-ctx.Done():$ends
		}
	}
}`)
	function("again forgets the methods that have returned no event, so that they are called again: all, or those that were called before the last of so many transitions.", `
func (c *$Own) again(steps uint64, all bool) {
	c.lock.Lock()
	defer c.lock.Unlock()
	for i, p := range c.calls {
		if p != nil && p.done && p.send == nil && p.err == nil && (all || p.steps != steps) {
			c.calls[i] = nil
		}
	}
}`)
	if cancel != "" {
		function("any reports whether a part is active that has a method.", `
func (c *$Own) any(m *$Machine) bool {
	return m.parts() != [$Slots]string{}
}`)
	}
	function("launch calls the methods for the active parts that are not called yet, with the present values.", `
func (c *$Own) launch(work context.Context, m *$Machine) {
	var at *$Machine
	for i, part := range m.parts() {
		if part == "" || c.calls[i] != nil {
			continue
		}
		if at == nil {
			present := *m
			at = &present
		}
		p := &$Call{part: part, entered: $entered, steps: m.steps, work: work}
		c.calls[i] = p
		var ctx context.Context
		ctx, p.cancel = context.WithCancelCause(work)
		c.begun.Add(1)
		go c.perform(ctx, p, at)
	}
}`)
	function("perform calls a method. An error that comes from the end of the context is no result.", `
func (c *$Own) perform(ctx context.Context, p *$Call, at *$Machine) {
	defer c.begun.Done()
	returned := false
	defer func() {
		if returned {
			return
		}
		cause := recover()
		c.end(p, true, func(*$Machine) error {
			if cause == nil {
				runtime.Goexit()
			}
			panic(cause)
		}, nil)
	}()
	send, err := c.call(ctx, p.part, at)
	returned = true
	if err != nil {
		send = nil
	}
	if ctx.Err() != nil && (errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx))) {
		err = nil
	}
	c.end(p, false, send, err)
}`)
	function("end notes that a method has returned.", `
func (c *$Own) end(p *$Call, crashed bool, send func(*$Machine) error, err error) {
	p.cancel(nil)
	c.lock.Lock()
	defer c.lock.Unlock()
	p.done, p.send, p.err = true, send, err
	if crashed && c.crashed == nil {
		c.crashed = p
	}
	select {
	case c.ended <- struct{}{}:
	default: // somebody will look anyway
	}
}`)
	function("first returns the first call that has an event or an error, which it forgets, or one that has panicked, or nil. "+
		"The bool reports whether a method runs, or must be called again after so many transitions, unless the run ends.", `
func (c *$Own) first(steps uint64, ends bool) (p *$Call, running bool) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if p = c.crashed; p != nil {
		c.crashed = nil
		return p, false
	}
	for i, p := range c.calls {
		switch {
		case p == nil:
		case p.done && (p.send != nil || p.err != nil):
			c.calls[i] = nil
			return p, false
		case !p.done || p.steps != steps && !ends:
			running = true
		}
	}
	return nil, running
}`)
	function("late reports whether a method whose context has ended with that of the run runs, or has returned what is not handled yet.", `
func (c *$Own) late() bool {
	c.lock.Lock()
	defer c.lock.Unlock()
	for _, p := range c.calls {
		if p != nil && p.work.Err() != nil && (!p.done || p.send != nil || p.err != nil) {
			return true
		}
	}
	return c.crashed != nil
}`)
	function("close ends the contexts of all methods, and waits until they have returned. A panic of one of them continues here.", `
func (c *$Own) close(cause error) {
	for _, p := range c.calls {
		if p != nil {
			p.cancel(cause)
		}
	}
	c.begun.Wait()
	if c.crashed != nil {
		_ = c.crashed.send(nil)
	}
}`)
}

// activeParts emits the method that tells which parts are active.
func (g beside) activeParts(slots []machine.Slot) {
	n := g.m.Names
	g.f.Doc(comment.Wrap("parts returns the names of the active states for which the handler has methods: those of states with regions, and, for each region, that in it; \"\" for none."))
	g.f.OnMachine("parts").Params().Params(jen.Id("active").Index(jen.Lit(len(slots))).String()).BlockFunc(func(body *jen.Group) {
		body.Switch(jen.Id("m.state")).BlockFunc(func(cases *jen.Group) {
			for s := range g.m.States {
				if len(n.Run.Parts.Of[s]) > 0 {
					cases.Case(jen.Id(n.States[s])).BlockFunc(func(body *jen.Group) {
						for i, slot := range slots {
							if slot.State == s {
								g.activeIn(body, i, slot)
							}
						}
					})
				}
			}
		})
		body.Return(jen.Id("active"))
	})
}

// activeIn emits the assignment of the part that is active in a slot.
func (g beside) activeIn(body *jen.Group, i int, slot machine.Slot) {
	set := func(part int) *jen.Statement {
		return jen.Id("active").Index(jen.Id(g.m.Names.Run.Parts.Slots[i])).Op("=").Lit(g.m.PartName(slot.State, g.m.Parts(slot.State)[part]))
	}
	if slot.Region < 0 {
		body.Add(set(slot.Parts[0]))
		return
	}
	v := g.m.States[slot.State].Regions[slot.Region].Var
	values := g.m.Enum(g.m.Vars[v].Type.Enum).Values
	body.Switch(jen.Id("m").Dot(g.m.Names.Vars[v].Field)).BlockFunc(func(cases *jen.Group) {
		for _, part := range slot.Parts {
			cases.Case(jen.Id(values[g.m.Parts(slot.State)[part].Leaf])).Block(set(part))
		}
	})
}

// callPart emits the method that calls the method of the handler for a part.
func (g beside) callPart(slots []machine.Slot) {
	n := g.m.Names
	g.f.Doc(comment.Wrap("call calls the method for a part, with the values of the machine when it is called."))
	g.f.Func().Params(jen.Id("c").Op("*").Id(n.Run.Parts.Own)).Id("call").
		Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("part").String(), jen.Id("at").Op("*").Id(n.Machine)).
		Params(jen.Func().Params(jen.Op("*").Id(n.Machine)).Error(), jen.Error()).BlockFunc(func(body *jen.Group) {
		body.Switch(jen.Id("part")).BlockFunc(func(cases *jen.Group) {
			for _, slot := range slots {
				for _, part := range slot.Parts {
					name := n.Run.Parts.Of[slot.State][part]
					cases.Case(jen.Lit(g.m.PartName(slot.State, g.m.Parts(slot.State)[part]))).Block(jen.Return(jen.Id(n.Run.Parts.Event).Call(
						jen.Id("c").Dot("h").Dot(name.Method).Call(jen.Id("ctx"), jen.Id(name.Type).Values(jen.Op("&").Id(n.Run.Parts.Views[slot.State]).Values(jen.Id("at")))))))
				}
			}
		})
		body.Return(jen.Nil(), jen.Nil())
	})
}
