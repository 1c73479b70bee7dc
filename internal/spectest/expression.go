package spectest

import (
	"fmt"
	"strings"
)

// integer is an expression of type int.
func (w *writer) integer(depth int, event string) string {
	if depth == 0 {
		leaves := []string{"fuel", "x", "n", "m", "1", "2", "0", "-1", "7"}
		switch {
		case event == "E" && w.sound:
			leaves = append(leaves, "max(-99, min(99, event.a))")
		case event == "E":
			leaves = append(leaves, "event.a", "event.a")
		case event == "done" && w.sound:
			leaves = append(leaves, "max(-99, min(99, event.left))")
		case event == "done":
			leaves = append(leaves, "event.left", "event.left")
		}
		return w.pick(leaves...)
	}
	x, y := w.integer(depth-1, event), w.integer(depth-1, event)
	by := y
	if w.sound {
		by = w.pick("4", "7")
	}
	switch w.IntN(9) {
	case 0, 1:
		return fmt.Sprintf("(%s + %s)", x, y)
	case 2:
		return fmt.Sprintf("(%s - %s)", x, y)
	case 3:
		return fmt.Sprintf("(%s * %s)", x, y)
	case 4:
		return fmt.Sprintf("(%s / %s)", x, w.pick("2", "-2", "3", "(n * n + 1)", by))
	case 5:
		return fmt.Sprintf("(%s %% %s)", x, w.pick("2", "-3", "max(1, m)", by))
	case 6:
		return fmt.Sprintf("%s(%s, %s)", w.pick("min", "max"), x, y)
	case 7:
		return fmt.Sprintf("min(%s)", x)
	}
	return fmt.Sprintf("-(%s)", x)
}

// clamped is an expression whose value is in the range of the fuel.
func (w *writer) clamped(event string) string {
	return w.pick(w.top, "0", "fuel", "max(0, fuel - 1)", "max(0, min("+w.top+", "+w.integer(1, event)+"))",
		"max(0, min("+w.integer(2, event)+", "+w.top+"))", "fuel / 2", "fuel % 2", "fuel % 3", "max(0, fuel % 5 - 1)")
}

// boolean is an expression of type bool.
func (w *writer) boolean(depth int, named bool, events ...string) string {
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
			if w.stall {
				leaves = append(leaves, "stalled")
			}
			if w.asks && !isRaisable(event) {
				leaves = append(leaves, "ready", "!ready", "fits(x)", "fits(1)", "maybe")
				if event == "E" {
					leaves = append(leaves, "fits(event.a)", "!fits(event.a)")
				}
			}
		}
		return w.pick(leaves...)
	}
	switch w.IntN(6) {
	case 0:
		return fmt.Sprintf("(%s && %s)", w.boolean(depth-1, named, event), w.boolean(depth-1, named, event))
	case 1:
		return fmt.Sprintf("(%s || %s)", w.boolean(depth-1, named, event), w.boolean(depth-1, named, event))
	case 2:
		return fmt.Sprintf("!(%s)", w.boolean(depth-1, named, event))
	case 3:
		return fmt.Sprintf("%s %s %s", w.integer(1, event), w.pick("<", "<=", ">", ">=", "==", "!="), w.integer(1, event))
	case 4:
		return fmt.Sprintf("(%s) %s (%s)", w.boolean(depth-1, named, event), w.pick("==", "!="), w.boolean(0, named, event))
	}
	return w.boolean(0, named, event)
}
