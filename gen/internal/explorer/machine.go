package explorer

import (
	"github.com/fsmgen/fsmgen/internal/typical"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// machineJSON is a machine as the script reads it. Parts refer to each other by their indices, as in package core.
type machineJSON struct {
	Name        string           `json:"name"`
	Doc         string           `json:"doc,omitempty"`
	Enums       []enumJSON       `json:"enums"`
	Params      []paramJSON      `json:"params"`
	Vars        []varJSON        `json:"vars"`
	Asks        []askJSON        `json:"asks"`
	Events      []eventJSON      `json:"events"`
	Outputs     []outputJSON     `json:"outputs"`
	Calls       []callJSON       `json:"calls"`
	Invocations []invocationJSON `json:"invocations"`
	States      []stateJSON      `json:"states"`
	Outcomes    []outcomeJSON    `json:"outcomes"`
	Timers      []timerJSON      `json:"timers"`
	Transitions []transitionJSON `json:"transitions"`
	Invariants  []invariantJSON  `json:"invariants"`
	Initial     int              `json:"initial"`
	Start       []emissionJSON   `json:"start"`
	StartRaises []int            `json:"startRaises"`
	Begins      []int            `json:"begins"`
	Invoked     []int            `json:"invoked"`
	Eventless   int              `json:"eventless"`
	Bound       any              `json:"bound"`
	// Found says that the spec does not declare progress and bound: the verifier has found them.
	Found bool `json:"found,omitempty"`
	// Unlimited says that progress is computed without the limits of an int.
	Unlimited bool `json:"unlimited,omitempty"`
}

type enumJSON struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

type paramJSON struct {
	Name string `json:"name"`
	Doc  string `json:"doc,omitempty"`
	Type any    `json:"type"`
	Min  any    `json:"min"`
	Max  any    `json:"max"`
	// Value is the value with which the page opens, as a text, or "" for the least one.
	Value string `json:"value"`
}

type varJSON struct {
	Name string `json:"name"`
	Doc  string `json:"doc,omitempty"`
	Type any    `json:"type"`
	Min  any    `json:"min"`
	Max  any    `json:"max"`
	Init any    `json:"init"`
	// State is the state that has the datum, or -1.
	State int `json:"state"`
	// Implied is "pending", "remembered" or "active" for what the loader has added, and "" otherwise.
	Implied string `json:"implied,omitempty"`
}

type fieldJSON struct {
	Name string `json:"name"`
	Type any    `json:"type"`
}

type askJSON struct {
	Text string `json:"text"`
	Doc  string `json:"doc,omitempty"`
	Args []any  `json:"args"`
}

type eventJSON struct {
	Name   string      `json:"name"`
	Doc    string      `json:"doc,omitempty"`
	Fields []fieldJSON `json:"fields"`
	// Kind is "environment", "internal", "eventless", "result" or "".
	Kind string `json:"kind,omitempty"`
	// Call is the call of which the event is a result, or -1, and Result is its name there.
	Call   int    `json:"call"`
	Result string `json:"result,omitempty"`
}

type outputJSON struct {
	Name   string      `json:"name"`
	Doc    string      `json:"doc,omitempty"`
	Fields []fieldJSON `json:"fields"`
}

type callJSON struct {
	Name    string      `json:"name"`
	Doc     string      `json:"doc,omitempty"`
	Args    []fieldJSON `json:"args"`
	Results []int       `json:"results"`
	Child   bool        `json:"child,omitempty"`
}

type invocationJSON struct {
	Owner string `json:"owner"`
	Call  int    `json:"call"`
	Args  []any  `json:"args"`
	Cost  any    `json:"cost"`
}

type stateJSON struct {
	Name       string       `json:"name"`
	Doc        string       `json:"doc,omitempty"`
	Composites []string     `json:"composites,omitempty"`
	Outcome    int          `json:"outcome"`
	Regions    []regionJSON `json:"regions,omitempty"`
	Progress   []any        `json:"progress"`
}

type regionJSON struct {
	Name string `json:"name"`
	Var  int    `json:"var"`
	// Nodes are the nodes of the picture for the leaves. A region inside another one has one value more: it is not active.
	Nodes []int `json:"nodes"`
}

type outcomeJSON struct {
	Name string `json:"name"`
	Kind string `json:"kind,omitempty"`
}

type timerJSON struct {
	Owner string `json:"owner"`
	Event int    `json:"event"`
	After string `json:"after"`
	// Within limits the timer to values of the variable of a region: it does not run, and so does not stop, at others.
	Within *withinJSON `json:"within,omitempty"`
}

type withinJSON struct {
	Var    int   `json:"var"`
	Leaves []int `json:"leaves"`
}

type emissionJSON struct {
	Output int   `json:"output"`
	Values []any `json:"values"`
}

type updateJSON struct {
	Var   int `json:"var"`
	Value any `json:"value"`
}

type transitionJSON struct {
	From  int `json:"from"`
	Event int `json:"event"`
	To    int `json:"to"`
	// Effect is "ignore" or "reject", or "" for a transition that is taken.
	Effect   string         `json:"effect,omitempty"`
	Internal bool           `json:"internal,omitempty"`
	Guard    any            `json:"guard"`
	Own      any            `json:"own"`
	Written  string         `json:"written,omitempty"`
	Updates  []updateJSON   `json:"updates,omitempty"`
	Emits    []emissionJSON `json:"emits,omitempty"`
	Starts   []int          `json:"starts,omitempty"`
	Stops    []int          `json:"stops,omitempty"`
	Invokes  []int          `json:"invokes,omitempty"`
	Cancels  []int          `json:"cancels,omitempty"`
	Raises   []int          `json:"raises,omitempty"`
	// Trigger is the name of the event that is handled, also of a raised one.
	Trigger string `json:"trigger"`
	// Does is what the transition does, as its author wrote it.
	Does []string `json:"does,omitempty"`
	Rule string   `json:"rule,omitempty"`
	Doc  string   `json:"doc,omitempty"`
	Line int      `json:"line,omitempty"`
}

type invariantJSON struct {
	State int    `json:"state"`
	When  any    `json:"when"`
	Text  string `json:"text"`
}

// encoder encodes one machine.
type encoder struct {
	*core.Machine
	out   *machineJSON
	enums map[*expr.Enum]int
}

// encode returns a machine as the script reads it. ranked is the machine, or a copy that declares progress; bound may be nil.
func encode(m, ranked *core.Machine, bound expr.Expr) *machineJSON {
	w := &encoder{m, &machineJSON{Name: m.Name, Doc: m.Doc, Initial: m.Initial, Begins: m.Begins(), Invoked: m.Invoked(), Eventless: m.Eventless()}, map[*expr.Enum]int{}}
	w.declarations()
	w.exchange()
	w.states(ranked)
	for i := range m.Transitions {
		w.out.Transitions = append(w.out.Transitions, w.transition(i))
	}
	w.out.Start, w.out.StartRaises = w.emissions(m.Start), raised(m.StartRaises)
	w.out.Bound = w.tree(bound)
	return w.out
}

func (w *encoder) declarations() {
	values, known := w.opening()
	for i := range w.Params {
		p := &w.Params[i]
		value := ""
		if known {
			value = values[i]
		}
		w.out.Params = append(w.out.Params, paramJSON{p.Name, p.Doc, w.kind(p.Type), w.tree(p.Min), w.tree(p.Max), value})
	}
	implied := map[core.Implied]string{core.Pending: "pending", core.Remembered: "remembered", core.Active: "active", core.Carried: "pending"}
	for i := range w.Vars {
		v := &w.Vars[i]
		init := w.tree(v.Init)
		if !v.Type.Scalar() {
			init = nil
		}
		w.out.Vars = append(w.out.Vars, varJSON{v.Name, v.Doc, w.kind(v.Type), w.tree(v.Min), w.tree(v.Max), init, v.State, implied[v.Implied]})
	}
	for _, x := range w.Machine.Invariants {
		w.out.Invariants = append(w.out.Invariants, invariantJSON{x.State, w.tree(x.Expr), expr.Print(x.Expr, expr.Math)})
	}
	for _, a := range w.Asks {
		w.out.Asks = append(w.out.Asks, askJSON{a.Symbol.Name, w.Guards[a.Guard].Doc, w.trees(a.Args)})
	}
}

// opening returns typical values of the parameters as texts.
func (w *encoder) opening() (values []string, known bool) {
	texts := trace.Strings(w.Machine)
	list, known := typical.Params(w.Machine, trace.Intern(texts))
	if !known {
		return nil, false
	}
	for i, v := range list {
		values = append(values, text(w.Params[i].Type, v, texts))
	}
	return values, true
}

func (w *encoder) fields(list []core.Field) []fieldJSON {
	var out []fieldJSON
	for _, f := range list {
		out = append(out, fieldJSON{f.Name, w.kind(f.Type)})
	}
	return out
}

// exchange encodes what the machine exchanges with its program.
func (w *encoder) exchange() {
	for i := range w.Machine.Events {
		e := &w.Machine.Events[i]
		kind := ""
		switch {
		case e.Eventless:
			kind = "eventless"
		case e.Result:
			kind = "result"
		case e.Internal:
			kind = "internal"
		case e.Environment:
			kind = "environment"
		}
		w.out.Events = append(w.out.Events, eventJSON{e.Name, e.Doc, w.fields(e.Fields), kind, w.Caller(i), w.ResultName(i)})
	}
	for _, o := range w.Machine.Outputs {
		w.out.Outputs = append(w.out.Outputs, outputJSON{o.Name, o.Doc, w.fields(o.Fields)})
	}
	for _, c := range w.Machine.Calls {
		w.out.Calls = append(w.out.Calls, callJSON{c.Name, c.Doc, w.fields(c.Args), c.Results, c.Child != nil})
	}
	for _, i := range w.Machine.Invocations {
		w.out.Invocations = append(w.out.Invocations, invocationJSON{i.Owner, i.Call, w.trees(i.Args), w.tree(i.Cost)})
	}
	for i := range w.Machine.Timers {
		t := &w.Machine.Timers[i]
		timer := timerJSON{Owner: t.Owner, Event: t.Event, After: w.After(t)}
		if t.Within != nil {
			timer.Within = &withinJSON{w.Machine.States[t.States[0]].Regions[t.Within.Region].Var, t.Within.Leaves}
		}
		w.out.Timers = append(w.out.Timers, timer)
	}
}
