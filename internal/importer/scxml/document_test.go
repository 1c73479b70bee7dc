package scxml

import (
	"fmt"
	"strings"
)

// xml writes the document.
func (m *model) xml() string {
	var b strings.Builder
	b.WriteString("<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\" datamodel=\"ecmascript\"")
	if (m.root.initial != nil || m.root.back != nil) && len(m.root.begin) == 0 {
		fmt.Fprintf(&b, " initial=%q", m.root.names())
	}
	b.WriteString("><datamodel><data id=\"x\" expr=\"1\"/><data id=\"y\" expr=\"2\"/><data id=\"b\" expr=\"false\"/></datamodel>\n")
	for _, s := range m.root.inner {
		s.xml(&b)
	}
	b.WriteString("</scxml>\n")
	return b.String()
}

func ids(list []*modelState) string {
	var names []string
	for _, s := range list {
		names = append(names, s.id)
	}
	return strings.Join(names, " ")
}

// names names what a state begins in.
func (s *modelState) names() string {
	if s.back != nil {
		return s.back.id
	}
	return ids(append([]*modelState{s.first()}, s.also...))
}

func quote(s string) string {
	return `"` + strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;").Replace(s) + `"`
}

func (s *modelState) xml(b *strings.Builder) {
	name := "state"
	if s.final {
		name = "final"
	}
	if s.parallel {
		name = "parallel"
	}
	fmt.Fprintf(b, "<%s id=%q", name, s.id)
	if (s.initial != nil || s.back != nil) && len(s.begin) == 0 {
		fmt.Fprintf(b, " initial=%q", s.names())
	}
	b.WriteString(">\n")
	if len(s.begin) > 0 {
		fmt.Fprintf(b, "<initial><transition target=%q>", s.names())
		writeActions(b, s.begin)
		b.WriteString("</transition></initial>\n")
	}
	for _, part := range []struct {
		name string
		list []modelAction
	}{{"onentry", s.entry}, {"onexit", s.exit}} {
		fmt.Fprintf(b, "<%s>", part.name)
		writeActions(b, part.list)
		fmt.Fprintf(b, "</%s>\n", part.name)
	}
	for _, t := range s.trans {
		b.WriteString("<transition")
		for _, a := range [][2]string{{"event", t.events}, {"cond", t.cond.text}} {
			if a[1] != "" {
				fmt.Fprintf(b, " %s=%s", a[0], quote(a[1]))
			}
		}
		if t.target != nil {
			fmt.Fprintf(b, " target=%q", ids(append([]*modelState{t.target}, t.also...)))
		}
		if t.history != nil {
			fmt.Fprintf(b, " target=%q", t.history.id)
		}
		if t.internal {
			b.WriteString(` type="internal"`)
		}
		b.WriteString(">")
		writeActions(b, t.content)
		b.WriteString("</transition>\n")
	}
	for _, h := range s.histories {
		fmt.Fprintf(b, "<history id=%q type=%q><transition target=%q>", h.id, map[bool]string{false: "shallow", true: "deep"}[h.deep], h.target.id)
		writeActions(b, h.content)
		b.WriteString("</transition></history>\n")
	}
	for _, c := range s.inner {
		c.xml(b)
	}
	fmt.Fprintf(b, "</%s>\n", name)
}

func writeActions(b *strings.Builder, list []modelAction) {
	for _, a := range list {
		switch {
		case a.log != "":
			fmt.Fprintf(b, "<log expr=\"'%s'\"/>", a.log)
		case a.fails:
			b.WriteString("<assign location=\"x\" expr=\" return 3\"/>")
		case a.raise != "" && len(a.raise)%2 == 0:
			fmt.Fprintf(b, "<send event=%q target=\"#_internal\"/>", a.raise)
		case a.raise != "":
			fmt.Fprintf(b, "<raise event=%q/>", a.raise)
		case a.id != "":
			fmt.Fprintf(b, "<send event=%q delay=\"%dms\" id=%q/>", a.send, a.delay, a.id)
		case a.cancel != "" && len(a.cancel)%2 == 1:
			fmt.Fprintf(b, "<cancel sendidexpr=\"'%s'\"/>", a.cancel)
		case a.cancel != "":
			fmt.Fprintf(b, "<cancel sendid=%q/>", a.cancel)
		case a.send != "" && a.delay%2 == 1:
			fmt.Fprintf(b, "<send event=%q delay=\"%d.%03ds\"/>", a.send, a.delay/1000, a.delay%1000)
		case a.send != "" && a.delay > 0:
			fmt.Fprintf(b, "<send event=%q delayexpr=\"'%dms'\"/>", a.send, a.delay)
		case a.send != "":
			fmt.Fprintf(b, "<send event=%q/>", a.send)
		case a.variable != "":
			fmt.Fprintf(b, "<assign location=%q expr=%s/>", a.variable, quote(a.value.text))
		default:
			fmt.Fprintf(b, "<if cond=%s>", quote(a.value.text))
			writeActions(b, a.then)
			b.WriteString("<else/>")
			writeActions(b, a.or)
			b.WriteString("</if>")
		}
	}
}
