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

// Markdown returns diffs as a page for a comment on a pull request: for each machine one sentence, a picture of the change, at
// most five lines with what follows from it, a run that refutes what is no longer proved, and collapsed details. If the page
// would be too long for a comment, it is shortened, and says so. No text of a spec becomes markup.
func Markdown(list []*Diff) []byte {
	return Illustrated(list, func(*Diff) string { return "" })
}

// Illustrated is Markdown with images as [Diff.SVG] draws them, at the URLs that address returns. Where it returns "", the picture is
// one of Mermaid.
func Illustrated(list []*Diff, address func(*Diff) string) []byte {
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
			if text = d.markdown(e, address(d)); b.Len()+len(text) <= maxPage {
				break
			}
		}
		b.WriteString(text)
	}
	return []byte(b.String())
}

// markdown returns the part of a comment about the machine, with the image at an address, unless it is "".
func (d *Diff) markdown(e extent, address string) string {
	w := &page{}
	name := markdown.Text(d.title())
	if d.Empty() {
		w.section("**" + name + "**: no change in meaning" + d.rewritten() + ".")
		return w.String()
	}
	w.section("### " + name + "\n\n" + d.sign() + "**" + capital(d.sentence()) + ".** <sub>" + markdown.Text(d.where()) + d.version() + "</sub>")
	if d.Action == Invalid {
		w.errors(d, e)
		return w.String()
	}
	const short = "*The rest does not fit in a comment: run* `fsmgen diff` *to see it.*"
	if e == heading {
		w.section(short)
		return w.String()
	}
	if e == whole {
		w.picture(d, address)
	}
	seen, told := facts{d}.list()
	if len(seen) > 0 {
		w.section(strings.Join(seen, "\n"))
	}
	w.proofs(d)
	if !told {
		w.consequences(d.active())
	}
	if (facts{d}).long() {
		w.unfold("the formulas of the worst case", facts{d}.formulas())
	}
	w.dead(d)
	w.waived(d)
	if e == tables {
		w.section(short)
		return w.String()
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
