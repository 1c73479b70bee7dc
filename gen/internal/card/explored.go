package card

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// explored says what exploration has tried, and what it left open.
func (c *card) explored() string {
	list := c.r.Explored
	if len(list) == 0 {
		if c.r.Proved() {
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
	text := "**Explored**: " + diag.Count(configs, "configuration", "configurations")
	if len(c.m.Params) > 0 {
		text += " for " + diag.Count(len(list), "choice of parameters", "choices of parameters") + c.largest()
	}
	switch {
	case open == 0 && len(c.m.Params) == 0:
		return text + ", which are all."
	case open == 0:
		text += "; complete"
	case open == len(list):
		text += "; incomplete, because " + c.limit()
	default:
		text += fmt.Sprintf("; incomplete for %d of them, because %s", open, c.limit())
	}
	return text + ". " + c.rest()
}

// limit says what ended exploration early.
func (c *card) limit() string {
	switch {
	case c.r.OutOfMemory:
		return "the memory limit was reached"
	case c.r.OutOfWork:
		return "events can arrive in too many ways"
	}
	return "only some payloads were tried, or a limit was reached"
}

// rest says what is known of the rest.
func (c *card) rest() string {
	if c.r.Proved() {
		return "The proofs cover the rest."
	}
	return "Of the rest, only what is proved is known."
}

// largest names the largest numbers that were explored, after a comma.
func (c *card) largest() string {
	var parts []string
	for i := range c.m.Params {
		p := &c.m.Params[i]
		if p.Type.Kind != expr.Int {
			continue
		}
		most := c.r.Explored[0].Params[i]
		for _, e := range c.r.Explored {
			most = max(most, e.Params[i])
		}
		parts = append(parts, fmt.Sprintf("%s = %d", p.Name, most))
	}
	if len(parts) == 0 {
		return ""
	}
	return ", up to " + markdown.Code(strings.Join(parts, ", "))
}
