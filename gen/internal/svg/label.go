package svg

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// span is a piece of a line with one look: a class of the style, or "".
type span struct{ text, class string }

// The signs around the parts of a label are replaced in the texts of a spec, so that those that are left have a meaning.
var (
	hide = strings.NewReplacer("[", "\ue000", "]", "\ue001", "/", "\ue002", "•", "\ue003", "\ue000", "\ufffd", "\ue001", "\ufffd", "\ue002", "\ufffd", "\ue003", "\ufffd")
	show = strings.NewReplacer("\ue000", "[", "\ue001", "]", "\ue002", "/", "\ue003", "•")
)

// look is how texts are written.
type look struct {
	width int // characters in a line
	// marks adds marks for omitted actions. Without broken, names are never broken, for readers of the text.
	marks, broken bool
	// usual leaves out the mark of environment events, which most of them have.
	usual bool
	// guards are those that are written as letters, and numbers tells which these are.
	guards  []string
	numbers int
}

// labelLines returns the lines of the label of an arrow.
func labelLines(labels []picture.Label, k look) [][]span {
	var lines [][]span
	for _, l := range labels {
		l.Environment = l.Environment && !k.usual
		e := picture.Edge{Labels: []picture.Label{k.lettered(l)}}
		text := e.Lines(k.width, hide.Replace)
		if len(text) == 0 || len(text) == 1 && text[0] == "" {
			continue
		}
		part := k.mark(k.breaks(spans(text)), l.Omitted())
		if len(labels) > 1 {
			for i := range part {
				lead := span{"•\u00a0", "dim"}
				if i > 0 {
					lead.text = "\u00a0\u00a0\u00a0"
				}
				part[i] = append([]span{lead}, part[i]...)
			}
		}
		if sign := l.Mark.Sign(); sign != "" {
			part[0] = append([]span{{sign, ""}}, part[0]...)
		}
		lines = append(lines, part...)
		lines = append(lines, wasLines(l, k.width)...)
	}
	return lines
}

// mark adds a mark for what is omitted to the last line. The tooltip has the text.
func (k look) mark(lines [][]span, omitted int) [][]span {
	if last := len(lines) - 1; k.marks && omitted > 0 {
		lines[last] = append(lines[last], span{fmt.Sprintf("\u00a0/%d", omitted), "more"})
	}
	return lines
}

// fullLabels returns labels with everything.
func fullLabels(labels []picture.Label) (list []picture.Label) {
	for _, l := range labels {
		if len(l.Full) == 0 {
			list = append(list, l)
		}
		for _, full := range l.Full {
			full.Steps = l.Steps
			list = append(list, full)
		}
	}
	return list
}

// wasLines returns the lines that say how a label was.
func wasLines(l picture.Label, width int) (lines [][]span) {
	for _, was := range l.Was {
		for _, line := range picture.Wrap(max(width, labelWidths()[0]), plain, was) {
			lines = append(lines, []span{{"\u00a0\u00a0" + line, "dim"}})
		}
	}
	return lines
}

// rowLines returns the lines below the name of a state.
func rowLines(n *picture.Node, k look) [][]span {
	var lines [][]span
	dim := func(some picture.Node) {
		for _, row := range some.Rows(k.width, plain) {
			lines = append(lines, []span{{row, "dim"}})
		}
	}
	dim(picture.Node{Visit: n.Visit})
	for _, l := range n.Stays {
		l.Environment = l.Environment && !k.usual
		one := picture.Node{Stays: []picture.Label{l}}
		part := k.mark(spans(one.Rows(k.width, hide.Replace)), l.Omitted())
		if sign := l.Mark.Sign(); sign != "" {
			part[0] = append([]span{{sign, ""}}, part[0]...)
		}
		lines = append(lines, part...)
		lines = append(lines, wasLines(l, k.width)...)
	}
	dim(picture.Node{Ignores: n.Ignores})
	return lines
}

func plain(s string) string { return s }

// spans divides the lines of one label into trigger, guard, and actions.
func spans(text []string) [][]span {
	class := "on"
	var lines [][]span
	for i, line := range text {
		if line == "/" && i+1 < len(text) {
			text[i+1] = "/ " + strings.TrimLeft(text[i+1], "\u00a0")
			continue
		}
		var list []span
		add := func(piece string) {
			if piece != "" {
				list = append(list, span{show.Replace(piece), class})
			}
		}
		start := 0
		for i, r := range line {
			switch {
			case r == '[' && class == "on":
				add(line[start:i])
				start, class = i, "if"
			case r == '/' && class != "do":
				add(line[start:i])
				start, class = i, "do"
			}
		}
		add(line[start:])
		lines = append(lines, list)
	}
	return lines
}

// extent returns the size of lines.
func extent(lines [][]span) (width, height int) {
	for _, line := range lines {
		sum := 0
		for _, s := range line {
			sum += textWidth(s.text, s.class == "on" || s.class == "name")
		}
		width = max(width, sum)
	}
	return width, len(lines) * lineHeight
}

// text joins all lines.
func text(lines [][]span) string {
	var b strings.Builder
	for i, line := range lines {
		if i > 0 {
			b.WriteByte(' ')
		}
		for _, s := range line {
			b.WriteString(s.text)
		}
	}
	return strings.ReplaceAll(b.String(), "\u00a0", "")
}
