package migrate

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/diff/internal/stored"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Restore of the old version reads several texts for a state or a value of an enum: the stored text, the name, and those of earlier
// versions. The generated reader replaces each by the stored text, which is what all other code compares.

// oneState writes what replaces the text of the old state by its stored text.
func (g *generator) oneState() {
	var texts [][]string
	for s := range g.plan.a.States {
		texts = append(texts, g.plan.a.States[s].Texts())
	}
	g.replace("old.State", texts)
}

// oneValue writes what replaces the texts of old values of enums by their stored texts.
func (g *generator) oneValue() {
	for _, e := range g.plan.a.Enums {
		var fields []string
		for i := range g.plan.a.Params {
			if g.plan.a.Params[i].Type.Enum == e {
				fields = append(fields, "&"+g.field(g.plan.a.Params[i].Symbol))
			}
		}
		for i := range g.plan.a.Vars {
			if g.plan.a.Vars[i].Type.Enum == e {
				fields = append(fields, "&"+g.field(g.plan.a.Vars[i].Symbol))
			}
		}
		var texts [][]string
		for v := range e.Values {
			texts = append(texts, e.Texts(v))
		}
		body := g.captured(func() { g.replace("*text", texts) })
		if len(fields) > 0 && body != "" {
			g.file.line("for _, text := range []*string{%s} {\n%s}", strings.Join(fields, ", "), body)
		}
	}
}

// replace writes a switch that sets a variable to the first of the texts that mean the same, unless no text has another.
func (g *generator) replace(variable string, texts [][]string) {
	texts = slices.DeleteFunc(texts, func(same []string) bool { return len(same) < 2 })
	if len(texts) == 0 {
		return
	}
	g.file.line("switch %s {", variable)
	for _, same := range texts {
		g.file.line("case %s:\n%s = %q", quoted(same[1:]), variable, same[0])
	}
	g.file.line("}")
}

// stateTexts returns the stored texts of states.
func stateTexts(m *core.Machine) (texts []string) {
	for s := range m.States {
		texts = append(texts, m.States[s].Stored())
	}
	return texts
}

// valueTexts returns the stored texts of the values of an enum.
func valueTexts(e *expr.Enum) (texts []string) {
	for v := range e.Values {
		texts = append(texts, e.Stored(v))
	}
	return texts
}

// listed writes texts in a comment.
func listed(texts []string) string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = stored.Scalar(text)
	}
	return strings.Join(out, ", ")
}
