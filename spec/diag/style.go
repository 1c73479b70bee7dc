package diag

// Style says how [WriteStyled] writes the parts of a diagnostic: each has a sequence before it that sets its look, such as "\x1b[31m".
// The zero value changes nothing.
type Style struct {
	// Place is for the file, the line, and the column. Error and Warning are for the word and for the mark below a quoted line.
	Place, Error, Warning, Message, Code string
	// Gutter is for the numbers of quoted lines, and Label for words such as help.
	Gutter, Label string
	// Reset ends each of the other sequences.
	Reset string
	// Spaced asks for an empty line after each diagnostic.
	Spaced bool
}

// paint returns text in a look.
func (s Style) paint(look, text string) string {
	if look == "" {
		return text
	}
	return look + text + s.Reset
}

// label returns the beginning of a line with a label.
func (s Style) label(name string) string { return "  = " + s.paint(s.Label, name) + ": " }
