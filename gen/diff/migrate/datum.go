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
	for t := range g.b.States {
		var body strings.Builder
		for j := range g.b.Vars {
			if g.b.Vars[j].State != t || g.b.Vars[j].Pending() || !slices.Contains(g.m.States, t) && !slices.Contains(g.m.States, -1) {
				continue
			}
			body.WriteString(g.captured(func() { g.datum(t, j) }))
		}
		if body.Len() > 0 {
			fmt.Fprintf(&out, "case %s:\n%s", g.new.States[t], body.String())
		}
	}
	if out.Len() > 0 {
		g.line("switch state {\n%sdefault: // no data\n}", out.String())
	}
}

// captured returns what a function writes.
func (g *generator) captured(write func()) string {
	before := g.out
	g.out = &strings.Builder{}
	write()
	text := g.out.String()
	g.out = before
	return text
}

// datum writes what sets a datum of new state t, depending on the old state.
func (g *generator) datum(t, j int) {
	s := g.b.Vars[j].Symbol
	target := "newData[" + strconv.Quote(s.Name) + "]"
	if x := g.m.Given[slotOf(s)]; x != nil {
		g.given(target, s, x)
		return
	}
	var codes []string
	from := map[string][]string{} // the old states, by code
	for old, to := range g.m.States {
		if to != t {
			continue
		}
		code := g.captured(func() {
			if i := g.m.Data[stored.Place{State: old, Datum: j}]; i >= 0 {
				g.value(s, "newData", old, i)
			} else {
				g.ask(target, s)
			}
		})
		if from[code] == nil {
			codes = append(codes, code)
		}
		from[code] = append(from[code], g.a.States[old].Stored())
	}
	open := slices.Contains(g.m.States, -1)
	if len(codes) == 1 && !open {
		g.out.WriteString(codes[0])
		return
	}
	g.line("switch old.State {")
	for _, code := range codes {
		g.line("case %s:\n%s", quoted(from[code]), code)
	}
	if open {
		g.line("default:\n%s", g.captured(func() { g.ask(target, s) }))
	}
	g.line("}")
}
