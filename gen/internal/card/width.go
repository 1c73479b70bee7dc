package card

import (
	"strings"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/internal/markdown"
)

const (
	// maxWidth is the number of characters that fit in a row of a table on a page that is
	// 900 pixels wide, where GitHub breaks cells only at spaces.
	maxWidth = 90
	// padding is the space around a cell, in characters.
	padding = 4
	// maxColumns is the largest number of columns of a table, so that its cells are not
	// broken into many short lines.
	maxColumns = 5
)

// matrix is a large table that is divided into tables that fit on a page.
type matrix struct {
	corner        string
	rows, columns []string
	cell          func(row, column int) string
}

// tables divides the columns evenly among as few tables as possible. A table omits the
// rows in which nothing is possible, if there is another table; a row without any entry
// is in the first one.
func (m *matrix) tables() []*markdown.Table {
	var tables []*markdown.Table
	size := m.size()
	for first := 0; first < len(m.columns); first += size {
		last := min(first+size, len(m.columns))
		t := &markdown.Table{}
		t.Head(append([]string{m.corner}, m.columns[first:last]...)...)
		for r := range m.rows {
			if m.possible(r, first, last) || first == 0 && !m.possible(r, 0, len(m.columns)) || size >= len(m.columns) {
				row := []string{m.rows[r]}
				for i := first; i < last; i++ {
					row = append(row, m.cell(r, i))
				}
				t.Row(row...)
			}
		}
		if t.Len() > 0 {
			tables = append(tables, t)
		}
	}
	return tables
}

// size returns the number of columns of a table.
func (m *matrix) size() int {
	for n := 1; ; n++ {
		size := (len(m.columns) + n - 1) / n
		fits := size < maxColumns
		for first := 0; fits && first < len(m.columns); first += size {
			width := unbroken(m.corner)
			for _, r := range m.rows {
				width = max(width, unbroken(r))
			}
			width += padding
			for i := first; i < min(first+size, len(m.columns)); i++ {
				width += m.width(i) + padding
			}
			fits = width <= maxWidth
		}
		if fits || size == 1 {
			return size
		}
	}
}

// width returns the width of a column, which cannot be less.
func (m *matrix) width(column int) int {
	width := unbroken(m.columns[column])
	for r := range m.rows {
		width = max(width, unbroken(m.cell(r, column)))
	}
	return width
}

// possible reports whether a row has an entry in columns of the matrix.
func (m *matrix) possible(row, first, last int) bool {
	for i := first; i < last; i++ {
		if m.cell(row, i) != none {
			return true
		}
	}
	return false
}

// unbroken returns the number of characters of the longest word of a cell.
func unbroken(cell string) int {
	width := 0
	for _, word := range strings.Fields(cell) {
		width = max(width, utf8.RuneCountInString(word))
	}
	return width
}
