package diff

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// declaration is a declaration of the generated package. It follows from the spec and its
// Go names, without the generators.
type declaration struct {
	// gone is the code if the declaration is removed, and other is the code if its
	// signature changes.
	gone, other Code
	// name is the identifier, without the prefix of the machine.
	name string
	// signature is the signature of a function or method, or the type of a field, as
	// text for comparison and for people.
	signature string
}

// surface compares the generated packages by their identifiers.
func (c *comparison) surface() {
	old, new := declarations(c.old.Spec), declarations(c.new.Spec)
	if !c.a.Faces.Run || !c.b.Faces.Run { // no code implements the handler of both versions
		old, new = withoutHandler(old), withoutHandler(new)
	}
	find := func(list []declaration, name string) *declaration {
		for i := range list {
			if list[i].name == name {
				return &list[i]
			}
		}
		return nil
	}
	for i := range old {
		d := &old[i]
		switch e := find(new, d.name); {
		case e == nil:
			c.d.Breaking = append(c.d.Breaking, Breaking{Code: d.gone, Subject: d.name, Text: "removed"})
		case e.signature != d.signature:
			c.d.Breaking = append(c.d.Breaking, Breaking{Code: d.other, Subject: d.name, Text: d.signature + " → " + e.signature})
		}
	}
	for i := range new {
		if e := &new[i]; e.gone == InterfaceOther && find(old, e.name) == nil {
			c.d.Breaking = append(c.d.Breaking, Breaking{Code: InterfaceOther, Subject: e.name, Text: "added"})
		}
	}
}

// withoutHandler leaves out the methods of the handler of Run.
func withoutHandler(list []declaration) []declaration {
	return slices.DeleteFunc(list, func(d declaration) bool { return strings.HasPrefix(d.name, "Handler.") })
}

// surveyor collects declarations.
type surveyor struct {
	machine *core.Machine
	names   *ident.Names
	prefix  string
	list    []declaration
}

// declarations lists what a machine's package declares.
func declarations(s *spec.Spec) []declaration {
	n, _ := ident.Assign(s.Machine, s.Prefix) // loading has reported the clashes
	m := s.Machine
	v := &surveyor{machine: m, names: n, prefix: s.Prefix}
	for _, name := range []string{
		n.Params, n.State, n.Event, n.Outcome, n.Illegal, n.Rejected, n.Payload, n.Timer, n.StaleTimer,
		n.Host, n.GuardSet, n.OutputSet, n.TimerSet,
	} {
		v.top(TypeGone, TypeGone, name, "")
	}
	for i, e := range n.Enums {
		v.top(TypeGone, TypeGone, e.Type, "")
		for _, name := range e.Values {
			v.top(ConstGone, ConstGone, name, "of type "+v.local(n.Enums[i].Type))
		}
	}
	for _, list := range [][]string{n.States, n.Outcomes, n.Timers} {
		for _, name := range list {
			v.top(ConstGone, ConstGone, name, "")
		}
	}
	for i, p := range m.Params {
		v.add(FieldGone, FieldGone, "Params."+n.Fields[i], v.typ(p.Type))
	}
	for i, e := range m.Events {
		v.top(ConstGone, ConstGone, n.Events[i].Const, "")
		v.add(MethodGone, SignatureOther, "Machine."+n.Events[i].Method, v.parameters(e.Fields)+" error")
	}
	for i, x := range m.Vars {
		v.add(MethodGone, SignatureOther, "Machine."+n.Vars[i].Getter, "() "+v.typ(x.Type))
	}
	for i, g := range m.Guards {
		if g.External {
			v.add(InterfaceOther, InterfaceOther, "Guards."+n.Guards[i].Method, v.parameters(g.Args)+" bool")
		}
	}
	for i, o := range m.Outputs {
		v.add(InterfaceOther, InterfaceOther, "Outputs."+n.Outputs[i].Method, v.parameters(o.Fields))
	}
	for i, d := range m.Delays {
		switch {
		case n.Delays[i].Const != "":
			v.top(ConstGone, ConstGone, n.Delays[i].Const, "")
		case n.Delays[i].Method != "":
			v.add(InterfaceOther, InterfaceOther, "Timers."+n.Delays[i].Method, v.parameters(d.Args)+" time.Duration")
		}
	}
	v.fixed()
	return v.list
}

// fixed adds the declarations that depend on the machine as a whole.
func (v *surveyor) fixed() {
	n, m := v.names, v.machine
	host := ""
	if n.Host != "" {
		host = ", Host"
	}
	v.add(TypeGone, SignatureOther, "New", "(Params"+host+")")
	if n.TimerSet != "" {
		v.add(MethodGone, SignatureOther, "Machine.Fire", "(Timer) error")
	}
	if m.Rank > 0 {
		result := "one number"
		if m.Rank > 1 {
			result = "several numbers"
		}
		v.add(MethodGone, SignatureOther, "Machine.Progress", "() of "+result)
	}
	v.faces()
}

// faces adds the declarations of the chosen faces.
func (v *surveyor) faces() {
	n, m := v.names, v.machine
	if m.Faces.Typed {
		v.top(TypeGone, TypeGone, n.Typed.Any, "")
		v.top(TypeGone, TypeGone, n.Typed.Begin, "")
		v.add(MethodGone, MethodGone, "Machine.In", "")
	}
	if m.Faces.Snapshot {
		v.add(TypeGone, TypeGone, "Restore", "")
		v.add(MethodGone, MethodGone, "Machine.MarshalJSON", "")
	}
	if m.Faces.Observe {
		v.top(TypeGone, TypeGone, n.Record.Observed, "")
		v.add(MethodGone, MethodGone, "Machine.Observe", "")
	}
	if !m.Faces.Run {
		return
	}
	observers := ""
	if m.Faces.Observe {
		observers = ", ...func(Step)"
	}
	v.top(TypeGone, SignatureOther, n.Run.Run, "(Handler"+observers+")")
	v.top(TypeGone, TypeGone, n.Run.Handler, "")
	v.top(TypeGone, SignatureOther, n.Run.Resume, "(Handler"+observers+")")
	for i, name := range n.Run.Methods {
		if name != "" && !m.Terminal(i) {
			v.add(InterfaceOther, InterfaceOther, "Handler."+name, "")
		}
	}
}

func (v *surveyor) add(gone, other Code, name, signature string) {
	for _, d := range v.list {
		if d.name == name {
			return // data of several states share a reader
		}
	}
	v.list = append(v.list, declaration{gone, other, name, signature})
}

// top adds a package-level declaration, unless its name is "".
func (v *surveyor) top(gone, other Code, name, signature string) {
	if name != "" {
		v.add(gone, other, v.local(name), signature)
	}
}

// local returns a name of the package without the prefix.
func (v *surveyor) local(name string) string { return strings.TrimPrefix(name, v.prefix) }

// typ writes a type as in Go.
func (v *surveyor) typ(t expr.Type) string {
	for i, e := range v.machine.Enums {
		if t.Enum == e {
			return v.local(v.names.Enums[i].Type)
		}
	}
	return t.String()
}

// parameters writes the types of parameters.
func (v *surveyor) parameters(list []core.Field) string {
	var types []string
	for _, f := range list {
		types = append(types, v.typ(f.Type))
	}
	return "(" + strings.Join(types, ", ") + ")"
}
