package card

import (
	"strconv"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// typicalTime is the value of a limit for the default parameters, after a space.
func typicalTime(m *core.Machine, t *verify.Time) string {
	if _, n, ok := typicalValue(m, t.Most); ok {
		if n, err := strconv.ParseInt(n, 10, 64); err == nil {
			return " (**" + (&verify.Time{Cover: t.Cover, Most: expr.Number(n)}).String() + "**)"
		}
	}
	return ""
}

// lasts says how long a run takes at most. It is "" if nothing is proved of that.
func lasts(r *verify.Report) string {
	status, unless := verify.Proved, ""
	var list []string
	for i := range r.Times {
		t := &r.Times[i]
		if t.UnlessOverflow {
			status, unless = verify.Unknown, ", unless a value leaves Go's int"
		}
		list = append(list, "at most "+markdown.Code(t.Math())+typicalTime(r.Machine, t))
	}
	if len(list) == 0 {
		return ""
	}
	return badge(status) + " **Time** of a run, if timers fire when they are due" + unless + ": " + strings.Join(list, ", and ") + "."
}

// within says of each claimed time of a run whether it is proved.
func within(r *verify.Report) (lines []string) {
	for _, c := range verify.TimeClaims(r) {
		lines = append(lines, claimedTime(r, c))
	}
	return lines
}

func claimedTime(r *verify.Report, c *verify.TimeClaim) string {
	m, to, note := r.Machine, "", ""
	if c.Outcome >= 0 {
		to = " to " + markdown.Text(m.Outcomes[c.Outcome].Name)
	}
	switch {
	case c.UnlessOverflow:
		note = ", unless a value leaves Go's int"
	case c.Run == nil:
	case c.Run.Until == trace.Forever:
		note = ", but a run can wait in " + markdown.Text(m.States[c.Run.State(m)].Name) + " forever"
	default:
		note = ", but a run can take " + markdown.Code(source.Duration(c.Run.Until)) + " or more"
		if with := verify.Params(m, c.Run.Params); with != "" {
			note += " with " + markdown.Code(with)
		}
	}
	return badge(c.Status) + " **Claimed time**" + to + ": at most " + markdown.Code(source.Time(c.Most, time.Nanosecond, expr.Math)) + note + "."
}
