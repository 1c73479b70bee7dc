package spectest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// terms writes random expressions.
type terms struct {
	dice dice
	// top is the range of the fuel, over the parameters.
	top string
	// stall says that the machine has this rule, and asks that there are external guards.
	stall, asks bool
	// sound says that nothing may be wrong: values stay small.
	sound bool
}

// integer is an expression of type int.
func (t *terms) integer(depth int, event string) string {
	if depth == 0 {
		leaves := []string{"fuel", "x", "n", "m", "1", "2", "0", "-1", "7"}
		switch {
		case event == "E" && t.sound:
			leaves = append(leaves, "max(-99, min(99, event.a))")
		case event == "E":
			leaves = append(leaves, "event.a", "event.a")
		case event == "done" && t.sound:
			leaves = append(leaves, "max(-99, min(99, event.left))")
		case event == "done":
			leaves = append(leaves, "event.left", "event.left")
		}
		return t.dice.pick(leaves...)
	}
	x, y := t.integer(depth-1, event), t.integer(depth-1, event)
	by := y
	if t.sound {
		by = t.dice.pick("4", "7")
	}
	switch t.dice.rand.IntN(9) {
	case 0, 1:
		return fmt.Sprintf("(%s + %s)", x, y)
	case 2:
		return fmt.Sprintf("(%s - %s)", x, y)
	case 3:
		return fmt.Sprintf("(%s * %s)", x, y)
	case 4:
		return fmt.Sprintf("(%s / %s)", x, t.dice.pick("2", "-2", "3", "(n * n + 1)", by))
	case 5:
		return fmt.Sprintf("(%s %% %s)", x, t.dice.pick("2", "-3", "max(1, m)", by))
	case 6:
		return fmt.Sprintf("%s(%s, %s)", t.dice.pick("min", "max"), x, y)
	case 7:
		return fmt.Sprintf("min(%s)", x)
	}
	return fmt.Sprintf("-(%s)", x)
}

// clamped is an expression whose value is in the range of the fuel.
func (t *terms) clamped(event string) string {
	return t.dice.pick(t.top, "0", "fuel", "max(0, fuel - 1)", "max(0, min("+t.top+", "+t.integer(1, event)+"))",
		"max(0, min("+t.integer(2, event)+", "+t.top+"))", "fuel / 2", "fuel % 2", "fuel % 3", "max(0, fuel % 5 - 1)")
}

// boolean is an expression of type bool.
func (t *terms) boolean(depth int, named bool, events ...string) string {
	event := strings.Join(events, "")
	if depth == 0 {
		leaves := []string{"flag", "strict", "color == Red", "color != paint", "one == Only", `name == "a"`, "name != label", "x > 0", "fuel > 1", "x != fuel", "n < m", "x % 2 == 0"}
		switch event {
		case "E":
			leaves = append(leaves, "event.ok", "event.a > 2", "event.a == x", "event.ok == flag", "(event.a > 0) == event.ok")
		case "done":
			leaves = append(leaves, "event.ok", "event.left > 0", "event.left == x", "(event.left > 1) == event.ok")
		case "F":
			leaves = append(leaves, "event.c == color", `event.s == "a"`, "event.s != name", "event.c == Blue")
		}
		if named {
			leaves = append(leaves, "low", "high", "low")
			if t.stall {
				leaves = append(leaves, "stalled")
			}
			if t.asks && !isRaisable(event) {
				leaves = append(leaves, "ready", "!ready", "fits(x)", "fits(1)", "maybe")
				if event == "E" {
					leaves = append(leaves, "fits(event.a)", "!fits(event.a)")
				}
			}
		}
		return t.dice.pick(leaves...)
	}
	switch t.dice.rand.IntN(6) {
	case 0:
		return fmt.Sprintf("(%s && %s)", t.boolean(depth-1, named, event), t.boolean(depth-1, named, event))
	case 1:
		return fmt.Sprintf("(%s || %s)", t.boolean(depth-1, named, event), t.boolean(depth-1, named, event))
	case 2:
		return fmt.Sprintf("!(%s)", t.boolean(depth-1, named, event))
	case 3:
		return fmt.Sprintf("%s %s %s", t.integer(1, event), t.dice.pick("<", "<=", ">", ">=", "==", "!="), t.integer(1, event))
	case 4:
		return fmt.Sprintf("(%s) %s (%s)", t.boolean(depth-1, named, event), t.dice.pick("==", "!="), t.boolean(0, named, event))
	}
	return t.boolean(0, named, event)
}

// dice makes random choices.
type dice struct{ rand *rand.Rand }

func (d dice) pick(of ...string) string { return of[d.rand.IntN(len(of))] }

func (d dice) chance(percent int) bool { return d.rand.IntN(100) < percent }
