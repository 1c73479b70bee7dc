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
func (p *Plan) Text() string {
	var b strings.Builder
	print := func(format string, args ...any) {
		for _, line := range strings.Split(strings.TrimRight(fmt.Sprintf(format, args...), "\n"), "\n") {
			b.WriteString(strings.TrimRight(diag.Printable(line), " ") + "\n")
		}
	}
	section := func(title string) { b.WriteString("\n" + title + "\n") }
	print("%s: %s", p.title(), p.summary())
	print("  %s → %s", p.a.File, p.b.File)
	section("states, and the number of transitions that their machines have left")
	for i := range p.Left {
		l := &p.Left[i]
		print("  %s: %s", p.move(i), l.text())
	}
	if p.b.Reactive() && slices.ContainsFunc(p.Left, func(l Left) bool { return l.Most != nil && !l.Ended }) {
		print("  = counted until the next environment event")
	}
	var values []string
	if !p.Sufficient {
		values = p.moves()
	}
	if values = append(values, p.forgotten()...); len(values) > 0 {
		section("values")
		for _, line := range values {
			print("  %s", line)
		}
	}
	if len(p.Decisions) > 0 {
		section("decisions of the program")
		for _, d := range p.Decisions {
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
		for _, f := range p.Findings {
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
	if len(p.Unchecked) > 0 {
		section("proved of all machines that the old version creates, but not checked when it restores one")
		for _, u := range p.Unchecked {
			print("  = %s", u)
		}
	}
	return b.String()
}

func (p *Plan) title() string {
	if p.a.Name == p.b.Name {
		return p.b.Name
	}
	return p.a.Name + " → " + p.b.Name
}

func (p *Plan) summary() string {
	if p.Sufficient {
		return "nothing to migrate: the new version restores all machines of the old one"
	}
	text := diag.Count(len(p.Decisions), "decision", "decisions")
	refuted, open := 0, 0
	for _, f := range p.Findings {
		if f.Refuted {
			refuted++
		} else {
			open++
		}
	}
	switch {
	case len(p.Findings) > 0:
		if refuted > 0 {
			text += fmt.Sprintf(", %d violated", refuted)
		}
		if open > 0 {
			text += fmt.Sprintf(", %d not known", open)
		}
	case len(p.Decisions) > 0:
		text += "; it is proved that Restore accepts every machine for which they satisfy what is listed"
	default:
		text += "; it is proved that Restore accepts every migrated machine"
	}
	return text
}

// move says where the machines of an old state continue.
func (p *Plan) move(s int) string {
	name := p.a.States[s].Name
	t := p.m.States[s]
	switch {
	case t < 0:
		return name + " → decided"
	case p.b.States[t].Name == name:
		return name
	}
	return name + " → " + p.b.States[t].Name
}

func (l *Left) text() string {
	if l.Ended {
		return "ended"
	}
	text := "no limit is proved"
	if l.Most != nil {
		text = "at most " + expr.Print(l.Most, expr.Spec)
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
func (p *Plan) moves() (list []string) {
	used := map[*expr.Symbol]bool{}
	take := func(part string, s, from *expr.Symbol, fill, in string) {
		if from != nil {
			used[from] = true
		}
		switch x := p.m.Given[slotOf(s)]; {
		case x != nil:
			expr.Walk(x, func(x expr.Expr) {
				if ref, ok := x.(*expr.Ref); ok {
					used[ref.Symbol] = true
				}
			})
			list = append(list, part+" = "+expr.Print(x, expr.Spec))
		case p.m.Decided[slotOf(s)]:
		case from == nil && fill != "":
			list = append(list, part+" = "+fill)
		case from != nil && from.Name != s.Name:
			list = append(list, part+" = "+from.Name+in)
		}
	}
	for j := range p.b.Params {
		n := &p.b.Params[j]
		var from *expr.Symbol
		if i := p.m.Params[j]; i >= 0 {
			from = p.a.Params[i].Symbol
		}
		take("param "+n.Name, n.Symbol, from, fill(n.Default, "its default"), "")
	}
	for j := range p.b.Vars {
		n := &p.b.Vars[j]
		if n.Pending() {
			continue
		}
		if n.State < 0 {
			var from *expr.Symbol
			if i := p.m.Vars[j]; i >= 0 {
				from = p.a.Vars[i].Symbol
			}
			start := fill(n.Init, "its initial value")
			if n.Init == nil {
				start = "Go's zero value"
			}
			take("var "+n.Name, n.Symbol, from, start, "")
			continue
		}
		if p.given(n.Symbol) {
			take("datum "+varName(p.b, j), n.Symbol, nil, "", "")
			continue
		}
		for s, t := range p.m.States {
			if i := p.m.Data[stored.Place{State: s, Datum: j}]; t == n.State && i >= 0 {
				take("datum "+varName(p.b, j), n.Symbol, p.a.Vars[i].Symbol, "", " of state "+p.a.States[s].Name)
			}
		}
	}
	drop := func(part string, s *expr.Symbol) {
		if !used[s] {
			list = append(list, part+": dropped")
		}
	}
	for i := range p.a.Params {
		drop("param "+p.a.Params[i].Name, p.a.Params[i].Symbol)
	}
	for i := range p.a.Vars {
		if p.a.Vars[i].Pending() {
			continue
		}
		drop(oldPart(p.a, i), p.a.Vars[i].Symbol)
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
