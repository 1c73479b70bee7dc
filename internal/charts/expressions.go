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
			out = append(out, g.fuel.field(f))
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
		return all[g.dice.rand.IntN(len(all))]
	}
	return ""
}

// value returns an expression of a kind.
func (g *generator) value(s scope, kind string) string {
	s.asks = false
	name := g.name(s, kind)
	switch kind {
	case "int":
		if name == "" || g.dice.chance(25) {
			return fmt.Sprint(g.dice.rand.IntN(3))
		}
		switch g.dice.rand.IntN(6) {
		case 0, 1:
			return fmt.Sprintf("(%s + %d) %% 4", name, 1+g.dice.rand.IntN(2))
		case 2:
			return fmt.Sprintf("min(%s, %s)", name, g.name(s, "int"))
		case 3:
			return fmt.Sprintf("max(%s - 1, 0)", name)
		case 4:
			return fmt.Sprintf("(2 * %s + %s) %% 3", name, g.name(s, "int"))
		}
		return name
	case "bool":
		if name == "" || g.dice.chance(30) {
			return g.condition(s)
		}
		return g.dice.pick(name, "!"+name, "true", "false")
	case "Color":
		if name == "" || g.dice.chance(50) {
			return g.dice.pick("Red", "Green", "Color.Blue")
		}
		return name
	}
	if name == "" || g.dice.chance(60) {
		return g.dice.pick(`"a"`, `"b"`, `""`)
	}
	return name
}

// condition returns a condition that holds about every second time.
func (g *generator) condition(s scope) string {
	switch g.dice.rand.IntN(12) {
	case 0:
		if len(s.in) > 0 {
			return g.dice.pick("", "!") + "in(" + s.in[g.dice.rand.IntN(len(s.in))].name + ")"
		}
	case 1:
		if g.with.guards && !s.bare {
			if s.asks && g.dice.chance(60) {
				return g.dice.pick("likes", "!likes", "fits("+g.name(s, "int")+")", "fits(1)")
			}
			return g.dice.pick("big", "!big")
		}
	case 2:
		if name := g.name(s, "bool"); name != "" {
			return g.dice.pick("", "!") + name
		}
	case 3:
		if name := g.name(s, "Color"); name != "" {
			return name + g.dice.pick(" == ", " != ") + g.dice.pick("Red", "Green", "Blue")
		}
	case 4:
		if name := g.name(s, "string"); name != "" {
			return name + g.dice.pick(" == ", " != ") + g.dice.pick(`"a"`, `"b"`)
		}
	case 5:
		if g.with.stall && !s.bare {
			return "stalled"
		}
	case 6:
		return fmt.Sprintf("%s %s %d && %s %s %d", g.name(s, "int"), g.dice.pick("<", ">=", "!="), g.dice.rand.IntN(3), g.name(s, "int"), g.dice.pick("<", ">", "=="), g.dice.rand.IntN(3))
	case 7:
		return fmt.Sprintf("%s > 1 || %s == %d", g.name(s, "int"), g.name(s, "int"), g.dice.rand.IntN(3))
	}
	return fmt.Sprintf("%s %s %d", g.name(s, "int"), g.dice.pick("<", ">", "==", "!=", "<=", ">="), g.dice.rand.IntN(3))
}
