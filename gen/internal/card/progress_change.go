package card

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// change writes how a transition changes progress, and whether it is proved.
func change(r *verify.Report, o *verify.Obligation) string {
	if o == nil {
		return ""
	}
	text := ""
	switch {
	case o.Kind == verify.KindBound:
		text = "*reset*"
	case toZero(r, o):
		text = markdown.Code("-φ")
	case long(o):
		text = "*falls*"
	default:
		list := times(o.Change)
		if n := deciding(o); n > 0 {
			list = append(list[:n], "…")
		}
		text = wrapped(vector(list))
	}
	return strings.TrimSpace(sign(o.Status) + " " + text)
}

// deciding returns the number of leading components of a proved change that show
// that progress falls, whatever the later ones do: zeros and then a negative number.
// It is 0 if the change does not have this form or nothing can be omitted.
func deciding(o *verify.Obligation) int {
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

// mostChange is the number of bytes of a proved change that is written; with about ten terms,
// it says no more than that progress falls.
const mostChange = 200

// long reports whether a proved change is too long to be read.
func long(o *verify.Obligation) bool {
	n := 0
	for _, c := range o.Change {
		n += len(c)
	}
	return o.Status == verify.Proved && n > mostChange
}

// toZero reports whether a transition into a terminal state is proved to lower
// progress, where progress in the source state is not a constant.
func toZero(r *verify.Report, o *verify.Obligation) bool {
	m := r.Machine
	t := &m.Transitions[o.Transition]
	return o.Status == verify.Proved && m.Terminal(t.To) && slices.ContainsFunc(progress(r, t.From), func(e expr.Expr) bool {
		return expr.Uses(e, func(*expr.Symbol) bool { return true })
	})
}

// changeNote explains the column of changes, and the short forms that it uses.
func changeNote(r *verify.Report) string {
	var zero, short, reset, any, falls bool
	for _, o := range promises(r) {
		switch {
		case o == nil:
			continue
		case o.Kind == verify.KindBound:
			reset = true
		case toZero(r, o):
			zero = true
		case long(o):
			falls = true
		case deciding(o) > 0:
			short = true
		}
		any = true
	}
	if !any {
		return ""
	}
	parts := []string{"Δφ is the change of the progress function φ, which must fall: ✓ proved, ✗ refuted, ? unknown."}
	if core.HasChildren(r.Machine) {
		parts = append(parts, "A transition that starts a child machine must lower φ by the bound of the child as well.")
	}
	if zero {
		parts = append(parts, markdown.Code("-φ")+" means that the transition enters a terminal state, where φ is 0.")
	}
	if falls {
		parts = append(parts, "*falls* stands for a change with many terms, which is proved like the others.")
	}
	if short {
		parts = append(parts, "Components are compared in order: after the first one that falls, the rest (…) do not matter.")
	}
	if reset {
		parts = append(parts, "An environment event resets φ, to at most the bound.")
	}
	return strings.Join(parts, " ")
}

// times writes polynomials with the multiplication sign that the rest of the card
// uses.
func times(polynomials []string) []string {
	list := make([]string, len(polynomials))
	for i, p := range polynomials {
		list[i] = strings.ReplaceAll(p, "*", "·")
	}
	return list
}
