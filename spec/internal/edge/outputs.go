package edge

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/scope"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Emissions resolves outputs and their values.
func (l *Edges) Emissions(list []syntax.Emit, scope scope.State) []core.Emission {
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
			l.names.Unknown(e.Output, "output", known)
			continue
		}
		output := &l.machine.Outputs[o]
		l.decls.Used[output.Span] = true
		values := make([]expr.Expr, len(output.Fields))
		seen := map[string]diag.Span{}
		for _, v := range e.Values {
			i := slices.IndexFunc(output.Fields, func(f core.Field) bool { return f.Name == v.Name.Value })
			if i < 0 {
				var known []string
				for _, f := range output.Fields {
					known = append(known, f.Name)
				}
				l.names.Unknown(v.Name, "field of output `"+output.Name+"`", known)
				continue
			}
			if l.names.Unique(seen, v.Name, "field") {
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

// enter returns the outputs of entering a state for an event, or in the start.
func (l *Edges) enter(n *tree.Node, event int) []core.Emission {
	return l.atEdge(l.entered, passage{n, event}, n.Decl.Entry, core.ByEntry)
}

// leave returns the outputs of leaving a state for an event.
func (l *Edges) leave(n *tree.Node, event int) []core.Emission {
	return l.atEdge(l.left, passage{n, event}, n.Decl.Exit, core.ByExit)
}

// atEdge returns the entry (or exit) outputs of a state, which are resolved only
// once for each event. Their values are over the configuration in which the machine is in it, and
// the payload.
func (l *Edges) atEdge(known map[passage][]core.Emission, p passage, list []syntax.Emit, cause core.Cause) []core.Emission {
	out, done := known[p]
	if !done {
		out = l.Emissions(list, scope.State{Env: l.env, At: p.state.Place().Index, Event: p.event, Edge: p.state})
		for i := range out {
			out[i].Cause, out[i].State = cause, p.state.Decl.Name.Value
		}
		known[p] = out
	}
	return slices.Clone(out)
}
