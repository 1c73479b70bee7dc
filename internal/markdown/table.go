package markdown

import (
	"strings"
	"unicode/utf8"
)

// maxPad is the widest column, in letters, whose source is aligned.
const maxPad = 60

// Table is a table in the making. Cells are Markdown made with [Text] and
// [Code]. The zero value is empty and ready.
type Table struct {
	head []string
	rows [][]string
}

// Head sets the titles of the columns.
func (t *Table) Head(titles ...string) { t.head = barred(titles) }

// Row adds a row, with a cell for each column.
func (t *Table) Row(cells ...string) { t.rows = append(t.rows, barred(cells)) }

// barred keeps the bars that cells have in code from ending the cell.
func barred(cells []string) []string {
	list := make([]string, len(cells))
	for i, c := range cells {
		list[i] = strings.ReplaceAll(c, "|", `\|`)
	}
	return list
}

// Len returns the number of rows.
func (t *Table) Len() int { return len(t.rows) }

// String returns the table, ending in a newline, with its source aligned. A
// column other than the first in which all cells are empty is left out. A
// table without rows is empty.
func (t *Table) String() string {
	if len(t.rows) == 0 {
		return ""
	}
	var b strings.Builder
	var columns, widths []int
	for c := range t.head {
		if c > 0 && !t.filled(c) {
			continue
		}
		width := 3
		for _, row := range append([][]string{t.head}, t.rows...) {
			width = max(width, utf8.RuneCountInString(row[c]))
		}
		columns, widths = append(columns, c), append(widths, min(width, maxPad))
	}
	write := func(row []string) {
		for i, c := range columns {
			pad := max(0, widths[i]-utf8.RuneCountInString(row[c]))
			b.WriteString("| " + row[c] + strings.Repeat(" ", pad) + " ")
		}
		b.WriteString("|\n")
	}
	write(t.head)
	for i := range columns {
		b.WriteString("| " + strings.Repeat("-", widths[i]) + " ")
	}
	b.WriteString("|\n")
	for _, row := range t.rows {
		write(row)
	}
	return b.String()
}

func (t *Table) filled(column int) bool {
	for _, row := range t.rows {
		if row[column] != "" {
			return true
		}
	}
	return false
}
