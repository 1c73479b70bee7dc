package spectest

import (
	"fmt"
	"regexp"
	"strings"
)

// raisable are the events that random specs raise, which are internal.
var raisable = [...]string{"R", "S"}

// isRaisable reports whether random specs raise an event. The last alternative for it is taken in all cases.
func isRaisable(event string) bool { return event == "R" || event == "S" }

// raise writes the events that an alternative for an event raises, mostly none, behind a comma. One that
// the machine has raised itself, or that needs no event, raises one at most: each event that is pending
// needs a step.
func (w *writer) raise(event string) string {
	if !w.raises {
		return ""
	}
	switch often := event != "" && !isRaisable(event); {
	case often && w.dice.chance(12):
		return fmt.Sprintf(", raise: [%s, %s]", w.dice.pick(raisable[:]...), w.dice.pick(raisable[:]...))
	case often && w.dice.chance(30) || !often && w.dice.chance(8):
		return ", raise: " + w.dice.pick(raisable[:]...)
	}
	return ""
}

// raiseAround writes what a state raises on the way in and out.
func (w *writer) raiseAround(indent string) {
	if !w.raises || !w.dice.chance(20) {
		return
	}
	w.line(indent+"raise: {%s: %s}", w.dice.pick("entry", "entry", "exit"), w.dice.pick("R", "S", "[R]"))
}

// withRaised adds the raised events to what the machine does with events: it ignores them, or
// handles them as react says.
func (w *writer) withRaised(on, ignore []string, react func(event string) string) (handled, ignored []string) {
	for _, e := range raisable {
		switch {
		case !w.raises:
		case w.dice.chance(60):
			ignore = append(ignore, e)
		default:
			on = append(on, e+": "+react(e))
		}
	}
	return on, ignore
}

// sent makes raised events that nothing raises, and some others, events that callers send.
func (w *writer) sent(text string) string {
	for _, e := range raisable {
		if w.raises && (!regexp.MustCompile(`raise: (\{\w+: )?\[?(\w+, )*`+e+`\b`).MatchString(text) || w.dice.chance(15)) {
			text = strings.Replace(text, e+": {internal: true}", e+": {}", 1)
		}
	}
	return text
}
