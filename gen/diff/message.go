package diff

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// fields compares lists of fields or arguments, whose order is that of Go's
// parameters.
func (m *matching) fields(what string, old, new []core.Field) []Detail {
	same := len(old) == len(new)
	for i := 0; same && i < len(old); i++ {
		same = old[i].Name == new[i].Name && m.oldReader().typ(old[i].Type) == m.newReader().typ(new[i].Type)
	}
	if same {
		return nil
	}
	return texts(what, "("+fieldTexts(old)+")", "("+fieldTexts(new)+")")
}

func fieldTexts(list []core.Field) string {
	var out []string
	for _, f := range list {
		out = append(out, f.Name+" "+f.Type.String())
	}
	return strings.Join(out, ", ")
}

// payloadTexts is fieldTexts for a payload, whose fields may have ranges.
func payloadTexts(list []core.Field) string {
	var out []string
	for _, f := range list {
		text := f.Name + " " + f.Type.String()
		if r := ends(f.Min, f.Max); r != "" {
			text += " (" + r + ")"
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// ranges compares the ranges of the fields that both versions of a payload have.
func (c *comparison) ranges(old, new []core.Field) (details []Detail, breaks []breach) {
	for i := range new {
		g := &new[i]
		j := slices.IndexFunc(old, func(f core.Field) bool { return f.Name == g.Name })
		if j < 0 || old[j].Type.Kind != g.Type.Kind {
			continue
		}
		span, narrowed := c.prover.span(old[j].Min, old[j].Max, g.Min, g.Max)
		for _, d := range span {
			d.What = "range of " + g.Name
			details = append(details, d)
		}
		if narrowed {
			breaks = append(breaks, breach{PayloadRefused, "the range of " + g.Name + " may exclude old values"})
		}
	}
	return details, breaks
}

// takesContext compares whether the program receives the context of the call that makes the step.
func takesContext(old, new bool) []Detail {
	if old == new {
		return nil
	}
	return texts("takes a context", yes(old), yes(new))
}

// havingContext is the detail of a part that only one version has.
func havingContext(takes bool) []Detail {
	if !takes {
		return nil
	}
	return having("takes a context", "yes")
}

func answeredBy(g *core.Guard) string {
	if g.Reason {
		return "the program, with a reason"
	}
	return "the program"
}

// guards compares external guards. Guards with a condition have no meaning apart from
// the transitions that use them, and are only notes.
func (c *comparison) guards() {
	c.matching.each(guard, func(i, j int) {
		g, h := &c.a.Guards[i], &c.b.Guards[j]
		c.record.both("guard", g.Name, h.Name, append(c.matching.fields("arguments", g.Args, h.Args),
			slices.Concat(texts("answered by", answeredBy(g), answeredBy(h)), takesContext(g.Context, h.Context), texts("Go name", g.Go, h.Go))...))
	}, func(a Action, m *core.Machine, i int) {
		g := &m.Guards[i]
		c.record.single(a, m, "guard", g.Name, append(having("arguments", fieldTexts(g.Args), "answered by", answeredBy(g), "Go name", g.Go), havingContext(g.Context)...))
	})
	named := func(m *core.Machine, name string) *core.Guard {
		i := slices.IndexFunc(m.Guards, func(g core.Guard) bool { return g.Name == name && !g.External })
		if i < 0 {
			return nil
		}
		return &m.Guards[i]
	}
	for _, g := range c.b.Guards {
		switch old := named(c.a, g.Name); {
		case g.External:
		case old == nil:
			c.record.note("guard " + g.Name + " is a new name for a condition: " + g.Text)
		case old.Text != g.Text:
			c.record.note("guard " + g.Name + " is written " + g.Text + "; it was " + old.Text)
		}
	}
	for _, g := range c.a.Guards {
		if !g.External && named(c.b, g.Name) == nil {
			c.record.note("guard " + g.Name + " no longer names a condition: " + g.Text)
		}
	}
}

func (c *comparison) delays() {
	length := func(d *core.Delay) string {
		switch {
		case d.Max > 0:
			return "computed by the program, at most " + source.Duration(d.Max)
		case d.Constant == 0:
			return "computed by the program"
		}
		return source.Duration(d.Constant)
	}
	c.matching.each(delay, func(i, j int) {
		d, e := &c.a.Delays[i], &c.b.Delays[j]
		details := append(texts("length", length(d), length(e)), c.matching.fields("arguments", d.Args, e.Args)...)
		c.record.both("delay", d.Name, e.Name, append(details, texts("Go name", d.Go, e.Go)...))
	}, func(a Action, m *core.Machine, i int) {
		d := &m.Delays[i]
		c.record.single(a, m, "delay", d.Name, having("length", length(d), "arguments", fieldTexts(d.Args), "Go name", d.Go))
	})
}

// events compares the events, but not the transitions without one, which callers cannot send.
func (c *comparison) events() {
	c.matching.each(event, func(i, j int) {
		e, f := &c.a.Events[i], &c.b.Events[j]
		var breaks []breach
		if e.Name != f.Name {
			breaks = append(breaks, breach{EventGone, "renamed"})
		}
		details := c.matching.fields("payload", e.Fields, f.Fields)
		ranges, narrowed := c.ranges(e.Fields, f.Fields)
		details, breaks = append(details, ranges...), append(breaks, narrowed...)
		if e.Environment != f.Environment {
			details = append(details, texts("environment event", yes(e.Environment), yes(f.Environment))...)
		}
		if e.Cancellation != f.Cancellation {
			details = append(details, texts("cancellation event", yes(e.Cancellation), yes(f.Cancellation))...)
			if e.Cancellation {
				breaks = append(breaks, breach{CancellationLost, "no longer a cancellation event"})
			}
		}
		if e.Internal != f.Internal {
			details = append(details, texts("internal event", yes(e.Internal), yes(f.Internal))...)
			if f.Internal {
				breaks = append(breaks, breach{NowInternal, "now internal"})
			}
		}
		if was, is := c.a.Caller(i), c.b.Caller(j); (was < 0) != (is < 0) || was >= 0 && !c.matching.same(part{call, was, 0}, part{call, is, 0}) {
			details = append(details, texts("result of", callName(c.a, was), callName(c.b, is))...)
		}
		details = append(details, texts("Go name", e.Go, f.Go)...)
		c.record.both("event", e.Name, f.Name, append(details, oldNames(e.Name, e.Was, f.Name, f.Was)...), breaks...)
	}, func(a Action, m *core.Machine, i int) {
		e := &m.Events[i]
		if e.Eventless {
			return
		}
		about := having("payload", payloadTexts(e.Fields), "result of", callName(m, m.Caller(i)), "Go name", e.Go)
		if e.Environment {
			about = append(about, having("environment event", "yes")...)
		}
		if e.Cancellation {
			about = append(about, having("cancellation event", "yes")...)
		}
		if e.Internal {
			about = append(about, having("internal event", "yes")...)
		}
		var breaks []breach
		if a == Removed {
			breaks = append(breaks, breach{EventGone, "removed"})
		}
		c.record.single(a, m, "event", e.Name, about, breaks...)
	})
}

func (c *comparison) outputs() {
	c.matching.each(output, func(i, j int) {
		o, p := &c.a.Outputs[i], &c.b.Outputs[j]
		c.record.both("output", o.Name, p.Name, slices.Concat(c.matching.fields("payload", o.Fields, p.Fields), takesContext(o.Context, p.Context), texts("Go name", o.Go, p.Go)))
	}, func(a Action, m *core.Machine, i int) {
		o := &m.Outputs[i]
		c.record.single(a, m, "output", o.Name, append(having("payload", fieldTexts(o.Fields), "Go name", o.Go), havingContext(o.Context)...))
	})
}
