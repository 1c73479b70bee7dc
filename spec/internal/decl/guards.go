package decl

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// guards declares the named guards. Their conditions are parsed where they are
// used, because only then the payload and the data are known.
func (l *Declarations) guards() {
	for i, g := range l.file.Guards {
		l.names.Check(g.Name, "guard")
		l.machine.Guards = append(l.machine.Guards, core.Guard{
			Name: g.Name.Value, Doc: g.Doc.Value, Text: g.If.Value, External: !g.If.Given(), Reason: g.Reason, Context: g.Context.Given(),
			Args: l.values.fields(g.Args, "argument"), Go: l.names.GoName(g.Go), Span: g.Name.Span,
		})
		l.names.Define(g.Name, "guard", &expr.Ref{Symbol: &expr.Symbol{
			Scope: expr.Named, Index: i, Name: g.Name.Value, Type: expr.Type{Kind: expr.Bool},
		}})
	}
}
