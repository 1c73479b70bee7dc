package spec

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// outputs declares the outputs.
func (l *declarations) outputs() {
	seen := map[string]diag.Span{}
	for _, o := range l.file.Outputs {
		l.checkName(o.Name, "output")
		if !l.unique(seen, o.Name, "output") {
			continue
		}
		l.machine.Outputs = append(l.machine.Outputs, core.Output{
			Name: o.Name.Value, Doc: o.Doc.Value, Context: o.Context.Given(), Fields: l.fields(o.Fields, "field"), Go: l.goName(o.Go), Span: o.Name.Span,
		})
	}
}

// emissions resolves outputs and their values.
func (l *crossing) emissions(list []syntax.Emit, scope stateScope) []core.Emission {
	var out []core.Emission
	for _, e := range list {
		o := slices.IndexFunc(l.machine.Outputs, func(o core.Output) bool { return o.Name == e.Output.Value })
		if o < 0 {
			var known []string
			for _, o := range l.machine.Outputs {
				known = append(known, o.Name)
			}
			name, _, call := strings.Cut(e.Output.Value, "(")
			if call && slices.Contains(known, name) {
				l.diags.Errorf(diag.CodeShape, e.Output.Span, "`%s` is not an output name: write the values of fields as a mapping", diag.Clip(e.Output.Value)).
					Helpf("write {%s: {FIELD: VALUE}}", name)
				continue
			}
			l.unknown(e.Output, "output", known)
			continue
		}
		output := &l.machine.Outputs[o]
		l.used[output.Span] = true
		values := make([]expr.Expr, len(output.Fields))
		seen := map[string]diag.Span{}
		for _, v := range e.Values {
			i := slices.IndexFunc(output.Fields, func(f core.Field) bool { return f.Name == v.Name.Value })
			if i < 0 {
				var known []string
				for _, f := range output.Fields {
					known = append(known, f.Name)
				}
				l.unknown(v.Name, "field of output `"+output.Name+"`", known)
				continue
			}
			if l.unique(seen, v.Name, "field") {
				values[i] = l.emitted(v.Value, output.Fields[i].Type, scope)
			}
		}
		for _, f := range output.Fields {
			if _, given := seen[f.Name]; !given {
				l.diags.Errorf(diag.CodeMissing, e.Output.Span, "output `%s` is emitted without a value for its field `%s`", output.Name, f.Name).
					Note(f.Span, "declared here").Helpf("add it, as in {%s: {%s: ...}}", output.Name, f.Name)
			}
		}
		out = append(out, core.Emission{Output: o, Values: values, Written: values, Span: e.Output.Span})
	}
	return out
}

// rewriteEntries rewrites the values of entry outputs, which are over the
// configuration after the step, into values over the one before it. The updates of
// all transitions must be complete.
func rewriteEntries(m *core.Machine) {
	for i := range m.Transitions {
		t := &m.Transitions[i]
		before := func(s *expr.Symbol) expr.Expr {
			if s.Scope == expr.Field {
				return carried(m, t, s)
			}
			return t.Updated(s)
		}
		for j := range t.Emits {
			e := &t.Emits[j]
			if e.Cause != core.ByEntry {
				continue
			}
			e.Values = make([]expr.Expr, len(e.Written))
			for k, v := range e.Written {
				if v != nil {
					e.Values[k] = expr.Substitute(v, before)
				}
			}
		}
	}
}
