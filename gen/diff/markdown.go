package diff

import (
	"fmt"
	"slices"
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

// Markdown returns diffs as a page for a comment on a pull request: for each machine one sentence, a run that refutes what is
// no longer proved, the breaking changes by who notices them, the bound, what is no longer reached, a picture of the change,
// and collapsed details. If the page would be too long for a
// comment, it is shortened, and says so. No text of a spec becomes markup.
func Markdown(list []*Diff) []byte {
	var b strings.Builder
	breaking, invalid, changed := 0, 0, 0
	list = slices.DeleteFunc(slices.Clone(list), func(d *Diff) bool { return d.Empty() && len(d.Notes)+len(d.Unchecked) == 0 })
	for _, d := range list {
		if d.Action != Invalid && !d.Empty() {
			changed++
		}
		if len(d.Breaking) > 0 {
			breaking++
		}
		if d.Action == Invalid {
			invalid++
		}
	}
	switch {
	case changed+invalid == 0:
		b.WriteString("**No machine differs in meaning.**\n")
		if len(list) > 0 {
			b.WriteString("\n")
		}
	case changed+invalid > 1:
		text := fmt.Sprintf("%s, %d with breaking changes", diag.Count(changed, "changed machine", "changed machines"), breaking)
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
	name := markdown.Text(d.title())
	if d.Empty() {
		w.section("**" + name + "**: no change in meaning" + d.rewritten() + ".")
		return w.String()
	}
	w.section("### " + name + "\n\n" + d.sign() + "**" + capital(d.sentence()) + ".** <sub>" + markdown.Text(d.files()) + "</sub>")
	if d.Action == Invalid {
		w.errors(d, e)
		return w.String()
	}
	const short = "*The rest does not fit in a comment: run* `fsmgen diff` *to see it.*"
	if e == heading {
		w.section(short)
		return w.String()
	}
	w.proofs(d)
	w.consequences(d.active())
	w.waived(d)
	if advice := d.Advice().String(); advice != "" {
		w.section("<sub>" + markdown.Text(capital(advice)) + ".</sub>")
	}
	w.table(d.verdictTable())
	w.dead(d)
	if e == tables {
		w.section(short)
		return w.String()
	}
	switch {
	case d.Action == Removed: // nothing of it remains to be seen
	case d.picture.Marked():
		w.section(strings.TrimRight(markdown.Fence("mermaid", string(d.Mermaid())), "\n"))
		w.section("<sub>" + legend + "</sub>")
	default:
		w.section("The states and arrows have not changed.")
	}
	w.unfold(counted(len(d.Changes), "change", "changes")+" in detail", d.changeTable().String())
	var lines []string
	for _, u := range d.Unchecked {
		lines = append(lines, "- "+markdown.Message(u))
	}
	w.unfold(unchecked, strings.Join(lines, "\n"))
	w.notes(d)
	return w.String()
}

// rewritten says in half a sentence what differs in a diff without changes.
func (d *Diff) rewritten() string {
	var parts []string
	if n := len(d.Notes); n > 0 {
		parts = append(parts, counted(n, "part", "parts")+" rewritten")
	}
	if n := len(d.Unchecked); n > 0 {
		parts = append(parts, counted(n, "condition", "conditions")+" that the old version does not check when it restores a machine")
	}
	if len(parts) == 0 {
		return ""
	}
	return "; " + strings.Join(parts, ", ")
}

// legend explains the picture.
const legend = "**+** added, green and thick · **−** removed, red and dashed · **~** changed, amber · gray: unchanged, events only"

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// verdictTable writes the bound, and the verdicts that have changed but are not lost.
func (d *Diff) verdictTable() *markdown.Table {
	t := &markdown.Table{}
	t.Head("Claim", "Before", "After", "Note")
	for _, v := range d.Verdicts {
		what := "changed"
		if v.Gained() {
			what = "✅ gained"
		} else if v.Lost() {
			continue // a breaking change
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
	} else if x := d.claims.bound; x.before != x.after && x.before != "" && x.after != "" {
		t.Row("worst-case transitions", x.before, x.after, markdown.Text("the same formula, with "+x.with))
	}
	return t
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
	case t.Old == t.New:
		text = side(t.Old)
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
