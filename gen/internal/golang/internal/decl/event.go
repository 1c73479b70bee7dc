package decl

import (
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
)

// eventType emits the Event type, its constants and its methods.
func (g printer) eventType() {
	e := &Enumeration{
		Name:  g.m.Names.Event,
		Recv:  "e",
		Doc:   comment.Wrap(g.m.Names.Event + " names an event of the machine " + g.m.Core.Name + ". A method of [" + g.m.Names.Machine + "] handles it."),
		Group: "The events, in the order of the spec.",
	}
	for i, event := range g.m.Core.Events {
		n := g.m.Names.Events[i]
		e.Values = append(e.Values, Constant{
			Name: n.Const,
			Text: event.Name,
			Was:  event.Was,
			Doc:  comment.Wrap(n.Const + g.by(i)),
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
	e.Texts(g.f, "event", "the name of the event in the spec", docs)
}

// by says where an event comes from.
func (g printer) by(e int) string {
	if g.m.Core.Events[e].Eventless {
		return " is not an event: it names the transitions that the machine makes without one."
	}
	if g.m.Core.Events[e].Internal {
		return " is an internal event, which only " + g.m.Raisers(e) + "."
	}
	return " is handled by [" + g.m.Names.Machine + "." + g.m.Names.Events[e].Method + "]."
}
