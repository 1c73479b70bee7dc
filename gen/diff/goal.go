package diff

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// goals compares the claims that something stays possible. A claim that was proved must still be true: also if the new version does
// not make it any more.
func goals(c *comparison) {
	var changes []Change
	kept := make([]bool, len(c.b.Goals))
	for i := range c.a.Goals {
		old := retold(c, &c.a.Goals[i])
		j := slices.IndexFunc(c.b.Goals, func(g core.Goal) bool { return g.From == old.From && sameNames(g.To, old.To) })
		if j >= 0 {
			kept[j] = true
		}
		same := slices.IndexFunc(c.b.Goals, func(g core.Goal) bool { return g.From == old.From })
		switch {
		case j >= 0:
		case same >= 0:
			kept[same] = true
			new := &c.b.Goals[same]
			changes = append(changes, Change{Action: Changed, Part: "claim", Name: from(new), Details: texts("possible", strings.Join(old.To, ", "), strings.Join(new.To, ", ")), span: new.Span})
		default:
			changes = append(changes, Change{Action: Removed, Part: "claim", Name: claim(&c.a.Goals[i]), span: c.a.Goals[i].Span, gone: true})
		}
		lost(c, i, old, j)
	}
	for j := range c.b.Goals {
		if !kept[j] {
			changes = append(changes, Change{Action: Added, Part: "claim", Name: claim(&c.b.Goals[j]), span: c.b.Goals[j].Span})
		}
	}
	c.record.d.Changes = append(c.record.d.Changes, changes...)
}

// lost reports a claim of the old version that was proved and is not any more. old has the names of the new version, in which it is the
// goal with an index, or -1.
func lost(c *comparison, goal int, old *core.Goal, now int) {
	if c.old.Report == nil || c.new.Report == nil || possible(c.old.Report, goal) != verify.Proved {
		return
	}
	at, status := machineSpot(c.b), verify.Proved
	if now >= 0 {
		at, status = spot{c.b.Goals[now].Span, false}, possible(c.new.Report, now)
	} else if asked := placed(c.b, old); asked != nil {
		m := *c.b
		m.Goals = []core.Goal{*asked}
		status = possible(verify.Machine(c.prover.ctx, &m), 0)
	}
	text := ""
	switch status {
	case verify.Proved:
		return
	case verify.Refuted:
		text = old.Target() + " can no longer be reached from " + or(old.From, "each state")
	default:
		text = old.Target() + " is no longer proved to be possible from " + or(old.From, "each state")
	}
	c.record.d.Breaking = append(c.record.d.Breaking, Breaking{Code: PossibleLost, Subject: "possible", Text: strings.ReplaceAll(text, "`", "")}.at(at))
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// possible returns the verdict on a goal.
func possible(r *verify.Report, goal int) verify.Status {
	i := slices.IndexFunc(r.Obligations, func(o verify.Obligation) bool { return o.Kind == verify.KindPossible && o.Goal == goal })
	if i < 0 {
		return verify.Unknown
	}
	return r.Obligations[i].Status
}

// retold returns a goal of the old version with the names that plain states and outcomes have in the new one.
func retold(c *comparison, g *core.Goal) *core.Goal {
	now := func(name string) string {
		if i := slices.IndexFunc(c.a.States, func(s core.State) bool { return s.Name == name }); i >= 0 {
			if q, ok := c.matching.toNew[part{state, i, 0}]; ok {
				return c.b.States[q.i].Name
			}
		}
		return name
	}
	out := &core.Goal{From: now(g.From)}
	for _, name := range g.To {
		out.To = append(out.To, now(name))
	}
	return out
}

// placed returns a goal by its names in a machine, or nil if one of them is gone.
func placed(m *core.Machine, g *core.Goal) *core.Goal {
	out := &core.Goal{From: g.From, To: g.To}
	for s := range m.States {
		out.Here, out.At = append(out.Here, expr.Truth(!m.Terminal(s))), append(out.At, expr.Truth(false))
	}
	if g.From != "" {
		in := core.Place(m, g.From)
		if in == nil {
			return nil
		}
		for s := range m.States {
			out.Here[s] = expr.Simplify(expr.Both(out.Here[s], in[s]))
		}
	}
	for _, name := range g.To {
		at := core.Place(m, name)
		if i := slices.IndexFunc(m.Outcomes, func(o core.Outcome) bool { return o.Name == name }); at == nil && i >= 0 {
			for s := range m.States {
				at = append(at, expr.Truth(m.States[s].Outcome == i))
			}
		}
		if at == nil {
			return nil
		}
		for s := range m.States {
			out.At[s] = expr.Simplify(&expr.Binary{Op: expr.Or, X: out.At[s], Y: at[s]})
		}
	}
	return out
}

func sameNames(a, b []string) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(x string) bool { return !slices.Contains(b, x) })
}

// claim names a goal, as in "Idle from Collecting".
func claim(g *core.Goal) string { return strings.Join(g.To, ", ") + " " + from(g) }

func from(g *core.Goal) string {
	if g.From == "" {
		return "everywhere"
	}
	return "from " + g.From
}
