package diff

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/diag"
)

const (
	// maxRows is the maximum number of rows of a table.
	maxRows = 150
	// maxPage is the maximum length of a page, in bytes: GitHub accepts comments of up to
	// 65,536 characters.
	maxPage = 60_000
)

// extent is the amount of information about a machine.
type extent uint8

const (
	whole   extent = iota
	tables         // no diagram and no details
	heading        // what differs in a line
)

// Markdown returns diffs as a page for a comment on a pull request: a summary, and for each machine
// its breaking changes, a diagram, and collapsible details. If the page would be too long for a
// comment, it is shortened, and says so. No text of a spec becomes markup.
func Markdown(list []*Diff) []byte {
	var b strings.Builder
	breaking, invalid := 0, 0
	for _, d := range list {
		if len(d.Breaking) > 0 {
			breaking++
		}
		if d.Action == Invalid {
			invalid++
		}
	}
	switch {
	case len(list) == 0:
		b.WriteString("**No machine differs.**\n")
	case len(list) > 1:
		text := fmt.Sprintf("%s, %d with breaking changes", diag.Count(len(list)-invalid, "changed machine", "changed machines"), breaking)
		if invalid > 0 {
			text += fmt.Sprintf(", %d not compared", invalid)
		}
		b.WriteString("**" + text + ".**\n\n")
	}
	for i, d := range list {
		if i > 0 {
			b.WriteString("\n")
		}
		text := ""
		for _, e := range []extent{whole, tables, heading} {
			if text = d.markdown(e); b.Len()+len(text) <= maxPage {
				break
			}
		}
		b.WriteString(text)
	}
	return []byte(b.String())
}

func (d *Diff) markdown(e extent) string {
	w := &page{}
	w.section("### " + markdown.Text(d.title()) + "\n\n" + markdown.Text(capital(d.summary())) + ". " + "<sub>" + markdown.Text(d.files()) + "</sub>")
	switch {
	case d.Action == Invalid:
		w.errors(d, e)
		return w.String()
	case d.Empty():
		w.notes(d)
		return w.String()
	}
	const short = "*The rest does not fit in a comment: run* `fsmgen diff` *to see it.*"
	if e == heading {
		w.section(short)
		return w.String()
	}
	w.table(d.verdictTable())
	w.table(d.breakingTable())
	if e == tables {
		w.section(short)
		return w.String()
	}
	if d.graph.differs() {
		w.section(strings.TrimRight(markdown.Fence("mermaid", string(d.Mermaid())), "\n"))
		w.section("<sub>" + legend + "</sub>")
	} else {
		w.section("The diagram has not changed.")
	}
	w.unfold(diag.Count(len(d.Changes), "change", "changes")+" in detail", d.changeTable().String())
	var lines []string
	for _, u := range d.Unchecked {
		lines = append(lines, "- "+markdown.Text(u))
	}
	w.unfold(unchecked, strings.Join(lines, "\n"))
	w.notes(d)
	return w.String()
}

// legend explains the signs of the diagram.
const legend = "**+** added, thick border · **−** removed, dashed border · **~** changed, dotted border · the rest is unchanged"

type page struct{ strings.Builder }

// section writes a part after a blank line.
func (p *page) section(text string) {
	if p.Len() > 0 {
		p.WriteString("\n")
	}
	p.WriteString(text + "\n")
}

func (p *page) table(t *markdown.Table) {
	if t.Len() > 0 {
		p.section(strings.TrimRight(t.String(), "\n"))
	}
}

// unfold writes collapsed details.
func (p *page) unfold(title, text string) {
	if text != "" {
		p.section("<details><summary>" + title + "</summary>\n\n" + strings.TrimRight(text, "\n") + "\n\n</details>")
	}
}

// errors lists the errors of specs.
func (p *page) errors(d *Diff, e extent) {
	const maxErrors = 20
	var lines []string
	for i, about := range d.Errors {
		if i == maxErrors || e == heading {
			lines = append(lines, fmt.Sprintf("- and %d more", len(d.Errors)-i))
			break
		}
		lines = append(lines, "- "+markdown.Code(about.Span.String())+": "+markdown.Text(about.Message))
	}
	p.section(strings.Join(lines, "\n"))
}

func (p *page) notes(d *Diff) {
	var lines []string
	for i, n := range d.Notes {
		if i == maxRows {
			lines = append(lines, fmt.Sprintf("- and %d more", len(d.Notes)-i))
			break
		}
		lines = append(lines, "- "+markdown.Text(n))
	}
	p.unfold(diag.Count(len(lines), "part", "parts")+" rewritten with the same meaning", strings.Join(lines, "\n"))
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// verdictTable writes the changed verdicts and the bound.
func (d *Diff) verdictTable() *markdown.Table {
	t := &markdown.Table{}
	t.Head("Claim", "Before", "After", "Note")
	for _, v := range d.Verdicts {
		what := "changed"
		if v.Gained() {
			what = "✅ gained"
		} else if v.Lost() {
			what = "❌ lost"
		}
		if v.Where != "" {
			what += ": " + markdown.Code(v.Where)
		}
		t.Row(v.What, string(v.Old), string(v.New), what)
	}
	if x := d.Bound; x != nil {
		cell := func(e, number string) string {
			text := markdown.Code(e)
			if text == "" {
				text = "none"
			}
			if number != "" && number != e {
				text += " = " + number
			}
			return text
		}
		note := x.Note
		if x.With != "" && x.OldNumber+x.NewNumber != "" {
			note = strings.TrimPrefix(note+"; numbers for "+markdown.Code(x.With), "; ")
		}
		t.Row("worst-case transitions", cell(x.Old, x.OldNumber), cell(x.New, x.NewNumber), note)
	}
	return t
}

// maxLines is the maximum number of lines of a cell in the table of breaking changes.
const maxLines = 12

// breakingTable writes a row for each code.
func (d *Diff) breakingTable() *markdown.Table {
	t := &markdown.Table{}
	t.Head("Code", "Breaking change", "Where")
	for _, k := range d.byCode() {
		var lines []string
		all := k.lines()
		for i, l := range all {
			if i == maxLines {
				lines = append(lines, fmt.Sprintf("and %d more", len(all)-i))
				break
			}
			var subjects []string
			for i, s := range few(l.subjects) {
				if i < maxSubjects {
					s = markdown.Code(s)
				}
				subjects = append(subjects, s)
			}
			text := strings.Join(subjects, ", ") + ": " + breachText(l.text)
			for _, more := range []string{l.example, l.help} {
				if more != "" {
					text += "; " + markdown.Text(more)
				}
			}
			lines = append(lines, text)
		}
		t.Row(string(k.rule.Code), k.rule.Title, strings.Join(lines, "<br>"))
	}
	return t
}

// breachText returns code if the text shows two versions, and prose otherwise.
func breachText(text string) string {
	if strings.Contains(text, " → ") {
		return markdown.Code(text)
	}
	return markdown.Text(text)
}

func (d *Diff) changeTable() *markdown.Table {
	t := &markdown.Table{}
	t.Head("", "Part", "Name", "What")
	for i := range d.Changes {
		if i == maxRows {
			t.Row("", "", fmt.Sprintf("and %d more", len(d.Changes)-i), "")
			break
		}
		ch := &d.Changes[i]
		var lines []string
		for _, x := range ch.Details {
			lines = append(lines, markdown.Text(x.What)+": "+x.markdown(ch.Action == Changed))
		}
		sign := map[Action]string{Added: "**+**", Removed: "**−**", Changed: "**~**", Renamed: "**~**"}[ch.Action]
		t.Row(sign, ch.Part, markdown.Code(ch.title()), strings.Join(lines, "<br>"))
	}
	return t
}

// markdown returns a detail as Markdown.
func (t Detail) markdown(both bool) string {
	side := func(text string) string {
		if text == "" {
			return "none"
		}
		return markdown.Code(text)
	}
	text := side(t.Old) + " → " + side(t.New)
	switch {
	case both:
	case t.Old == "":
		text = side(t.New)
	case t.New == "":
		text = side(t.Old)
	}
	if t.Note != "" {
		text += " (" + markdown.Text(t.Note) + ")"
	}
	return text
}
