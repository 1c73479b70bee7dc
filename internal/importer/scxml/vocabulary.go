package scxml

import "strings"

// form is what an element may have, as the recommendation says.
type form struct {
	attrs, children []string
	// text tells that the element may have text, and any that it may contain anything.
	text, any bool
}

const (
	executable = "raise if foreach log assign script send cancel"
	states     = "onentry onexit transition state parallel history datamodel invoke"
)

func newForm(attrs, children string) form {
	return form{attrs: strings.Fields(attrs), children: strings.Fields(children)}
}

func anything(attrs string) form { return form{attrs: strings.Fields(attrs), text: true, any: true} }

// forms are those of all elements. Beyond the recommendation, the root may have transitions and an initial element as a state has them,
// which the tests of SCION use.
var forms = map[string]form{
	"scxml":      newForm("initial name version datamodel binding", "state parallel final datamodel script initial transition"),
	"state":      newForm("id initial", states+" initial final"),
	"parallel":   newForm("id", states),
	"transition": newForm("event cond target type", executable),
	"initial":    newForm("", "transition"),
	"final":      newForm("id", "onentry onexit donedata"),
	"onentry":    newForm("", executable),
	"onexit":     newForm("", executable),
	"history":    newForm("id type", "transition"),
	"raise":      newForm("event", ""),
	"if":         newForm("cond", executable+" elseif else"),
	"elseif":     newForm("cond", ""),
	"else":       newForm("", ""),
	"foreach":    newForm("array item index", executable),
	"log":        newForm("label expr", ""),
	"datamodel":  newForm("", "data"),
	"data":       anything("id src expr"),
	"assign":     anything("location expr"),
	"donedata":   newForm("", "content param"),
	"content":    anything("expr"),
	"param":      newForm("name expr location", ""),
	"script":     {attrs: []string{"src"}, text: true},
	"send":       newForm("event eventexpr target targetexpr type typeexpr id idlocation delay delayexpr namelist", "content param"),
	"cancel":     newForm("sendid sendidexpr", ""),
	"invoke":     newForm("type typeexpr src srcexpr id idlocation namelist autoforward", "content param finalize"),
	"finalize":   newForm("", executable),
}

// either are the attributes of an element that exclude each other; "" is its text, and what is inside.
var either = map[string][][2]string{
	"data":    {{"src", "expr"}, {"src", ""}, {"expr", ""}},
	"assign":  {{"expr", ""}},
	"content": {{"expr", ""}},
	"param":   {{"expr", "location"}},
	"send":    {{"event", "eventexpr"}, {"target", "targetexpr"}, {"type", "typeexpr"}, {"id", "idlocation"}, {"delay", "delayexpr"}},
	"cancel":  {{"sendid", "sendidexpr"}},
}

// words are the values that an attribute may have.
var words = map[string][]string{
	"scxml binding":   {"early", "late"},
	"transition type": {"internal", "external"},
	"history type":    {"shallow", "deep"},
}

// misplaced says why an element or an attribute may not be in an element, where that is a mistake that people make.
var misplaced = map[string]string{
	"parallel final":   "a final state cannot be directly inside a parallel state",
	"parallel initial": "the states of a parallel state are all initial",
	"final transition": "a final state has no transitions",
	"final state":      "a final state cannot contain states",
	"final parallel":   "a final state cannot contain states",
	"final final":      "a final state cannot contain states",
	"scxml history":    "a history state is inside a state",
	"scxml onentry":    "the scxml element has no onentry or onexit",
	"scxml onexit":     "the scxml element has no onentry or onexit",
}

// drafts are attributes that only drafts of the recommendation have, with those that it calls so now. The import reads them.
var drafts = map[string]string{"scxml initialstate": "initial", "transition next": "target"}

// former are further ones, which may have had another meaning.
var former = map[string]string{
	"scxml profile": "datamodel", "raise name": "event", "data name": "id", "assign name": "location", "assign dataid": "location",
	"send targettype": "type", "send sendid": "id", "invoke targettype": "type", "transition condition": "cond",
}
