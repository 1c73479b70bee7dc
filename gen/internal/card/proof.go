package card

import (
	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/verify"
)

// proofTitle returns the title of the proof table, which depends on its contents.
func (c *card) proofTitle() string {
	for i := range c.r.Obligations {
		if c.r.Obligations[i].Kind == verify.KindDecrease {
			return "Transitions, and how each changes progress"
		}
	}
	return "Transitions"
}

// proof lists the transitions, each with its change of the progress function and
// the status of the proof.
func (c *card) proof() *markdown.Table {
	promise := c.promises()
	t := &markdown.Table{}
	t.Head("From", "Event", "Rule", "Guard", "To", "Updates", "Emits", "Δφ", "Status", "Meaning")
	for i := range c.m.Transitions {
		tr := &c.m.Transitions[i]
		guard, to := "", markdown.Text(c.m.States[tr.To].Name)
		switch {
		case tr.Guard != nil:
			guard = math(tr.Written)
		case c.m.Otherwise(i):
			guard = "*otherwise*"
		}
		if tr.Internal {
			to = stays(tr)
		}
		status := ""
		if o := promise[i]; o != nil {
			status = mark(o.Status)
		}
		t.Row(c.link(markdown.Text(c.m.States[tr.From].Name), tr.Span), markdown.Text(c.m.Events[tr.Event].Name), markdown.Text(tr.Rule), guard, to, c.updates(tr), c.emits(tr), c.change(promise[i]), status, markdown.Text(tr.Doc))
	}
	return t
}

// promises returns the obligation on progress for each transition: that progress
// falls or, for an environment event, that it is at or below the bound afterward. An
// element is nil if there is none.
func (c *card) promises() []*verify.Obligation {
	list := make([]*verify.Obligation, len(c.m.Transitions))
	for i := range c.r.Obligations {
		if o := &c.r.Obligations[i]; o.Transition >= 0 && (o.Kind == verify.KindDecrease || o.Kind == verify.KindBound) {
			list[o.Transition] = o
		}
	}
	return list
}

// mark writes a status, in bold if it is not "proved".
func mark(s verify.Status) string {
	if s == verify.Proved {
		return string(s)
	}
	return "**" + string(s) + "**"
}
