package main

import (
	"fmt"
	"html"
	"strings"

	"github.com/fsmgen/fsmgen/machines/negotiation"
)

// Sizes of the plot, in pixels.
const (
	rowHeight  = 22
	top        = 96
	left       = 190
	barWidth   = 380
	turnsLeft  = left + barWidth + 40
	turnsWidth = 180
	plotWidth  = turnsLeft + turnsWidth + 60
)

// part is a part of a bar, and its color.
type part struct {
	name, color string
	count       func(pairing) int
}

func parts() []part {
	failed := func(reason negotiation.FailureReason) func(pairing) int {
		return func(p pairing) int { return p.failed[reason] }
	}
	return []part{
		{"agreed", "#1a7f37", func(p pairing) int { return p.agreed }},
		{"max turns", "#bf8700", failed(negotiation.FailureReasonMaxTurnsExceeded)},
		{"left", "#cf222e", pairing.rejected},
		{"policy", "#8250df", failed(negotiation.FailureReasonPolicyViolation)},
		{"timeout", "#0969da", failed(negotiation.FailureReasonTimedOut)},
		{"no overlap", "#afb8c1", failed(negotiation.FailureReasonNoOverlap)},
	}
}

// plot returns an SVG image of a tournament: for each pair of strategies a bar
// of the outcomes and one of the turns.
func plot(t tournament) []byte {
	var b strings.Builder
	height := top + rowHeight*len(t.pairings) + 30
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" font-family="sans-serif" font-size="12">`+"\n",
		plotWidth, height, plotWidth, height)
	fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString("Outcomes and turns of negotiations"))
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", plotWidth, height)
	write(&b, 20, 28, "start", fmt.Sprintf("Negotiations: %d for each pair of strategies, at most %d turns", t.pairings[0].games(), t.turns))
	x := 20
	for _, p := range parts() {
		fmt.Fprintf(&b, `<rect x="%d" y="42" width="12" height="12" fill="%s"/>`+"\n", x, p.color)
		write(&b, x+17, 52, "start", p.name)
		x += 100
	}
	write(&b, left-10, top-12, "end", "buyer – seller")
	write(&b, left, top-12, "start", "outcomes")
	write(&b, turnsLeft, top-12, "start", fmt.Sprintf("turns on average, of %d", t.turns))
	for i, p := range t.pairings {
		drawRow(&b, top+i*rowHeight, p, t.turns)
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

// drawRow draws the bars of one pair.
func drawRow(b *strings.Builder, y int, p pairing, most int) {
	const height = rowHeight - 6
	write(b, left-10, y+12, "end", p.buyer+" – "+p.seller)
	x, total := float64(left), p.games()
	for _, part := range parts() {
		count := part.count(p)
		if count == 0 {
			continue
		}
		width := barWidth * mean(float64(count), total)
		fmt.Fprintf(b, `<rect x="%.2f" y="%d" width="%.2f" height="%d" fill="%s"><title>%s</title></rect>`+"\n",
			x, y, width, height, part.color, html.EscapeString(fmt.Sprintf("%s: %.1f %%", part.name, percent(count, total))))
		x += width
	}
	turns := mean(float64(p.turns), p.begun())
	width := turnsWidth * turns / float64(most)
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%.2f" height="%d" fill="#57606a"/>`+"\n", turnsLeft, y, width, height)
	write(b, turnsLeft+turnsWidth+8, y+12, "start", fmt.Sprintf("%.1f", turns))
}

// write writes a text that begins, or with anchor "end" ends, at x.
func write(b *strings.Builder, x, y int, anchor, text string) {
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="%s" fill="#1f2328">%s</text>`+"\n", x, y, anchor, html.EscapeString(text))
}
