package card

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// explored says what exploration has tried, and what it left open.
func explored(r *verify.Report) string {
	m := r.Machine
	list := r.Explored
	if len(list) == 0 {
		if r.Proved() {
			return "**Explored**: nothing. The proofs cover everything."
		}
		return "**Explored**: nothing. Only what is proved is known."
	}
	configs, open := 0, 0
	for _, e := range list {
		configs += e.Configs
		if !e.Exact {
			open++
		}
	}
	folded := ""
	text := "**Explored**: " + diag.Count(configs, "configuration", "configurations")
	if len(m.Params) > 0 {
		text += " for " + diag.Count(len(list), "choice of parameters", "choices of parameters")
		if largest := largestExplored(r); lengthy(largest) {
			folded = opens("The largest numbers", largest)
		} else if largest != "" {
			text += ", up to " + largest
		}
	}
	switch {
	case open == 0 && len(m.Params) == 0:
		return text + ", which are all."
	case open == 0:
		text += "; complete"
	case open == len(list):
		text += "; incomplete, because " + endedBy(r)
	default:
		text += fmt.Sprintf("; incomplete for %d of them, because %s", open, endedBy(r))
	}
	return text + ". " + unexplored(r) + folded
}

// endedBy says what ended exploration early.
func endedBy(r *verify.Report) string {
	switch {
	case r.OutOfMemory:
		return "the memory limit was reached"
	case r.OutOfWork:
		return "events can arrive in too many ways"
	}
	return "only some payloads were tried, or a limit was reached"
}

// unexplored says what is known of the rest.
func unexplored(r *verify.Report) string {
	if r.Proved() {
		return "The proofs cover the rest."
	}
	return "Of the rest, only what is proved is known."
}

// largestExplored names the largest numbers that were explored, or is "" if there are none.
func largestExplored(r *verify.Report) string {
	m := r.Machine
	var parts []string
	for i := range m.Params {
		p := &m.Params[i]
		if p.Type.Kind != expr.Int {
			continue
		}
		most := r.Explored[0].Params[i]
		for _, e := range r.Explored {
			most = max(most, e.Params[i])
		}
		parts = append(parts, fmt.Sprintf("%s = %d", p.Name, most))
	}
	if len(parts) == 0 {
		return ""
	}
	return markdown.Code(strings.Join(parts, ", "))
}
