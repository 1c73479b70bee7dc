package decl

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// outputs declares the outputs.
func (l *Declarations) outputs() {
	seen := map[string]diag.Span{}
	for _, o := range l.file.Outputs {
		l.names.Check(o.Name, "output")
		if !l.names.Unique(seen, o.Name, "output") {
			continue
		}
		l.machine.Outputs = append(l.machine.Outputs, core.Output{
			Name: o.Name.Value, Doc: o.Doc.Value, Context: o.Context.Given(), Fields: l.values.fields(o.Fields, "field"), Go: l.names.GoName(o.Go), Span: o.Name.Span,
		})
	}
}
