package mermaid

import (
	"regexp"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// The statements. As in Mermaid, keywords can have capital letters, and an id consists of all characters except space and those that start other syntax.
const idForm = `([^\s:;{}"#%\[\]<>-][^\s:;{}"<>]*)`

var (
	arrowForm   = regexp.MustCompile(`^(\[\*\]|` + idForm[1:len(idForm)-1] + `)(?::::([\w-]+))?\s*-->\s*(\[\*\]|` + idForm[1:len(idForm)-1] + `)(?::::([\w-]+))?\s*(?::(.*))?$`)
	stateForm   = regexp.MustCompile(`^(?i:state)\s+(?:"([^"]*)"\s+as\s+)?` + idForm + `(?::::([\w-]+))?\s*(<<\w+>>|\[\[\w+\]\])?\s*(\{)?\s*(?::(.*))?$`)
	textForm    = regexp.MustCompile(`^` + idForm + `(?::::([\w-]+))?\s*:([^:].*)?$`)
	aloneForm   = regexp.MustCompile(`^` + idForm + `(?::::([\w-]+))?$`)
	noteForm    = regexp.MustCompile(`^(?i:note\s+(?:left|right)\s+of)\s+` + idForm + `\s*(?::(.*))?$`)
	floatForm   = regexp.MustCompile(`^(?i:note)\s+"`)
	classForm   = regexp.MustCompile(`^(?i:class)\s+(\S.*?)\s+([\w-]+)$`)
	layoutForm  = regexp.MustCompile(`(?i)^(direction\s|classDef\s|style\s|scale\s|hide\s+empty)`)
	linkForm    = regexp.MustCompile(`(?i)^click\s`)
	titleForm   = regexp.MustCompile(`^(?:accTitle\s*:|title\s+)\s*(.*)$`)
	descrForm   = regexp.MustCompile(`^accDescr\s*(?::\s*(.*)|\{\s*(.*))$`)
	historyForm = regexp.MustCompile(`\[H\*?\]`)
)

// maxLines is the maximum number of lines of a diagram. Mermaid draws at most 500 arrows unless its limit is raised.
const maxLines = 5000

// read reads the statements of a diagram.
func (d *drawing) read(body []text) {
	if len(body) > maxLines {
		d.fail(diag.CodeTooBig, body[maxLines], "the diagram has more than %d lines", maxLines).
			Helpf("split a machine of this size into several machines")
		return
	}
	var open []*node
	for i := 0; i < len(body) && !d.tooDeep; i++ {
		line := body[i].cut(0, len(body[i].string))
		line.string = strings.TrimRight(strings.TrimSuffix(line.string, ";"), " \t")
		var block *node
		if len(open) > 0 {
			block = open[len(open)-1]
		}
		switch {
		case line.string == "":
		case strings.HasPrefix(line.string, "%%"):
			d.ignore(line, "")
		case line.string == "}":
			if block == nil {
				d.fail(diag.CodeSyntax, line, "unexpected }: no composite state is open here")
				continue
			}
			open = open[:len(open)-1]
		case line.string == "--":
			if block == nil {
				d.fail(diag.CodeNotYet, line, "regions outside of a composite state cannot be imported").Helpf("put them into a composite state")
				continue
			}
			open[len(open)-1] = d.divide(block, line)
		case historyForm.MatchString(line.string) && strings.Contains(line.string, "-->"):
			d.fail(diag.CodeNotYet, line, "history states cannot be imported").Helpf("use a variable and guards instead")
		case noteForm.MatchString(line.string):
			i = d.note(line, body, i, block)
		case floatForm.MatchString(line.string):
			d.ignore(line, "the import drops a note that belongs to no state")
		case layoutForm.MatchString(line.string):
		case linkForm.MatchString(line.string):
			d.ignore(line, "")
		case descrForm.MatchString(line.string):
			i = d.describe(line, body, i)
		case titleForm.MatchString(line.string):
			d.title = decode(titleForm.FindStringSubmatch(line.string)[1])
		case classForm.MatchString(line.string):
			m := classForm.FindStringSubmatch(line.string)
			for id := range strings.SplitSeq(m[1], ",") {
				if n := d.byID[strings.TrimSpace(id)]; n != nil {
					n.classes = append(n.classes, m[2])
				}
			}
		case strings.Contains(line.string, "-->") && arrowForm.MatchString(uncommented(line.string)):
			if code := uncommented(line.string); code != line.string {
				d.ignore(line.cut(len(code), len(line.string)), "")
				line.string = code
			}
			d.arrow(line, block)
		case stateForm.MatchString(line.string):
			if n := d.state(line, block); n != nil {
				open = append(open, n)
			}
		case textForm.MatchString(line.string):
			m := textForm.FindStringSubmatchIndex(line.string)
			n := d.mention(line.cut(m[2], m[3]), block, true)
			if m[4] >= 0 {
				n.classes = append(n.classes, line.string[m[4]:m[5]])
			}
			if m[6] >= 0 {
				n.row(line.cut(m[6], m[7]))
			}
		case aloneForm.MatchString(line.string):
			m := aloneForm.FindStringSubmatchIndex(line.string)
			n := d.mention(line.cut(m[2], m[3]), block, true)
			if m[4] >= 0 {
				n.classes = append(n.classes, line.string[m[4]:m[5]])
			}
		default:
			d.fail(diag.CodeSyntax, line, "this is not a statement of a state diagram")
		}
	}
	for _, n := range d.nodes { // an arrow can move a state, and all states inside it, into another one
		d.checkNesting(n)
	}
	if d.tooDeep {
		return
	}
	d.checkMoved()
	for _, n := range open {
		if n.kind == region {
			n = n.parent
		}
		d.fail(diag.CodeSyntax, n.at, "the composite state `%s` is not closed", diag.Clip(n.id)).Helpf("end it with a line `}`")
	}
}

var behind = regexp.MustCompile(`\s%%(\s|$)`)

// uncommented returns a line without its comment. Mermaid draws a comment after a label, which is never intended.
func uncommented(line string) string {
	if at := behind.FindStringIndex(line); at != nil {
		return strings.TrimRight(line[:at[0]], " \t;")
	}
	return line
}

// row adds a line of description.
func (n *node) row(t text) {
	if t.string != "" {
		n.rows = append(n.rows, t)
	}
}

// note reads a note, and returns the line at which it ends.
func (d *drawing) note(line text, body []text, i int, block *node) int {
	m := noteForm.FindStringSubmatchIndex(line.string)
	n := d.mention(line.cut(m[2], m[3]), block, true)
	if m[4] >= 0 {
		n.notes = append(n.notes, decode(line.cut(m[4], m[5]).string))
		return i
	}
	for j := i + 1; j < len(body); j++ {
		l := strings.TrimSpace(body[j].string)
		if strings.HasPrefix(l, "end note") {
			return j
		}
		for part := range strings.SplitSeq(breaks.ReplaceAllString(l, "\n"), "\n") {
			n.notes = append(n.notes, decode(part))
		}
	}
	d.fail(diag.CodeSyntax, line, "the note is not closed").Helpf("end it with a line `end note`")
	return len(body)
}

// describe reads the description of the diagram, and returns the line at which it ends.
func (d *drawing) describe(line text, body []text, i int) int {
	m := descrForm.FindStringSubmatch(line.string)
	if !strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(line.string, "accDescr")), "{") {
		d.description = append(d.description, decode(m[1]))
		return i
	}
	rest := m[2]
	for {
		before, _, closed := strings.Cut(rest, "}")
		if before = strings.TrimSpace(before); before != "" {
			d.description = append(d.description, decode(before))
		}
		if closed {
			return i
		}
		if i++; i >= len(body) {
			d.fail(diag.CodeSyntax, line, "the description is not closed").Helpf("end it with a line `}`")
			return i
		}
		rest = body[i].string
	}
}

func (d *drawing) arrow(line text, block *node) {
	m := arrowForm.FindStringSubmatchIndex(line.string)
	a := arrow{block: block, at: line}
	end := func(i int, own bool) *node {
		t := line.cut(m[i], m[i+1])
		if t.string == "[*]" {
			return nil
		}
		n := d.mention(t, block, own)
		if m[i+2] >= 0 {
			n.classes = append(n.classes, line.string[m[i+2]:m[i+3]])
		}
		return n
	}
	a.from = end(2, true)
	a.to = end(6, a.from == nil)
	if m[10] >= 0 {
		a.label = line.cut(m[10], m[11])
	}
	d.arrows = append(d.arrows, a)
}

// state reads a declaration, and returns the node if a brace follows.
func (d *drawing) state(line text, block *node) *node {
	m := stateForm.FindStringSubmatchIndex(line.string)
	part := func(i int) text {
		if m[i] < 0 {
			return text{}
		}
		return line.cut(m[i], m[i+1])
	}
	n := d.mention(part(4), block, true)
	if title := part(2); m[2] >= 0 {
		n.title = decode(breaks.ReplaceAllString(title.string, " "))
	}
	if class := part(6); class.string != "" {
		n.classes = append(n.classes, class.string)
	}
	switch mark := part(8); strings.Trim(mark.string, "<>[]") {
	case "":
	case "choice":
		n.kind = choice
	case "fork":
		n.kind = fork
	case "join":
		n.kind = join
	default:
		d.fail(diag.CodeNotYet, mark, "`%s` cannot be imported", diag.Clip(mark.string))
	}
	n.row(part(12))
	if m[10] < 0 {
		return nil
	}
	if n.block {
		d.warn(n.at, "the composite state `%s` is opened twice", diag.Clip(n.id))
	}
	n.block = true
	return n
}
