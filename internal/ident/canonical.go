package ident

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// canonical are the method names for which `go vet` (its analyzer stdmethods) requires the
// signature of the standard library, which generated methods do not have.
var canonical = []string{
	"GobDecode", "GobEncode", "MarshalJSON", "MarshalXML", "ReadByte", "ReadRune", "UnmarshalJSON", "UnmarshalXML", "UnreadByte", "UnreadRune", "WriteByte",
}

// canonicalWith are the names for which it requires one if the first argument has a type.
var canonicalWith = map[string]string{
	"Format": "fmt.State", "ReadFrom": "io.Reader", "Scan": "fmt.ScanState", "Seek": "int64", "WriteTo": "io.Writer",
}

// canonicalErrors are the names for which it requires one of error types.
var canonicalErrors = []string{"As", "Is", "Unwrap"}

// checker finds names and types of a machine that generated code cannot use.
type checker struct {
	machine *core.Machine
	scopes  *scopes
}

// vetted reports parts whose methods `go vet` would refuse.
func (ck *checker) vetted(n *Names) {
	m := ck.machine
	check := func(kind, name, method string, span diag.Span, first []core.Field) {
		refused := slices.Contains(canonical, method)
		if t := canonicalWith[method]; t != "" && len(first) > 0 && first[0].Type.Go != nil {
			refused = first[0].Type.Go.Text == t
		}
		if kind == "event" && slices.Contains(canonicalErrors, method) {
			refused = ck.isError(n)
		}
		if refused {
			ck.scopes.diags.Errorf(diag.CodeName, span, "`%s` cannot be the Go name of %s `%s`: `go vet` requires another signature of a method with this name", method, kind, name).
				Helpf("add `go: OtherName` to the %s, or rename it", kind)
		}
	}
	for i, e := range m.Events {
		check("event", e.Name, n.Events[i].Method, e.Span, e.Fields)
	}
	for i, v := range m.Vars {
		kind := "variable"
		if v.State >= 0 {
			kind = "datum"
		}
		check(kind, v.Name, n.Vars[i].Getter, v.Span, nil)
	}
	for i, g := range m.Guards {
		check("guard", g.Name, n.Guards[i].Method, g.Span, g.Args)
	}
	for i, o := range m.Outputs {
		check("output", o.Name, n.Outputs[i].Method, o.Span, o.Fields)
	}
	for i, d := range m.Delays {
		check("delay", d.Name, n.Delays[i].Method, d.Span, d.Args)
	}
	for i, c := range m.Calls {
		check("call", c.Name, n.Calls[i].Run, c.Span, nil)
	}
	for i, s := range m.States {
		check("state", s.Name, n.Run.Methods[i], s.Span, nil)
	}
}

// isError reports whether the machine has a method Error that makes it an error.
func (ck *checker) isError(n *Names) bool {
	for i, v := range ck.machine.Vars {
		if n.Vars[i].Getter == "Error" && v.State < 0 && v.Type.Kind == expr.String {
			return true
		}
	}
	return false
}
