package charts

import "fmt"

// variable is a variable of a chart. Ints stay between -1 and 4 or so.
type variable struct {
	name, kind string
}

// scope is what an expression may read, and an alternative may set.
type scope struct {
	source *state
	// reads and sets are indices of variables.
	reads, sets []int
	payload     []field
	// datum is the datum of the source, or "".
	datum string
	// asks admits external guards.
	asks bool
	// bare forbids what only transitions can use.
	bare bool
	// in are states that `in` may ask for.
	in []*state
}

type field struct{ name, kind string }

// names returns the names of a kind that a scope has.
func (g *generator) names(s scope, kind string) (out []string) {
	for _, i := range s.reads {
		if g.vars[i].kind == kind {
			out = append(out, g.vars[i].name)
		}
	}
	for _, f := range s.payload {
		if f.kind == kind {
			out = append(out, g.field(f))
		}
	}
	if kind == "int" {
		if s.datum != "" {
			out = append(out, s.datum)
		}
		out = append(out, "p")
	}
	return out
}

func (g *generator) name(s scope, kind string) string {
	if all := g.names(s, kind); len(all) > 0 {
		return all[g.IntN(len(all))]
	}
	return ""
}

// value returns an expression of a kind.
func (g *generator) value(s scope, kind string) string {
	s.asks = false
	name := g.name(s, kind)
	switch kind {
	case "int":
		if name == "" || g.chance(25) {
			return fmt.Sprint(g.IntN(3))
		}
		switch g.IntN(6) {
		case 0, 1:
			return fmt.Sprintf("(%s + %d) %% 4", name, 1+g.IntN(2))
		case 2:
			return fmt.Sprintf("min(%s, %s)", name, g.name(s, "int"))
		case 3:
			return fmt.Sprintf("max(%s - 1, 0)", name)
		case 4:
			return fmt.Sprintf("(2 * %s + %s) %% 3", name, g.name(s, "int"))
		}
		return name
	case "bool":
		if name == "" || g.chance(30) {
			return g.condition(s)
		}
		return g.pick(name, "!"+name, "true", "false")
	case "Color":
		if name == "" || g.chance(50) {
			return g.pick("Red", "Green", "Color.Blue")
		}
		return name
	}
	if name == "" || g.chance(60) {
		return g.pick(`"a"`, `"b"`, `""`)
	}
	return name
}

// condition returns a condition that holds about every second time.
func (g *generator) condition(s scope) string {
	switch g.IntN(12) {
	case 0:
		if len(s.in) > 0 {
			return g.pick("", "!") + "in(" + s.in[g.IntN(len(s.in))].name + ")"
		}
	case 1:
		if g.with.guards && !s.bare {
			if s.asks && g.chance(60) {
				return g.pick("likes", "!likes", "fits("+g.name(s, "int")+")", "fits(1)")
			}
			return g.pick("big", "!big")
		}
	case 2:
		if name := g.name(s, "bool"); name != "" {
			return g.pick("", "!") + name
		}
	case 3:
		if name := g.name(s, "Color"); name != "" {
			return name + g.pick(" == ", " != ") + g.pick("Red", "Green", "Blue")
		}
	case 4:
		if name := g.name(s, "string"); name != "" {
			return name + g.pick(" == ", " != ") + g.pick(`"a"`, `"b"`)
		}
	case 5:
		if g.with.stall && !s.bare {
			return "stalled"
		}
	case 6:
		return fmt.Sprintf("%s %s %d && %s %s %d", g.name(s, "int"), g.pick("<", ">=", "!="), g.IntN(3), g.name(s, "int"), g.pick("<", ">", "=="), g.IntN(3))
	case 7:
		return fmt.Sprintf("%s > 1 || %s == %d", g.name(s, "int"), g.name(s, "int"), g.IntN(3))
	}
	return fmt.Sprintf("%s %s %d", g.name(s, "int"), g.pick("<", ">", "==", "!=", "<=", ">="), g.IntN(3))
}
