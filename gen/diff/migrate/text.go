package migrate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/diff/internal/stored"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Text returns the plan for a terminal, ending in a newline. Control characters in texts of the specs are replaced.
func (p *Plan) Text() string { return page{p}.text() }

// page writes a plan for people.
type page struct{ plan *Plan }

func (pg page) text() string {
	var b strings.Builder
	print := func(format string, args ...any) {
		for _, line := range strings.Split(strings.TrimRight(fmt.Sprintf(format, args...), "\n"), "\n") {
			b.WriteString(strings.TrimRight(diag.Printable(line), " ") + "\n")
		}
	}
	section := func(title string) { b.WriteString("\n" + title + "\n") }
	print("%s: %s", pg.title(), pg.summary())
	print("  %s → %s", pg.plan.a.File, pg.plan.b.File)
	section("states, and the number of transitions that their machines have left")
	for i := range pg.plan.Left {
		l := &pg.plan.Left[i]
		print("  %s: %s", pg.move(i), l.text())
	}
	if pg.plan.b.Reactive() && slices.ContainsFunc(pg.plan.Left, func(l Left) bool { return l.Most != nil && !l.Ended }) {
		print("  = counted until the next environment event")
	}
	var values []string
	if !pg.plan.Sufficient {
		values = pg.moves()
	}
	if values = append(values, pg.forgotten()...); len(values) > 0 {
		section("values")
		for _, line := range values {
			print("  %s", line)
		}
	}
	if len(pg.plan.Decisions) > 0 {
		section("decisions of the program")
		for _, d := range pg.plan.Decisions {
			print("  %s: %s: %s", d.Field, d.Part, d.Reason)
			if len(d.Known) > 0 {
				print("      must satisfy %s", strings.Join(d.Known, ", "))
			}
		}
	}
	for _, refuted := range []bool{true, false} {
		title := "not known whether all machines satisfy"
		if refuted {
			title = "violated, so that Restore refuses the machine"
		}
		first := true
		for _, f := range pg.plan.Findings {
			if f.Refuted != refuted {
				continue
			}
			if first {
				section(title)
				first = false
			}
			print("  %s: %s", f.Part, f.Reason)
			if f.Example != "" {
				print("      for example, a machine %s", f.Example)
			}
			if f.Trace != "" {
				print("      %s", strings.ReplaceAll(strings.TrimRight(f.Trace, "\n"), "\n", "\n      "))
			}
		}
	}
	if len(pg.plan.Unchecked) > 0 {
		section("proved of all machines that the old version creates, but not checked when it restores one")
		for _, u := range pg.plan.Unchecked {
			print("  = %s", u)
		}
	}
	return b.String()
}

func (pg page) title() string {
	if pg.plan.a.Name == pg.plan.b.Name {
		return pg.plan.b.Name
	}
	return pg.plan.a.Name + " → " + pg.plan.b.Name
}

func (pg page) summary() string {
	if pg.plan.Sufficient {
		return "nothing to migrate: the new version restores all machines of the old one"
	}
	text := diag.Count(len(pg.plan.Decisions), "decision", "decisions")
	refuted, open := 0, 0
	for _, f := range pg.plan.Findings {
		if f.Refuted {
			refuted++
		} else {
			open++
		}
	}
	switch {
	case len(pg.plan.Findings) > 0:
		if refuted > 0 {
			text += fmt.Sprintf(", %d violated", refuted)
		}
		if open > 0 {
			text += fmt.Sprintf(", %d not known", open)
		}
	case len(pg.plan.Decisions) > 0:
		text += "; it is proved that Restore accepts every machine for which they satisfy what is listed"
	default:
		text += "; it is proved that Restore accepts every migrated machine"
	}
	return text
}

// move says where the machines of an old state continue.
func (pg page) move(s int) string {
	name := pg.plan.a.States[s].Name
	t := pg.plan.m.States[s]
	switch {
	case t < 0:
		return name + " → decided"
	case pg.plan.b.States[t].Name == name:
		return name
	}
	return name + " → " + pg.plan.b.States[t].Name
}

func (l *Left) text() string {
	if l.Ended {
		return "ended"
	}
	text := "no limit is proved"
	if l.Most != nil {
		text = "at most " + expr.PrintNumber(l.Most, expr.Spec)
	}
	switch {
	case l.Endless:
		text += "; an endless run exists"
	case l.Worst < 0:
		return text
	case l.Exact:
		text += fmt.Sprintf("; longest run: %d", l.Worst)
	default:
		text += fmt.Sprintf("; longest run found: %d", l.Worst)
	}
	if l.With != "" {
		text += ", for " + l.With
	}
	return text
}

// moves lists the values that do not keep their names, and those that are dropped.
func (pg page) moves() (list []string) {
	used := map[*expr.Symbol]bool{}
	take := func(part string, s, from *expr.Symbol, fill, in string) {
		if from != nil {
			used[from] = true
		}
		switch x := pg.plan.m.Given[slotOf(s)]; {
		case x != nil:
			expr.Walk(x, func(x expr.Expr) {
				if ref, ok := x.(*expr.Ref); ok {
					used[ref.Symbol] = true
				}
			})
			list = append(list, part+" = "+expr.Print(x, expr.Spec))
		case pg.plan.m.Decided[slotOf(s)]:
		case from == nil && fill != "":
			list = append(list, part+" = "+fill)
		case from != nil && from.Name != s.Name:
			list = append(list, part+" = "+from.Name+in)
		}
	}
	for j := range pg.plan.b.Params {
		n := &pg.plan.b.Params[j]
		var from *expr.Symbol
		if i := pg.plan.m.Params[j]; i >= 0 {
			from = pg.plan.a.Params[i].Symbol
		}
		take("param "+n.Name, n.Symbol, from, fill(n.Default, "its default"), "")
	}
	for j := range pg.plan.b.Vars {
		n := &pg.plan.b.Vars[j]
		if n.Pending() {
			continue
		}
		if n.State < 0 {
			var from *expr.Symbol
			if i := pg.plan.m.Vars[j]; i >= 0 {
				from = pg.plan.a.Vars[i].Symbol
			}
			start := fill(n.Init, "its initial value")
			if n.Init == nil {
				start = "Go's zero value"
			}
			take("var "+n.Name, n.Symbol, from, start, "")
			continue
		}
		if pg.plan.given(n.Symbol) {
			take("datum "+varName(pg.plan.b, j), n.Symbol, nil, "", "")
			continue
		}
		for s, t := range pg.plan.m.States {
			if i := pg.plan.m.Data[stored.Place{State: s, Datum: j}]; t == n.State && i >= 0 {
				take("datum "+varName(pg.plan.b, j), n.Symbol, pg.plan.a.Vars[i].Symbol, "", " of state "+pg.plan.a.States[s].Name)
			}
		}
	}
	drop := func(part string, s *expr.Symbol) {
		if !used[s] {
			list = append(list, part+": dropped")
		}
	}
	for i := range pg.plan.a.Params {
		drop("param "+pg.plan.a.Params[i].Name, pg.plan.a.Params[i].Symbol)
	}
	for i := range pg.plan.a.Vars {
		if pg.plan.a.Vars[i].Pending() {
			continue
		}
		drop(oldPart(pg.plan.a, i), pg.plan.a.Vars[i].Symbol)
	}
	return list
}

func oldPart(m *core.Machine, i int) string {
	if m.Vars[i].State >= 0 {
		return "datum " + varName(m, i)
	}
	return "var " + m.Vars[i].Name
}

// fill says with which value a new parameter or variable begins.
func fill(x expr.Expr, what string) string {
	if x == nil {
		return ""
	}
	return expr.Print(x, expr.Spec) + ", " + what
}
