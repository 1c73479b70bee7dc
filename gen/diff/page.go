package diff

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// page is the part of a comment about one machine.
type page struct{ strings.Builder }

// section writes a part after a blank line.
func (p *page) section(text string) {
	if p.Len() > 0 {
		p.WriteString("\n")
	}
	p.WriteString(text + "\n")
}

// unfold writes collapsed details.
func (p *page) unfold(title, text string) {
	if text != "" {
		p.section("<details><summary>" + title + "</summary>\n\n" + strings.TrimRight(text, "\n") + "\n\n</details>")
	}
}

// bullets writes a list of n lines. It leaves out those after the first most, and says how many they are.
func bullets(n, most int, line func(i int) string) []string {
	var lines []string
	for i := range min(n, most) {
		lines = append(lines, "- "+line(i))
	}
	if n > most {
		lines = append(lines, fmt.Sprintf("- and %d more", n-most))
	}
	return lines
}

// errors lists the errors of specs.
func (p *page) errors(d *Diff, e extent) {
	const maxErrors = 20
	most := maxErrors
	if e == heading {
		most = 0
	}
	lines := bullets(len(d.Errors), most, func(i int) string {
		about := d.Errors[i]
		// The path of a spec could be a command of a CI system.
		return markdown.Code(printable(about.Span.String())) + ": " + markdown.Message(about.Message)
	})
	p.section(strings.Join(lines, "\n"))
}

// proofs shows the first run that refutes what was proved, and collapses the others.
func (p *page) proofs(d *Diff) {
	fence := func(x proof) string {
		text := strings.TrimRight(markdown.Fence("text", x.trace), "\n")
		if x.again != "" {
			text += "\n\n" + markdown.Message(x.again) + "."
		}
		return text
	}
	for i, x := range d.proofs {
		if i > 0 {
			p.unfold(markdown.HTML(capital(x.title)), fence(x))
			continue
		}
		p.section(markdown.Message(capital(x.title)) + ":\n\n" + fence(x))
	}
	switch {
	case d.missing != "":
		p.section("Neither a proof nor a counterexample was found. " + markdown.Message(capital(d.missing)) + ".")
	case d.unfounded:
		p.section("No counterexample was found, so what is no longer proved may still hold.")
	}
}

// picture shows what has changed: the image at an address, or else a flowchart.
func (p *page) picture(d *Diff, address string) {
	switch {
	case d.Action == Removed: // nothing of it remains to be seen
	case !d.picture.Marked():
		p.section("The states and arrows have not changed.")
	case address != "":
		p.section("![Both versions of " + markdown.Text(d.title()) + " in one image](" + address + ")")
		p.section("<sub>" + legend + "</sub>")
	default:
		p.section(strings.TrimRight(markdown.Fence("mermaid", string(d.Mermaid())), "\n"))
		p.section("<sub>" + legend + "</sub>")
	}
}

// dead lists what no run reaches any longer, collapsed.
func (p *page) dead(d *Diff) {
	lines := bullets(len(d.Dead), maxRows, func(i int) string {
		x := &d.Dead[i]
		return markdown.Code(x.Text) + ": " + markdown.Text(x.Reason) + " (" + d.placeText(spot{span: x.Span}) + ")"
	})
	p.unfold(counted(len(lines), "part", "parts")+" no longer reached", strings.Join(lines, "\n"))
}

func (p *page) notes(d *Diff) {
	lines := bullets(len(d.Notes), maxRows, func(i int) string { return markdown.Message(d.Notes[i]) })
	p.unfold(diag.Count(len(lines), "part", "parts")+" rewritten with the same meaning", strings.Join(lines, "\n"))
}
