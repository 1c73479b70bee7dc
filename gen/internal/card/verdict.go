package card

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// verdict writes a list that says what is proved: whether the machine ends, or settles
// between environment events, after how many transitions, the proof obligations, and what
// was explored. If a run refutes the first or the second, it follows.
func (c *card) verdict() {
	lines := []string{c.ends()}
	for _, line := range []string{c.bound(), c.proved(), c.explored()} {
		if line != "" {
			lines = append(lines, line)
		}
	}
	c.section("- " + strings.Join(lines, "\n- "))
	c.refuting()
}

// ends says whether every run ends, or settles.
func (c *card) ends() string {
	scope := "for all parameter values"
	if len(c.m.Params) == 0 {
		scope = "for all inputs"
	}
	ends, not, unproved, run := "Terminates", "Does not terminate", "Termination is not proved", "endless run"
	if c.m.Reactive() {
		ends, not, unproved, run = "Settles", "Does not settle", "Not proved to settle", "endless run without environment events"
	}
	text := ""
	switch c.r.Termination {
	case verify.Proved:
		text = "**" + ends + "**: proved " + scope + "."
	case verify.Refuted:
		text = "**" + not + "**: there is an " + run + ", shown below."
	default:
		text = "**" + unproved + "**: neither a proof nor an " + run + " was found."
	}
	return badge(c.r.Termination) + " " + text
}

// proved counts the proof obligations by status.
func (c *card) proved() string {
	count := map[verify.Status]int{}
	for i := range c.r.Obligations {
		count[c.r.Obligations[i].Status]++
	}
	n, worst := len(c.r.Obligations), verify.Proved
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
	if c.r.OutOfProofWork && !c.r.Proved() {
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
