package diff

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
)

// audiences are those who notice a breaking change, by the first digit of its code.
var audiences = []struct{ digit, name string }{
	{"1", "Go code that uses the package"},
	{"2", "Stored machines"},
	{"3", "Callers' behavior"},
	{"4", "Proofs and bounds"},
}

const (
	// maxOpen is the maximum number of lines of an audience that are not collapsed.
	maxOpen = 5
	// maxLines is the maximum number of lines of an audience.
	maxLines = 100
)

// consequences lists the breaking changes by who notices them, each with its code and place.
func (w *page) consequences(d *Diff) {
	groups := d.byCode()
	for _, a := range audiences {
		var lines []string
		for _, k := range groups {
			if strings.HasPrefix(string(k.rule.Code), "FSMB"+a.digit) {
				lines = append(lines, k.markdown(d)...)
			}
		}
		if len(lines) == 0 {
			continue
		}
		if n := len(lines); n > maxLines {
			lines = append(lines[:maxLines], fmt.Sprintf("- and %d more", n-maxLines))
		}
		open := lines
		if len(lines) > maxOpen+1 {
			open = lines[:maxOpen]
		}
		w.section("**" + a.name + "**\n\n" + strings.Join(open, "\n"))
		if rest := lines[len(open):]; len(rest) > 0 {
			w.unfold(fmt.Sprintf("%d more", len(rest)), strings.Join(rest, "\n"))
		}
	}
}

// markdown writes a line for each text and place of a code.
func (k group) markdown(d *Diff) []string {
	var out []string
	for _, l := range k.lines() {
		var subjects []string
		for i, s := range few(l.subjects) {
			if i < maxSubjects {
				s = markdown.Code(s)
			}
			subjects = append(subjects, s)
		}
		text := fmt.Sprintf("- %s %s: %s", k.rule.Code, k.rule.Title, strings.Join(subjects, ", "))
		if asks := d.asks[l.subjects[0]]; k.rule.Code == ProofLost && asks != "" {
			text += " (" + markdown.Message(asks) + ")"
		}
		if k.rule.Code == BoundRaised {
			text += ": the formulas are below"
		} else if !strings.Contains(k.rule.Title, l.text) { // "a removed state: removed"
			text += ": " + breachText(l.text)
		}
		for _, more := range []string{l.example, l.help} {
			if more != "" {
				text += "; " + markdown.Message(more)
			}
		}
		out = append(out, text+" ("+placeText(l.place)+")")
	}
	return out
}

// placeText writes a place as file:line, which is in the old spec if the part is gone.
func placeText(s spot) string {
	text := markdown.Code(printable(fmt.Sprintf("%s:%d", s.span.File, s.span.Start.Line)))
	if s.gone {
		return "was " + text
	}
	return text
}

// breachText returns code if the text shows two versions, and prose otherwise.
func breachText(text string) string {
	if strings.Contains(text, " → ") {
		return markdown.Code(text)
	}
	return markdown.Message(text)
}
