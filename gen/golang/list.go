package golang

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// stateDocs emits the Doc method of states.
func (g *generator) stateDocs(e *enumeration) {
	docs := make([]string, len(g.m.States))
	for i, s := range g.m.States {
		docs[i] = s.Doc
	}
	g.docs(e, "state", docs)
}

// eventDocs emits the Doc method of events.
func (g *generator) eventDocs(e *enumeration) {
	docs := make([]string, len(g.m.Events))
	for i, event := range g.m.Events {
		docs[i] = event.Doc
	}
	g.docs(e, "event", docs)
}

// docs emits the Doc method of an enumeration, if there is anything to say.
func (g *generator) docs(e *enumeration, what string, docs []string) {
	if strings.TrimSpace(strings.Join(docs, "")) == "" {
		return
	}
	g.doc(wrap("Doc returns what the spec says about the " + what + ", or \"\"."))
	g.method(e, false).Id("Doc").Params().String().Block(
		jen.Switch(jen.Id(e.recv)).BlockFunc(func(cases *jen.Group) {
			for i, doc := range docs {
				if doc = strings.TrimSpace(doc); doc != "" {
					cases.Case(jen.Id(e.values[i].name)).Block(jen.Return(jen.Lit(doc)))
				}
			}
			cases.Default().Block(jen.Return(jen.Lit("")))
		}))
}

// transitionList emits the type of transitions and the function that lists
// them.
func (g *generator) transitionList() {
	n := g.names
	typ, function := n.Record.Transition, n.Record.TransitionList
	g.doc(wrap(typ + " is a transition of the machine " + g.m.Name + ", one of those that [" + function + "] lists."))
	g.file.Add(source(`type $Transition struct {
	// From is the state before.
	From $State
	// Event is what brings the transition about.
	Event $Event
	// To is the state after. It is From where the machine stays.
	To $State
	// Guard is the condition as the spec has it, or "" for none.
	Guard string
	// Doc is what the spec says about the transition, or "".
	Doc string
}`, "$Transition", typ, "$State", n.State, "$Event", n.Event))

	var elements []jen.Code
	for i := range g.m.Transitions {
		if t := &g.m.Transitions[i]; t.Effect == core.Take {
			elements = append(elements, jen.Line().Add(g.transition(t)))
		}
	}
	g.doc(wrap(function + " returns all transitions, ordered by state and event. Of those with the same state and event, the first whose " +
		"guard holds is taken. What the spec ignores or rejects is not a transition."))
	list := jen.Nil()
	if len(elements) > 0 {
		list = jen.Index().Id(typ).Values(append(elements, jen.Line())...)
	}
	g.file.Func().Id(function).Params().Index().Id(typ).Block(jen.Return(list))
}

func (g *generator) transition(t *core.Transition) *jen.Statement {
	fields := []jen.Code{
		jen.Id("From").Op(":").Id(g.names.States[t.From]),
		jen.Id("Event").Op(":").Id(g.names.Events[t.Event].Const),
		jen.Id("To").Op(":").Id(g.names.States[t.To]),
	}
	if t.Guard != nil {
		written := t.Written
		if written == nil {
			written = t.Guard
		}
		fields = append(fields, jen.Id("Guard").Op(":").Lit(expr.Print(written, expr.Spec)))
	}
	if doc := strings.TrimSpace(t.Doc); doc != "" {
		fields = append(fields, jen.Id("Doc").Op(":").Lit(doc))
	}
	return jen.Values(fields...)
}
