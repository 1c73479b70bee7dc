package picture

import "strings"

// String returns the whole label on one line: "trigger [guard] / actions".
func (l Label) String() string {
	same := func(s string) string { return s }
	return strings.TrimSpace(l.Head(same) + " " + l.Action(same))
}

// Text returns the labels of an edge, one on each line, with bullets if there are several.
func (e *Edge) Text() string {
	lines := make([]string, len(e.Labels))
	for i, l := range e.Labels {
		lines[i] = strings.NewReplacer("\n", " ", "\r", " ").Replace(l.String())
		if len(e.Labels) > 1 {
			lines[i] = "• " + lines[i]
		}
	}
	return strings.Join(lines, "\n")
}

// Rows returns the lines inside the node, below its name.
func (n *Node) Rows() []string {
	rows := visits(n.Entry, n.Exit)
	for _, l := range n.Stays {
		rows = append(rows, l.String())
	}
	if len(n.Ignores) > 0 {
		rows = append(rows, "ignores "+strings.Join(n.Ignores, ", "))
	}
	return rows
}

// Rows returns the lines inside the frame, below its name.
func (b *Block) Rows() []string { return visits(b.Entry, b.Exit) }

func visits(entry, exit []string) []string {
	var rows []string
	if len(entry) > 0 {
		rows = append(rows, "entry / "+strings.Join(entry, ", "))
	}
	if len(exit) > 0 {
		rows = append(rows, "exit / "+strings.Join(exit, ", "))
	}
	return rows
}
