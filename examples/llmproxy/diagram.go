package main

import (
	"fmt"
	"html"
	"math"
	"strings"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// The size of a state in the diagram.
const (
	stateWidth  = 120.0
	stateHeight = 46.0
)

// place returns the middle of a state in the diagram; the bool is false for a
// state that has none.
func place(s fallback.State) (x, y float64, ok bool) {
	switch s {
	case fallback.StateIdle:
		return 80, 60, true
	case fallback.StateSelecting:
		return 300, 60, true
	case fallback.StateAttempting:
		return 540, 60, true
	case fallback.StateSucceeded:
		return 780, 60, true
	case fallback.StateRetrying:
		return 660, 195, true
	case fallback.StateExhausted:
		return 80, 195, true
	case fallback.StateAborted:
		return 420, 290, true
	}
	return 0, 0, false
}

// edgeID names an edge of the diagram.
func edgeID(from, to fallback.State) string {
	return from.String() + "-" + to.String()
}

// diagram draws the machine from its table of transitions, one edge for each
// pair of states. The page writes the counts into it.
func diagram() string {
	var b strings.Builder
	b.WriteString(`<svg viewBox="0 0 860 325" role="img" aria-label="The states of the machine">` +
		`<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>`)
	events := make(map[string][]string)
	var edges []fallback.Transition
	for _, t := range fallback.Transitions() {
		id := edgeID(t.From, t.To)
		if events[id] == nil {
			edges = append(edges, t)
		}
		if names := events[id]; len(names) == 0 || names[len(names)-1] != t.Event.String() {
			events[id] = append(names, t.Event.String())
		}
	}
	for _, t := range edges {
		id := edgeID(t.From, t.To)
		path, x, y := curve(t.From, t.To)
		fmt.Fprintf(&b, `<g class="edge" id="%s"><path d="%s" marker-end="url(#tip)"><title>%s</title></path><text x="%.0f" y="%.0f"></text></g>`,
			id, path, html.EscapeString(t.From.String()+" to "+t.To.String()+": "+strings.Join(events[id], ", ")), x, y)
	}
	for _, s := range fallback.States() {
		x, y, _ := place(s)
		fmt.Fprintf(&b, `<g class="state %s" id="%s"><rect x="%.0f" y="%.0f" width="%.0f" height="%.0f" rx="9"/><text x="%.0f" y="%.0f">%s</text><text class="count" x="%.0f" y="%.0f">0</text></g>`,
			s.Outcome(), s, x-stateWidth/2, y-stateHeight/2, stateWidth, stateHeight, x, y-3, s, x, y+15)
	}
	b.WriteString(`</svg>`)
	return b.String()
}

// curve returns the path of an edge, and the position of its count. Edges are bent
// to their left, so that there and back are two.
func curve(from, to fallback.State) (path string, x, y float64) {
	x1, y1, _ := place(from)
	x2, y2, _ := place(to)
	if from == to {
		top := y1 - stateHeight/2
		return fmt.Sprintf("M%.0f %.0fC%.0f %.0f %.0f %.0f %.0f %.0f", x1-20, top, x1-30, top-34, x1+30, top-34, x1+20, top), x1, top - 28
	}
	length := math.Hypot(x2-x1, y2-y1)
	ux, uy := (x2-x1)/length, (y2-y1)/length
	bend := 16 + length*0.06
	mx, my := (x1+x2)/2+uy*bend, (y1+y2)/2-ux*bend
	ax, ay := border(x1, y1, mx, my)
	bx, by := border(x2, y2, mx, my)
	return fmt.Sprintf("M%.0f %.0fQ%.0f %.0f %.0f %.0f", ax, ay, mx, my, bx, by), (ax+bx)/4 + mx/2, (ay+by)/4 + my/2 - 3
}

// border returns where the line from the middle of a state to a point leaves it.
func border(x, y, toX, toY float64) (float64, float64) {
	dx, dy := toX-x, toY-y
	scale := min(stateWidth/2/max(math.Abs(dx), 1e-9), stateHeight/2/max(math.Abs(dy), 1e-9))
	return x + dx*scale, y + dy*scale
}
