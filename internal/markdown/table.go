package markdown

import "strings"

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

// String returns the table, ending in a newline. Its columns are not aligned in the
// source, so that a longer cell changes one line, and not each line of the table. A
// column other than the first in which all cells are empty is left out. A table without
// rows is empty.
func (t *Table) String() string {
	if len(t.rows) == 0 {
		return ""
	}
	var b strings.Builder
	write := func(cell func(column int) string) {
		for c := range t.head {
			if c == 0 || t.filled(c) {
				b.WriteString("| " + cell(c) + " ")
			}
		}
		b.WriteString("|\n")
	}
	write(func(c int) string { return t.head[c] })
	write(func(int) string { return "---" })
	for _, row := range t.rows {
		write(func(c int) string { return row[c] })
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
