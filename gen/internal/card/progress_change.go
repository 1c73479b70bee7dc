package card

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// change writes how a transition changes progress.
func (c *card) change(o *verify.Obligation) string {
	switch {
	case o == nil:
		return ""
	case o.Kind == verify.KindBound:
		return "*reset to at most the bound*"
	case c.toZero(o):
		return markdown.Code("-φ")
	}
	list := signs(o.Change)
	if n := c.deciding(o); n > 0 {
		list = append(list[:n], "…")
	}
	return vector(list)
}

// deciding returns the number of leading components of a proved change that show
// that progress falls, whatever the later ones do: zeros and then a negative number.
// It is 0 if the change does not have this form or nothing can be omitted.
func (c *card) deciding(o *verify.Obligation) int {
	n := 0
	for n < len(o.Change) && o.Change[n] == "0" {
		n++
	}
	if o.Status != verify.Proved || n+1 >= len(o.Change) {
		return 0
	}
	if v, err := strconv.ParseInt(o.Change[n], 10, 64); err != nil || v >= 0 {
		return 0
	}
	return n + 1
}

// toZero reports whether a transition into a terminal state is proved to lower
// progress, where progress in the source state is not a constant.
func (c *card) toZero(o *verify.Obligation) bool {
	t := &c.m.Transitions[o.Transition]
	return o.Status == verify.Proved && c.m.Terminal(t.To) && slices.ContainsFunc(c.progress(t.From), func(e expr.Expr) bool {
		return expr.Uses(e, func(*expr.Symbol) bool { return true })
	})
}

// proofNote explains the short forms of a change that the table uses.
func (c *card) proofNote() string {
	zero, short := false, false
	for i := range c.r.Obligations {
		o := &c.r.Obligations[i]
		if o.Kind != verify.KindDecrease {
			continue
		}
		if c.toZero(o) {
			zero = true
		} else if c.deciding(o) > 0 {
			short = true
		}
	}
	var parts []string
	if zero {
		parts = append(parts, markdown.Code("-φ")+" means that the transition enters a terminal state, where φ is 0.")
	}
	if short {
		parts = append(parts, "Components are compared in order: after the first one that falls, the rest (…) do not matter.")
	}
	return strings.Join(parts, " ")
}

// signs writes polynomials with the multiplication sign that the rest of the card
// uses.
func signs(polynomials []string) []string {
	list := make([]string, len(polynomials))
	for i, p := range polynomials {
		list[i] = strings.ReplaceAll(p, "*", "·")
	}
	return list
}
