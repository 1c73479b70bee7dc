package explorer

import (
	"cmp"
	"strconv"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

type fieldJSON struct {
	Name string `json:"name"`
	Type any    `json:"type"`
	// Range is the range of a field of a payload as text, such as "1 to most".
	Range string `json:"range,omitempty"`
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

type timerJSON struct {
	Owner string `json:"owner"`
	Event int    `json:"event"`
	After string `json:"after"`
	// Due is how long the timer runs, in nanoseconds as a text. It is "" if only the program knows. Most is set if that is the longest.
	Due  string `json:"due,omitempty"`
	Most bool   `json:"most,omitempty"`
	// Lasts is how long it runs if that is an expression over the values when it starts.
	Lasts any `json:"lasts,omitempty"`
	// Within limits the timer to values of the variable of a region: it does not run, and so does not stop, at others.
	Within *withinJSON `json:"within,omitempty"`
}

type withinJSON struct {
	Var    int   `json:"var"`
	Leaves []int `json:"leaves"`
}

// exchange encodes what the machine exchanges with its program.
func (w *encoder) exchange() {
	for i := range w.m.Events {
		e := &w.m.Events[i]
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
		w.out.Events = append(w.out.Events, eventJSON{e.Name, e.Doc, w.fields(e.Fields), kind, w.m.Caller(i), source.ResultName(w.m, i)})
	}
	for _, o := range w.m.Outputs {
		w.out.Outputs = append(w.out.Outputs, outputJSON{o.Name, o.Doc, w.fields(o.Fields)})
	}
	for _, c := range w.m.Calls {
		w.out.Calls = append(w.out.Calls, callJSON{c.Name, c.Doc, w.fields(c.Args), c.Results, c.Child != nil})
	}
	for _, i := range w.m.Invocations {
		w.out.Invocations = append(w.out.Invocations, invocationJSON{i.Owner, i.Call, w.trees(i.Args), w.tree(i.Cost)})
	}
	for i := range w.m.Timers {
		t := &w.m.Timers[i]
		timer := timerJSON{Owner: t.Owner, Event: t.Event, After: source.Delay(w.m, t)}
		if t.Within != nil {
			timer.Within = &withinJSON{w.m.States[t.States[0]].Regions[t.Within.Region].Var, t.Within.Leaves}
		}
		timer.Due, timer.Most = due(w.m, t)
		if t.Length != nil {
			timer.Lasts = w.tree(t.Length)
		}
		w.out.Timers = append(w.out.Timers, timer)
	}
}

// due returns how long a timer runs, and whether that is only the longest, or "" if only the program knows.
func due(m *core.Machine, t *core.Timer) (nanoseconds string, most bool) {
	length := t.Constant
	if t.Delay >= 0 {
		d := &m.Delays[t.Delay]
		length, most = cmp.Or(d.Constant, d.Max), d.Constant == 0
	}
	if length == 0 {
		return "", false
	}
	return strconv.FormatInt(int64(length), 10), most
}

// rangeOf writes a range: "1 to most", "at least 0", or "" for none.
func rangeOf(low, high expr.Expr) string {
	switch {
	case low != nil && high != nil:
		return expr.Print(low, expr.Spec) + " to " + expr.Print(high, expr.Spec)
	case low != nil:
		return "at least " + expr.Print(low, expr.Spec)
	case high != nil:
		return "at most " + expr.Print(high, expr.Spec)
	}
	return ""
}

func (w *encoder) fields(list []core.Field) []fieldJSON {
	var out []fieldJSON
	for _, f := range list {
		out = append(out, fieldJSON{f.Name, w.kind(f.Type), rangeOf(f.Min, f.Max)})
	}
	return out
}
