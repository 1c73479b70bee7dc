package draft

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// writer writes a machine as YAML.
type writer struct{ strings.Builder }

func (w *writer) line(depth int, format string, args ...any) {
	w.WriteString(strings.Repeat("  ", depth))
	fmt.Fprintf(w, format+"\n", args...)
}

func (w *writer) comments(depth int, list []string) {
	for _, c := range list {
		if c = clean(c); c != "" {
			w.line(depth, "# %s", c)
		}
	}
}

var plainForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_ ,.()/'-]*[A-Za-z0-9_.)]$`)

// scalar writes a text so that YAML reads it as it is.
func scalar(s string) string {
	s = clean(s)
	switch strings.ToLower(s) {
	case "true", "false", "null", "yes", "no", "on", "off":
	default:
		if plainForm.MatchString(s) && !strings.ContainsAny(s, "{}[]") && len(s) < 200 {
			return s
		}
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// printable replaces what cannot be seen, and what is not text.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == ' ' || r == '\n' {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
}

// yaml writes the draft; file is named in the first line.
func (d *Draft) yaml(file string) string {
	w := &writer{}
	w.comments(0, []string{"Imported from " + file + "."})
	w.comments(0, d.comments)
	w.line(0, "machine: %s", d.name)
	if d.Doc != "" {
		w.line(0, "doc: %s", flow(d.Doc))
	}
	w.variables(d.vars)
	w.declarations("guards", d.guards)
	w.declarations("delays", d.delays)
	w.declarations("events", d.events)
	if len(d.events) == 0 {
		w.line(0, "events: {}")
	}
	w.declarations("outputs", d.outputs)
	w.line(0, "initial: %s", d.Initial.name)
	if len(d.terminal) > 0 {
		w.line(0, "terminal:")
		for _, o := range d.terminal {
			w.line(1, "%s: [%s]", o.name, strings.Join(o.states, ", "))
		}
	}
	w.handlers(0, d.Root)
	w.states(0, "states", d.Root.inner)
	return w.String()
}

// flow writes a text that can stand in braces.
func flow(s string) string {
	text := scalar(s)
	if text[0] != '"' && strings.ContainsAny(text, ",") {
		return `"` + text + `"`
	}
	return text
}

func (w *writer) declarations(section string, list []declaration) {
	if len(list) == 0 {
		return
	}
	w.line(0, "%s:", section)
	for _, d := range list {
		var parts []string
		if d.doc != "" {
			parts = append(parts, "doc: "+flow(d.doc))
		}
		if d.environment {
			parts = append(parts, "environment: true")
		}
		if d.internal {
			parts = append(parts, "internal: true")
		}
		w.line(1, "%s: {%s}", d.name, strings.Join(parts, ", "))
	}
}

func (w *writer) variables(list []variable) {
	if len(list) == 0 {
		return
	}
	w.line(0, "vars:")
	for _, v := range list {
		parts := []string{"type: " + v.kind}
		if v.initial != "" {
			parts = append(parts, "init: "+expression(v.initial))
		}
		if v.doc != "" {
			parts = append(parts, "doc: "+flow(v.doc))
		}
		w.line(1, "%s: {%s}", v.name, strings.Join(parts, ", "))
	}
}

var number = regexp.MustCompile(`^-?[0-9]+$`)

// expression writes an expression, of which every character matters.
func expression(s string) string {
	if IsName(s) || number.MatchString(s) {
		return s
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

func (w *writer) states(depth int, key string, list []*State) {
	w.line(depth, "%s:", key)
	for _, s := range list {
		w.comments(depth+1, s.Comments)
		if s.empty() {
			w.line(depth+1, "%s: {}", s.name)
			continue
		}
		w.line(depth+1, "%s:", s.name)
		if s.Doc != "" {
			w.line(depth+2, "doc: %s", scalar(s.Doc))
		}
		if s.Initial != nil {
			w.line(depth+2, "initial: %s", s.Initial.name)
		}
		if s.Final {
			w.line(depth+2, "final: true")
		}
		if len(s.Entry) > 0 {
			w.line(depth+2, "entry: [%s]", strings.Join(s.Entry, ", "))
		}
		if len(s.Exit) > 0 {
			w.line(depth+2, "exit: [%s]", strings.Join(s.Exit, ", "))
		}
		if len(s.after) > 0 {
			w.line(depth+2, "after:")
			for _, t := range s.after {
				w.line(depth+3, "%s: %s", t.delay, t.event)
			}
		}
		w.handlers(depth+2, s)
		switch {
		case s.Parallel:
			w.states(depth+2, "parallel", s.inner)
		case len(s.inner) > 0:
			w.states(depth+2, "states", s.inner)
		}
	}
}

// empty reports whether the spec has nothing to say about a state except its name.
func (s *State) empty() bool {
	return s.Doc == "" && s.Initial == nil && !s.Final && len(s.Entry)+len(s.Exit)+len(s.after)+len(s.on)+len(s.Ignore)+len(s.inner) == 0
}

func (w *writer) handlers(depth int, s *State) {
	var on []handler
	for _, h := range s.on {
		switch h.event {
		case "":
			w.handler(depth, "always", h.alternatives)
		case done:
			w.handler(depth, "done", h.alternatives)
		default:
			on = append(on, h)
		}
	}
	if len(on) > 0 {
		w.line(depth, "on:")
	}
	for _, h := range on {
		w.handler(depth+1, h.event, h.alternatives)
	}
	if len(s.Ignore) > 0 {
		w.line(depth, "ignore: [%s]", strings.Join(s.Ignore, ", "))
	}
}

func (w *writer) handler(depth int, key string, list []Alternative) {
	if len(list) == 1 && list[0].simple() {
		w.line(depth, "%s: %s", key, list[0].To.name)
		return
	}
	w.line(depth, "%s:", key)
	for _, a := range list {
		w.line(depth+1, "- {%s}", a.text())
	}
}

// simple reports whether an alternative only leads to a state.
func (a Alternative) simple() bool {
	return a.To != nil && a.Guard == "" && a.Otherwise == "" && a.History == "" && a.Doc == "" && len(a.Emit)+len(a.Set)+len(a.Raise) == 0
}

func (a Alternative) text() string {
	var parts []string
	if a.Guard != "" {
		parts = append(parts, "if: "+expression(a.Guard))
	}
	if a.To != nil {
		parts = append(parts, "to: "+a.To.name)
	}
	if a.History != "" {
		parts = append(parts, "history: "+a.History)
	}
	if len(a.Set) > 0 {
		var values []string
		for _, s := range a.Set {
			values = append(values, s.Name+": "+expression(s.Value))
		}
		parts = append(parts, "set: {"+strings.Join(values, ", ")+"}")
	}
	if a.Otherwise != "" {
		parts = append(parts, "otherwise: "+a.Otherwise)
	}
	if len(a.Emit) > 0 {
		parts = append(parts, "emit: ["+strings.Join(a.Emit, ", ")+"]")
	}
	if len(a.Raise) > 0 {
		parts = append(parts, "raise: ["+strings.Join(a.Raise, ", ")+"]")
	}
	if a.Doc != "" {
		parts = append(parts, "doc: "+flow(a.Doc))
	}
	return strings.Join(parts, ", ")
}

// clean makes a text fit for a comment, on one line.
func clean(s string) string {
	return strings.Join(strings.Fields(printable(s)), " ")
}
