package card

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/verify"
)

// kinds says what the obligations of each kind ask, in the order in which
// they are listed. Kinds that are not here follow under their own name.
var kinds = [...]struct {
	kind verify.Kind
	text string
}{
	{verify.KindParams, "The ranges of the parameters admit values"},
	{verify.KindInit, "Variables begin in their ranges"},
	{verify.KindRange, "Transitions keep variables in their ranges"},
	{verify.KindInvariant, "Invariants hold at the start and are kept"},
	{verify.KindGap, "Some alternative is always taken"},
	{verify.KindDeadlock, "Some event always leads on in states that are not terminal"},
	{verify.KindOverflow, "Values fit in Go's int"},
	{verify.KindDivide, "Divisors are not 0"},
	{verify.KindBounded, "Progress is at least 0"},
	{verify.KindDecrease, "Transitions lower progress"},
	{verify.KindBound, "Progress begins at or below the bound"},
}

// asks says what the obligations of a kind ask.
func (c *card) asks(k verify.Kind) string {
	if c.m.Reactive() {
		switch k {
		case verify.KindDecrease:
			return "Transitions lower progress, but for those of environment events"
		case verify.KindBound:
			return "Progress is at or below the bound at the start and after environment events"
		}
	}
	for i := range kinds {
		if kinds[i].kind == k {
			return kinds[i].text
		}
	}
	return string(k)
}

// obligations counts what was asked and what became of it.
func (c *card) obligations() *markdown.Table {
	var order []verify.Kind
	for _, k := range kinds {
		order = append(order, k.kind)
	}
	count := make(map[verify.Kind]map[verify.Status]int)
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
		n := count[k]
		if n == nil {
			continue
		}
		t.Row(markdown.Text(c.asks(k)), number(n[verify.Proved]), number(n[verify.Refuted]), number(n[verify.Unknown]))
	}
	return t
}

// number leaves a cell empty for 0, so that columns without entries go.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// explored says how far exploration went.
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
		choices = fmt.Sprintf(" for %s", plural(len(list), "choice of parameters", "choices of parameters"))
	}
	text := fmt.Sprintf("Exploration walked through %s%s", plural(configs, "configuration", "configurations"), choices)
	if known {
		run := "the longest run"
		if c.m.Reactive() {
			run += " without environment events"
		}
		text += fmt.Sprintf("; %s has %s", run, plural(longest, "transition", "transitions"))
	}
	return text + "."
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
