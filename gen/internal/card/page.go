package card

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/verify"
)

// page is a card that is written. Its methods write; functions make the parts.
type page struct {
	strings.Builder
	r *verify.Report
	// spec is the target of links to the spec, or "".
	spec string
	// image is the path of an image of the machine, or "".
	image string
	// level is the Markdown prefix of the title, such as "##".
	level string
}

// heading returns the heading of a section.
func (w *page) heading(title string) string {
	return w.level[:min(len(w.level), 5)] + "# " + title
}

// section writes the parts that are not empty, each after a blank line.
func (w *page) section(parts ...string) {
	for _, p := range parts {
		if p != "" {
			w.WriteString("\n" + p + "\n")
		}
	}
}

// table writes a section with a table and notes, unless the table has no rows.
func (w *page) table(title string, t *markdown.Table, notes ...string) {
	if t.Len() > 0 {
		w.section(w.heading(title), tableText(t))
		w.section(notes...)
	}
}

// fold hides parts below a title that the reader can open.
func (w *page) fold(title string, parts ...string) { w.section(folds(title, parts...)) }

// lengthy reports whether a text takes more than a line beside others.
func lengthy(text string) bool { return len(text) > 120 }

// opens hides a text in a line below a title that the reader can open. Both are Markdown.
func opens(title, text string) string {
	return " <details><summary>" + title + "</summary>" + text + "</details>"
}

func folds(title string, parts ...string) string {
	return strings.Join(slices.Concat([]string{"<details>\n<summary>" + markdown.HTML(title) + "</summary>"}, parts, []string{"</details>"}), "\n\n")
}

// tableText returns a table without the line end.
func tableText(t *markdown.Table) string { return strings.TrimRight(t.String(), "\n") }
