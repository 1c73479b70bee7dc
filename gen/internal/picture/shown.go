package picture

import (
	"strings"

	"github.com/fsmgen/fsmgen/internal/name"
	"github.com/fsmgen/fsmgen/spec/core"
)

// Shown returns the text that stands for a node: what the author wrote where its name was made from that, and the name otherwise.
func (n *Node) Shown() string { return shown(n.Name, n.Text) }

// Name returns the text that stands for the event, in the same way.
func (l Label) Name() string { return shown(l.Event, l.Text) }

func shown(name, text string) string {
	if text != "" {
		return text
	}
	return name
}

// textOfState returns what the author wrote if an importer has made the name of a state from it, or "".
func textOfState(called, doc string) string {
	if name.MadeFrom(called, doc, name.ForState) {
		return unmarked(doc)
	}
	return ""
}

// unmarked returns a text without the signs of Markdown for bold text, which diagrams do not read.
func unmarked(text string) string {
	const bold = "**"
	if strings.Count(text, bold)%2 != 0 || strings.Contains(text, "***") {
		return text
	}
	return strings.ReplaceAll(text, bold, "")
}

// textOfEvent is the same for an event.
func textOfEvent(e *core.Event) string {
	if name.MadeFrom(e.Name, e.Doc, name.ForEvent) {
		return unmarked(e.Doc)
	}
	return ""
}

// textOfTrigger returns the text of the event of a transition, or "".
func textOfTrigger(m *core.Machine, t *core.Transition) string {
	if t.Done {
		return ""
	}
	return textOfEvent(&m.Events[event(m, t)])
}
