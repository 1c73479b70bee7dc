package migrate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/gen/diff/internal/stored"
)

// data writes what sets the data of the new state.
func (g *generator) data() {
	var out strings.Builder
	for t := range g.plan.b.States {
		var body strings.Builder
		for j := range g.plan.b.Vars {
			if g.plan.b.Vars[j].State != t || g.plan.b.Vars[j].Pending() || !slices.Contains(g.plan.m.States, t) && !slices.Contains(g.plan.m.States, -1) {
				continue
			}
			body.WriteString(g.captured(func() { g.datum(t, j) }))
		}
		if body.Len() > 0 {
			fmt.Fprintf(&out, "case %s:\n%s", g.new.States[t], body.String())
		}
	}
	if out.Len() > 0 {
		g.file.line("switch state {\n%sdefault: // no data\n}", out.String())
	}
}

// captured returns what a function writes.
func (g *generator) captured(write func()) string {
	before := g.file.out
	g.file.out = &strings.Builder{}
	write()
	text := g.file.out.String()
	g.file.out = before
	return text
}

// datum writes what sets a datum of new state t, depending on the old state.
func (g *generator) datum(t, j int) {
	s := g.plan.b.Vars[j].Symbol
	target := "newData[" + strconv.Quote(s.Name) + "]"
	if x := g.plan.m.Given[slotOf(s)]; x != nil {
		g.given(target, s, x)
		return
	}
	var codes []string
	from := map[string][]string{} // the old states, by code
	for old, to := range g.plan.m.States {
		if to != t {
			continue
		}
		code := g.captured(func() {
			if i := g.plan.m.Data[stored.Place{State: old, Datum: j}]; i >= 0 {
				g.value(s, "newData", old, i)
			} else {
				g.ask(target, s)
			}
		})
		if from[code] == nil {
			codes = append(codes, code)
		}
		from[code] = append(from[code], g.plan.a.States[old].Stored())
	}
	open := slices.Contains(g.plan.m.States, -1)
	if len(codes) == 1 && !open {
		g.file.out.WriteString(codes[0])
		return
	}
	g.file.line("switch old.State {")
	for _, code := range codes {
		g.file.line("case %s:\n%s", quoted(from[code]), code)
	}
	if open {
		g.file.line("default:\n%s", g.captured(func() { g.ask(target, s) }))
	}
	g.file.line("}")
}
