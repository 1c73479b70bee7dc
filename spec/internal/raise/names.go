package raise

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/decl"
	"github.com/fsmgen/fsmgen/spec/internal/handler"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/walk"
)

// Names returns the names of the events that something other than a timer raises, and reports those that cannot be raised: sure is
// false then.
func Names(in pass.Input, decls *decl.Declarations) (raised map[string]bool, sure bool) {
	m := in.Machine
	raised, sure = map[string]bool{}, true
	walk.EachRaise(in.File, func(t syntax.Text) {
		raised[t.Value] = true
		e := decls.Event(t.Value)
		if e < 0 {
			in.Names.Unknown(t, "event", decls.EventNames())
			sure = false
			return
		}
		decls.Used[m.Events[e].Span] = true
		switch {
		case m.Events[e].OfCall():
			handler.CheckNoResult(m, in.Diags, e, t)
			sure = false
		case len(m.Events[e].Fields) > 0 || m.Events[e].Environment || m.Events[e].Cancellation:
			another := "declare another event for this, as in Next: {internal: true}"
			why, help := "has a payload", "declare an event without a payload for this, as in Next: {internal: true}, set a variable in the transition that raises it, and read the variable where the event is handled"
			switch {
			case m.Events[e].Environment:
				why, help = "is an environment event, after which the bound counts anew", another
			case m.Events[e].Cancellation:
				why, help = "is the cancellation event, which Run sends", another
			}
			in.Diags.Errorf(diag.CodeRaise, t.Span, "event `%s` cannot be raised, because it %s", t.Value, why).
				Note(m.Events[e].Span, "declared here").Helpf("%s", help)
			sure = false
		}
	})
	return raised, sure
}
