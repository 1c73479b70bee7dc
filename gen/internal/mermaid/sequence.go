package mermaid

import (
	"fmt"
	"strings"
)

// Message is an arrow of a sequence diagram, and the note that follows it.
type Message struct {
	// From and To are indices of participants.
	From, To int
	// Text is the parts of the label, which stand on separate lines if they are long.
	// Without it, there is no arrow.
	Text []string
	// Note is the lines of the note beside the participant To. Without it, there is none.
	Note []string
}

// Sequence returns the sequenceDiagram text of messages between the named participants,
// ending in a newline. It draws at most the given number of messages, and no more than
// Mermaid accepts, and says how many it omits. Every text is shown exactly as written.
func Sequence(participants []string, messages []Message, most int) []byte {
	var b strings.Builder
	b.WriteString("sequenceDiagram\n")
	for i, name := range participants {
		fmt.Fprintf(&b, "    participant p%d as %s\n", i, piece(name))
	}
	for i, m := range messages {
		left := len(messages) - i
		more := fmt.Sprintf("    Note over p0,p%d: … %d more\n", len(participants)-1, left)
		text := m.source()
		if i >= most || b.Len()+len(text)+len(more) > maxText {
			b.WriteString(more)
			break
		}
		b.WriteString(text)
	}
	return []byte(b.String())
}

// source returns the lines of a message.
func (m *Message) source() string {
	text := ""
	if len(m.Text) > 0 {
		text = fmt.Sprintf("    p%d->>p%d: %s\n", m.From, m.To, piece(m.Text...))
	}
	if len(m.Note) > 0 {
		lines := make([]string, len(m.Note))
		for i, l := range m.Note {
			lines[i] = piece(l)
		}
		text += fmt.Sprintf("    Note right of p%d: %s\n", m.To, strings.Join(lines, "<br>"))
	}
	return text
}

// piece escapes texts and breaks them into lines. Mermaid has no empty labels.
func piece(texts ...string) string {
	if text := Wrap(texts...); strings.TrimSpace(text) != "" {
		return text
	}
	return "#160;"
}
