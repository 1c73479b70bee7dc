package card

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// verdict writes a list that says what is proved: whether the machine ends, or settles
// between environment events, after how many transitions, what it starts and emits, how long it takes, the proof obligations, and what
// was explored. If a run refutes the first or the second, it follows.
func (w *page) verdict() {
	lines := []string{ends(w.r)}
	for _, line := range slices.Concat([]string{rests(w.r), bound(w.r)}, costs(w.r), []string{limited(w.r), lasts(w.r)}, within(w.r), []string{proved(w.r), explored(w.r)}) {
		if line != "" {
			lines = append(lines, line)
		}
	}
	w.section("- " + strings.Join(lines, "\n- "))
	w.refuting()
}

// ends says whether every run ends, or settles.
func ends(r *verify.Report) string {
	m := r.Machine
	scope := "for all parameter values"
	if len(m.Params) == 0 {
		scope = "for all inputs"
	}
	ends, not, unproved, run := "Terminates", "Does not terminate", "Termination is not proved", "endless run"
	if m.Reactive() {
		ends, not, unproved, run = "Settles", "Does not settle", "Not proved to settle", "endless run without environment events"
	}
	text := ""
	switch {
	case r.Termination == verify.Proved:
		text = "**" + ends + "**: proved " + scope + "."
	case r.UnlessOverflow:
		text = "**" + ends + "** unless a value leaves Go's int: proved " + scope + "."
	case r.Termination == verify.Refuted:
		text = "**" + not + "**: there is an " + run + ", shown below."
	default:
		text = "**" + unproved + "**: neither a proof nor an " + run + " was found."
	}
	return badge(r.Termination) + " " + text
}

// rests says whether the machine always comes to rest, if that does not follow from the verdict above.
func rests(r *verify.Report) string {
	switch {
	case r.Rest.Status == "" || r.Termination == verify.Proved:
		return ""
	case r.Rest.Status == verify.Proved:
		return badge(verify.Proved) + " **Comes to rest**: after each event, it is proved to take finitely many transitions without an event."
	case r.Rest.Status == verify.Refuted:
		return badge(verify.Refuted) + " **Does not come to rest**: there is a run, shown below, that takes transitions without an event forever."
	}
	return badge(verify.Unknown) + " **Not proved to come to rest**: it may take transitions without an event forever."
}

// proved counts the proof obligations by status.
func proved(r *verify.Report) string {
	count := map[verify.Status]int{}
	for i := range r.Obligations {
		count[r.Obligations[i].Status]++
	}
	n, worst := len(r.Obligations), verify.Proved
	switch {
	case n == 0:
		return ""
	case count[verify.Refuted] > 0:
		worst = verify.Refuted
	case count[verify.Unknown] > 0:
		worst = verify.Unknown
	}
	text := "**Proof obligations**: " + tally(count)
	if worst == verify.Proved {
		text = fmt.Sprintf("**Proof obligations**: all %d proved", n)
		if n == 1 {
			text = "**Proof obligations**: 1 proved"
		}
	}
	text = badge(worst) + " " + text + "."
	if r.GaveUp != nil && count[verify.Unknown] > 0 {
		text += " The search for proofs stopped at its limit."
	}
	return text
}

// tally writes the numbers that are not 0, each with its status.
func tally(count map[verify.Status]int) string {
	var parts []string
	for _, s := range []verify.Status{verify.Proved, verify.Refuted, verify.Unknown} {
		if n := count[s]; n > 0 {
			text := fmt.Sprintf("%d %s", n, s)
			if s != verify.Proved {
				text = "**" + text + "**"
			}
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, ", ")
}

// badge is the sign of a status at the beginning of a line.
func badge(s verify.Status) string {
	switch s {
	case verify.Proved:
		return "✅"
	case verify.Refuted:
		return "❌"
	}
	return "❓"
}

// count writes a number of transitions.
func count(n int) string { return diag.Count(n, "transition", "transitions") }
