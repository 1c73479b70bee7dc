package card

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/gen/card/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify"
)

// proofTitle names the proof table after what it holds.
func (c *card) proofTitle() string {
	for i := range c.r.Obligations {
		if c.r.Obligations[i].Kind == verify.KindDecrease {
			return "Transitions, and how each changes progress"
		}
	}
	return "Transitions"
}

// proof lists the transitions, each with what it does to the progress function
// and whether it is proved to lower it.
func (c *card) proof() *markdown.Table {
	decrease := make([]*verify.Obligation, len(c.m.Transitions))
	for i := range c.r.Obligations {
		if o := &c.r.Obligations[i]; o.Kind == verify.KindDecrease && o.Transition >= 0 {
			decrease[o.Transition] = o
		}
	}
	t := &markdown.Table{}
	t.Head("From", "Event", "Rule", "Guard", "To", "Updates", "Δφ", "Status", "Meaning")
	for i := range c.m.Transitions {
		tr := &c.m.Transitions[i]
		guard, to := "", markdown.Text(c.m.States[tr.To].Name)
		switch {
		case tr.Guard != nil:
			guard = math(tr.Written)
		case c.isOtherwise(i):
			guard = "*otherwise*"
		}
		if tr.Internal {
			to = stays(tr)
		}
		change, status := "", ""
		if o := decrease[i]; o != nil {
			change, status = vector(signs(o.Change)), mark(o.Status)
		}
		t.Row(markdown.Text(c.m.States[tr.From].Name), markdown.Text(c.m.Events[tr.Event].Name), markdown.Text(tr.Rule), guard, to, c.updates(tr), change, status, markdown.Text(tr.Doc))
	}
	return t
}

// isOtherwise reports whether there are alternatives before transition i, but
// for those of rules.
func (c *card) isOtherwise(i int) bool {
	before := c.m.Transitions[i-c.m.Priority(i) : i]
	return slices.ContainsFunc(before, func(t core.Transition) bool { return t.Rule == "" })
}

// signs writes polynomials with the sign of multiplication that the rest of
// the card has.
func signs(polynomials []string) []string {
	list := make([]string, len(polynomials))
	for i, p := range polynomials {
		list[i] = strings.ReplaceAll(p, "*", "·")
	}
	return list
}

// mark makes what is not proved stand out.
func mark(s verify.Status) string {
	if s == verify.Proved {
		return string(s)
	}
	return "**" + string(s) + "**"
}

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
	{verify.KindOverflow, "Values fit in Go's int"},
	{verify.KindDivide, "Divisors are not 0"},
	{verify.KindBounded, "Progress is at least 0"},
	{verify.KindDecrease, "Transitions lower progress"},
	{verify.KindBound, "Progress begins at or below the bound"},
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
	for i, k := range order {
		n := count[k]
		if n == nil {
			continue
		}
		text := markdown.Text(string(k))
		if i < len(kinds) {
			text = kinds[i].text
		}
		t.Row(text, number(n[verify.Proved]), number(n[verify.Refuted]), number(n[verify.Unknown]))
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
		text += fmt.Sprintf("; the longest run has %s", plural(longest, "transition", "transitions"))
	}
	return text + "."
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
