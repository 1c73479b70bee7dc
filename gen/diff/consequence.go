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

// consequences lists the breaking changes by who notices them, each with its code and place, collapsed.
func (w *page) consequences(d *Diff) {
	groups, inner := d.byCode(), &page{}
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
		inner.section("**" + a.name + "**\n\n" + strings.Join(open, "\n"))
		if rest := lines[len(open):]; len(rest) > 0 {
			inner.unfold(fmt.Sprintf("%d more", len(rest)), strings.Join(rest, "\n"))
		}
	}
	w.unfold(counted(len(d.Breaking), "breaking consequence", "breaking consequences"), inner.String())
}

// markdown writes a line for each text and place of a code.
func (k group) markdown(d *Diff) []string {
	var out []string
	for _, l := range k.lines() {
		out = append(out, "- "+d.lineText(k.rule, l))
	}
	return out
}

// lineText writes a breaking change of one or several parts.
func (d *Diff) lineText(rule Rule, l line) string {
	var subjects []string
	for i, s := range few(l.subjects) {
		if i < maxSubjects {
			s = markdown.Code(s)
		}
		subjects = append(subjects, s)
	}
	text := rule.Title + ": " + strings.Join(subjects, ", ")
	if asks := d.asks[l.subjects[0]]; rule.Code == ProofLost && asks != "" {
		text += " (" + markdown.Message(asks) + ")"
	}
	// "a removed state: removed" says it twice, and formulas have a line of their own.
	if rule.Code != BoundRaised && !strings.Contains(rule.Title, l.text) {
		text += ": " + breachText(l.text)
	}
	for _, more := range []string{l.example, l.help} {
		if more != "" {
			text += "; " + markdown.Message(more)
		}
	}
	return text + " (" + string(rule.Code) + ", " + d.placeText(l.place) + ")"
}

// placeText writes a place as a line of the new spec, or of the old one if the part is gone, and as file:line in other files.
func (d *Diff) placeText(s spot) string {
	text, file := fmt.Sprintf("line %d", s.span.Start.Line), d.NewFile
	if s.gone {
		file = d.OldFile
	}
	if s.span.File != file {
		text = markdown.Code(printable(fmt.Sprintf("%s:%d", s.span.File, s.span.Start.Line)))
	}
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
