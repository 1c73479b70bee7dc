package format

import (
	"strings"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/internal/syntax"
)

// printer writes a tree.
type printer struct {
	out strings.Builder
	// lead replaces the indentation of the next line, after a dash.
	lead string
	// keep reports whether a blank line would become part of the text before it.
	keep bool
}

// render returns the text of a spec.
func render(root *node) []byte {
	p := &printer{}
	p.comments(root.top, 0, true)
	if len(root.top) > 0 {
		p.blank()
	}
	p.root(root)
	p.comments(root.tail, 0, len(root.top)+len(root.entries) == 0)
	return []byte(p.out.String())
}

// root writes the sections of the spec, with a blank line before and after each one
// that takes several lines, and the author's blank lines between the others.
func (p *printer) root(root *node) {
	if len(root.entries) == 0 {
		p.line(0, "{}")
		return
	}
	tall := false
	for i, e := range root.entries {
		one := &printer{}
		one.entry(e, 0)
		text := one.out.String()
		now := strings.Count(text, "\n") > 1
		asked := len(e.head) > 0 && e.head[0] == ""
		if i > 0 && (tall || now || asked || len(root.entries[i-1].foot) > 0) {
			p.blank()
		}
		p.comments(e.head, 0, true)
		p.out.WriteString(text)
		p.keep = one.keep
		p.comments(e.foot, 0, true)
		tall = now
	}
}

// blank writes a blank line, unless it would become part of a text.
func (p *printer) blank() {
	if !p.keep {
		p.out.WriteByte('\n')
	}
}

// line writes a line.
func (p *printer) line(indent int, text string) {
	if p.lead == "" {
		p.lead = strings.Repeat(" ", indent)
	}
	p.out.WriteString(p.lead + text + "\n")
	p.lead, p.keep = "", false
}

// comments writes comments and the blank lines between them; at the start of a
// collection, without the blank line before them.
func (p *printer) comments(lines []string, indent int, start bool) {
	for i, line := range lines {
		switch {
		case line != "":
			p.line(indent, line)
		case !start || i > 0:
			p.blank()
		}
	}
}

// entries writes an indented collection.
func (p *printer) entries(n *node, indent int) {
	for i, e := range n.entries {
		after := i > 0 && len(n.entries[i-1].foot) > 0
		if after && (len(e.head) == 0 || e.head[0] != "") {
			p.blank()
		}
		p.comments(e.head, indent, i == 0)
		p.entry(e, indent)
		p.comments(e.foot, indent, true)
	}
	p.comments(n.tail, indent, false)
}

// entry writes a key or a dash with its value and comments.
func (p *printer) entry(e *entry, indent int) {
	v, key := e.value, ""
	if e.key != nil {
		key = e.key.oneLine(false) + ":"
	}
	lead := p.lead
	if lead == "" {
		lead = strings.Repeat(" ", indent)
	}
	comment := ""
	if e.trailing != "" {
		comment = "  " + e.trailing
	}
	if v.scalar() {
		if e.key == nil {
			p.lead, key = "", lead+"-"
		} else {
			p.lead, key = "", lead+key
		}
		p.text(v, key, comment, indent)
		return
	}
	space := " "
	if e.key == nil {
		key, space = "- ", ""
	}
	if line, ok := v.inFlow(); ok && (len(v.entries) == 0 || utf8.RuneCountInString(lead+key+space+line) <= Width) {
		p.line(indent, key+space+line+comment)
		return
	}
	if e.key == nil {
		if e.trailing != "" {
			p.lead = ""
			p.line(indent, e.trailing)
			lead = strings.Repeat(" ", indent)
		}
		p.lead = lead + "- "
	} else {
		p.line(indent, key+comment)
	}
	p.entries(v, indent+2)
}

// text writes a text after its key. A comment goes at the end of the first line of a
// literal or folded text, and at the end of the last line of any other text.
func (p *printer) text(v *node, key, comment string, indent int) {
	inner := strings.Repeat(" ", indent+2)
	if v.style == literal || v.style == folded {
		if head, lines, keep, ok := v.blockLines(); ok {
			p.line(0, key+" "+head+comment)
			for _, line := range lines {
				if line != "" {
					line = inner + line
				}
				p.line(0, line)
			}
			p.keep = keep
			return
		}
	}
	lines := v.lines
	if len(lines) == 0 || v.style == literal || v.style == folded {
		lines = []string{v.oneLine(false)}
	}
	first := key
	switch {
	case lines[0] == "": // nothing, or a text that begins with a line end
	case v.below && (len(lines) > 1 || utf8.RuneCountInString(key+" "+lines[0]) > Width):
		first = inner
		p.line(0, key)
		first += lines[0]
	default:
		first += " " + lines[0]
	}
	for i, line := range lines {
		switch {
		case i == 0:
			line = first
		case line != "":
			line = inner + line
		}
		if i == len(lines)-1 {
			line += comment
		}
		p.line(0, line)
	}
}

// inFlow returns a collection on one line. ok is false if that is not possible, or if
// the source does not use { } or [ ].
func (n *node) inFlow() (line string, ok bool) {
	if n.style != flow || n.commented {
		return "", false
	}
	var parts []string
	for _, e := range n.entries {
		value := ""
		if e.value.scalar() {
			value = e.value.oneLine(true)
		} else if value, ok = e.value.inFlow(); !ok {
			return "", false
		}
		switch {
		case e.key == nil:
		case nothing(e.value.Node):
			value = e.key.oneLine(true)
		default:
			value = e.key.oneLine(true) + ": " + value
		}
		parts = append(parts, value)
	}
	if n.Kind == syntax.Sequence {
		return "[" + strings.Join(parts, ", ") + "]", true
	}
	return "{" + strings.Join(parts, ", ") + "}", true
}
