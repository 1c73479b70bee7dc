package decl

import (
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
)

// eventType emits the Event type, its constants and its methods.
func (g printer) eventType() {
	e := &Enumeration{
		Name:  g.m.Names.Event,
		Recv:  "e",
		Doc:   comment.Wrap(g.m.Names.Event + " names an event of the machine " + g.m.Core.Name + "."),
		Group: "The events, in the order of the spec, each with a method of its name.",
	}
	for i, event := range g.m.Core.Events {
		n := g.m.Names.Events[i]
		e.Values = append(e.Values, Constant{
			Name: n.Const,
			Text: event.Name,
			Was:  event.Was,
			Doc:  g.by(i, n.Const),
		})
	}
	e.Declare(g.f)
	all := "events"
	if i := g.m.Core.Eventless(); i >= 0 {
		all += " and " + g.m.Names.Events[i].Const
	}
	e.All(g.f, g.m.Names.EventList, all)
	docs := make([]string, len(g.m.Core.Events))
	for i, event := range g.m.Core.Events {
		docs[i] = event.Doc
	}
	e.Texts(g.f, "event", inSpec, docs)
}

// by says where an event comes from, unless callers send it.
func (g printer) by(e int, name string) []string {
	switch event := &g.m.Core.Events[e]; {
	case event.Eventless:
		return comment.Wrap(name + " is not an event: it names the transitions that the machine makes without one.")
	case event.Internal:
		return comment.Wrap(name + " is an internal event, which only " + g.m.Raisers(e) + ".")
	}
	return nil
}
