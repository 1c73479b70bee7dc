package scxml

import (
	"maps"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// inclusions is the namespace of elements that stand for another file.
const inclusions = "http://www.w3.org/2001/XInclude"

// editors are the namespaces in which editors note where they draw something.
var editors = []string{"http://www.qt.io/2015/02/scxml-ext", "http://www.w3.org/2000/svg"}

// silent are the namespaces of attributes without a meaning for the machine.
var silent = slices.Concat(editors, []string{"xmlns", "http://www.w3.org/XML/1998/namespace", "xml", "http://www.w3.org/2001/XMLSchema-instance", "xsi"})

// grammar checks elements against what SCXML allows.
type grammar struct{ reader *reader }

// conform reports what SCXML does not have, so that nothing is read past, and takes out what belongs to editors. Afterwards, elements of
// other namespaces are left in executable content only.
func (g grammar) conform(e *element) {
	f := forms[e.name]
	g.attributes(e, f)
	if text := strings.TrimSpace(e.text); text != "" && !f.text {
		g.reader.out.Fail(diag.CodeShape, e.at, "`%s` contains the text `%s`, which has no meaning there", e.name, diag.Clip(strings.Join(strings.Fields(text), " ")))
	}
	for _, pair := range either[e.name] {
		_, one := e.attrs[pair[0]]
		_, other := e.attrs[pair[1]]
		switch {
		case one && other:
			g.reader.out.Fail(diag.CodeShape, e.attrs[pair[1]].at, "`%s` has both `%s` and `%s`", e.name, pair[0], pair[1])
		case one && pair[1] == "" && (len(e.children) > 0 || strings.TrimSpace(e.text) != ""):
			g.reader.out.Fail(diag.CodeShape, e.at, "`%s` has both `%s` and content", e.name, pair[0])
		}
	}
	if f.any {
		return
	}
	kept := e.children[:0:0]
	for _, c := range e.children {
		if g.belongs(c, e, f) {
			kept = append(kept, c)
		}
	}
	e.children = kept
	for _, c := range kept {
		if !c.foreign {
			g.conform(c)
		}
	}
}

// belongs reports whether an element is to be read as one inside e.
func (g grammar) belongs(c, e *element, f form) bool {
	name := diag.Clip(c.name)
	switch {
	case !c.foreign:
	case c.space == "" || c.space == namespace:
		g.reader.out.Fail(diag.CodeKey, c.at, "`%s` is not in the namespace of the document", name).Helpf("every element of SCXML is in the namespace of <scxml>")
		return false
	case c.space == inclusions:
		g.reader.out.Fail(diag.CodeNotYet, c.at, "`%s` of another file cannot be imported", name).Helpf("copy the file into the document")
		return false
	case slices.Contains(editors, c.space):
		return false
	case slices.Contains(f.children, "log"):
		return true
	default:
		g.reader.out.Ignore(c.at, "<"+c.name+">", "the import drops the element `"+name+"`, which is not SCXML")
		return false
	}
	g.final(c)
	switch why := misplaced[e.name+" "+c.name]; {
	case why != "":
		code := diag.CodeShape
		if c.name == "transition" {
			code = diag.CodeTerminalExit
		}
		g.reader.out.Fail(code, c.at, "%s", why)
	case !slices.Contains(f.children, c.name):
		g.reader.out.Fail(diag.CodeKey, c.at, "`%s` is not an element of `%s`", name, e.name).Helpf("%s", diag.DidYouMean(c.name, f.children))
	case (c.name == "initial" || c.name == "donedata") && slices.ContainsFunc(e.children[:slices.Index(e.children, c)], func(o *element) bool { return o.name == c.name && !o.foreign }):
		g.reader.out.Fail(diag.CodeShape, c.at, "`%s` has a second `%s`", e.name, c.name)
	case c.name == "initial" && e.attrs["initial"].at.Start.IsValid():
		g.reader.out.Fail(diag.CodeShape, c.at, "`%s` has `initial` both as an attribute and as an element", e.name)
	default:
		return true
	}
	return false
}

// final reads a state that is final as drafts of SCXML say it.
func (g grammar) final(e *element) {
	a, ok := e.attrs["final"]
	if !ok || e.name != "state" {
		return
	}
	switch delete(e.attrs, "final"); a.value {
	case "true":
		e.name = "final"
		g.draft(a, "final=\"true\"", "the element `final`")
	case "false":
	default:
		g.reader.out.Fail(diag.CodeShape, a.at, "`%s` is not a value of `final`", diag.Clip(a.value)).Helpf("make the state a <final> element, or remove the attribute")
	}
}

// draft warns of what the import reads as a draft of SCXML means it.
func (g grammar) draft(a attribute, old, now string) {
	g.reader.out.Warn(a.at, "`%s` is from a draft of SCXML: the import reads it as %s", old, now).
		Helpf("check the names of events, too: in SCXML, the end of the state ID is done.state.ID")
}

// attributes checks the attributes of an element, and renames those of drafts.
func (g grammar) attributes(e *element, f form) {
	for _, name := range slices.Sorted(maps.Keys(e.attrs)) {
		a := e.attrs[name]
		now, read := drafts[e.name+" "+name]
		values := words[e.name+" "+name]
		switch {
		case read && e.attrs[now].at.Start.IsValid():
			g.reader.out.Fail(diag.CodeShape, a.at, "`%s` has both `%s` and `%s`", e.name, now, name)
		case read:
			delete(e.attrs, name)
			e.attrs[now] = a
			g.draft(a, name, "`"+now+"`")
		case misplaced[e.name+" "+name] != "":
			g.reader.out.Fail(diag.CodeShape, a.at, "%s", misplaced[e.name+" "+name])
		case !slices.Contains(f.attrs, name):
			d := g.reader.out.Fail(diag.CodeKey, a.at, "`%s` is not an attribute of `%s`", diag.Clip(name), e.name)
			if now := former[e.name+" "+name]; now != "" {
				d.Helpf("SCXML calls it `%s`", now)
			} else if help := diag.DidYouMean(name, f.attrs); help != "" {
				d.Helpf("%s", help)
			} else {
				d.Helpf("remove it, or give it a namespace of its own if it is not for the machine")
			}
		case values != nil && !slices.Contains(values, a.value):
			g.reader.out.Fail(diag.CodeShape, a.at, "`%s` is not a value of `%s`", diag.Clip(a.value), name).Helpf("write %s", strings.Join(values, " or "))
		}
	}
	for _, name := range e.twice {
		g.reader.out.Fail(diag.CodeSyntax, e.at, "the attribute `%s` is given twice", diag.Clip(name))
	}
	for _, name := range e.others {
		switch {
		case name.Space == namespace:
			g.reader.out.Fail(diag.CodeKey, e.at, "the attribute `%s` has a prefix", diag.Clip(name.Local)).Helpf("attributes of SCXML have none")
		case !slices.Contains(silent, name.Space) && !g.reader.doc.strange[name.Space]:
			g.reader.doc.strange[name.Space] = true
			g.reader.out.Warn(e.at, "the import drops attributes of `%s`, such as `%s`, which are not SCXML", diag.Clip(name.Space), diag.Clip(name.Local))
		}
	}
}
