package card

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// obligations counts the proof obligations by kind and status.
func (c *card) obligations() *markdown.Table {
	count := make(map[verify.Kind]map[verify.Status]int)
	order := obligation.Kinds()
	for i := range c.r.Obligations {
		o := &c.r.Obligations[i]
		if !slices.Contains(order, o.Kind) {
			order = append(order, o.Kind)
		}
		if count[o.Kind] == nil {
			count[o.Kind] = make(map[verify.Status]int)
		}
		count[o.Kind][o.Status]++
	}
	t := &markdown.Table{}
	t.Head("Obligation", "Proved", "Refuted", "Unknown")
	for _, k := range order {
		if n := count[k]; n != nil {
			t.Row(markdown.Text(k.Asks(c.m)), number(n[verify.Proved]), number(n[verify.Refuted]), number(n[verify.Unknown]))
		}
	}
	return t
}

// number returns "" for 0, so that columns without entries are dropped.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// explored summarizes the exploration.
func (c *card) explored() string {
	list := c.r.Explored
	if len(list) == 0 {
		return ""
	}
	configs, longest, known := 0, 0, true
	for _, e := range list {
		configs += e.Configs
		longest = max(longest, e.Longest)
		known = known && e.Longest >= 0
	}
	choices := ""
	if len(c.m.Params) > 0 {
		choices = fmt.Sprintf(" for %s", diag.Count(len(list), "choice of parameters", "choices of parameters"))
	}
	text := fmt.Sprintf("Exploration visited %s%s", diag.Count(configs, "configuration", "configurations"), choices)
	if known {
		run := "the longest run"
		if c.m.Reactive() {
			run += " without environment events"
		}
		text += fmt.Sprintf("; %s has %s", run, diag.Count(longest, "transition", "transitions"))
	}
	return text + "."
}
