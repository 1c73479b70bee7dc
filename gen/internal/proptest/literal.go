package proptest

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// env returns parameters for the evaluation of expressions, with strings
// numbered as in exploration.
func (p *subject) env(params []int64) *expr.Env {
	if p.numbered == nil {
		p.numbered = trace.Strings(p.m)
	}
	constants := p.numbered[:len(p.numbered)-1]
	return &expr.Env{Params: params, Intern: func(s string) int64 { return int64(sort.SearchStrings(constants, s)) }}
}

// paramFields writes the fields of a parameter struct, leaving out what is zero.
func (p *subject) paramFields(params []int64, texts []string) string {
	var out []string
	for i, q := range p.m.Params {
		if params[i] != 0 && q.Type.Kind != expr.Opaque {
			out = append(out, p.names.Fields[i]+": "+p.value(q.Type, params[i], texts))
		}
	}
	return strings.Join(out, ", ")
}

// eventFields writes the fields of an oracle's event. Values that exploration
// does not look into are those of any other event.
func (p *subject) eventFields(s *trace.Step, texts []string) string {
	event := p.m.Transitions[s.Transition].Event
	var out []string
	var answers []string
	for i := range p.m.Asks {
		if s.Externals[i] != 0 {
			answers = append(answers, strconv.Itoa(i)+": true")
		}
	}
	if answers != nil {
		out = append(out, fmt.Sprintf("Answers: [%d]bool{%s}", len(p.m.Asks), strings.Join(answers, ", ")))
	}
	for j, f := range p.m.Events[event].Fields {
		if f.Type.Kind != expr.Opaque && s.Fields[j] != 0 {
			out = append(out, p.fields[event][j]+": "+p.value(f.Type, s.Fields[j], texts))
		}
	}
	return strings.Join(out, ", ")
}

// value writes a value of exploration as Go.
func (p *subject) value(t expr.Type, v int64, texts []string) string {
	switch t.Kind {
	case expr.Bool:
		return strconv.FormatBool(v != 0)
	case expr.Enumerated:
		return p.enum(t.Enum).Values[v]
	case expr.String:
		return strconv.Quote(texts[v])
	}
	return strconv.FormatInt(v, 10)
}
