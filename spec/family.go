package spec

import (
	"path"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// family is a machine with all machines that it uses, directly or through others.
type family struct {
	// open opens the spec of a child, or is nil if there are none: see [LoadWith].
	open func(from, path string) (name string, src []byte, err error)
	// known are the specs that have been loaded, by name.
	known map[string]*kin
	// users are the names of the specs that are being loaded: each uses the next one.
	users []string
}

// kin is a loaded spec.
type kin struct {
	machine *core.Machine
	diags   diag.List
}

// child loads a spec, or returns what is known of it.
func (fam *family) child(name string, src []byte) *kin {
	if k, ok := fam.known[name]; ok {
		return k
	}
	s, diags := fam.load(name, src)
	k := &kin{s.Machine, diags}
	fam.known[name] = k
	return k
}

// declareChildren declares a call for each child machine, with an event for each of its outcomes.
func (l *declarations) declareChildren() {
	for _, u := range l.file.Uses {
		l.checkName(u.Name, "child machine")
		if !l.callable(u.Name) {
			continue
		}
		if child := l.use(u); child == nil || !l.adopt(u, child) {
			l.unsureOfCalls = true
		}
	}
}

// use returns a child machine, or nil if it cannot be used, which has been reported.
func (l *declarations) use(u syntax.Use) *core.Machine {
	name, text := diag.Clip(u.Name.Value), u.Path.Value
	fault := func(format string, args ...any) *diag.Diagnostic {
		return l.diags.Errorf(diag.CodeChild, u.Path.Span, "machine `"+name+"` cannot be used: "+format, args...)
	}
	switch {
	case text == "":
		return nil // reported
	case path.IsAbs(text) || strings.ContainsAny(text, `:\`):
		fault("its path is not relative, with slashes").Helpf("write the path relative to this spec, as in use: {%s: ../payment/payment.fsm.yaml}", u.Name.Value)
		return nil
	case !strings.HasSuffix(text, ".fsm.yaml"):
		fault("its path does not end in .fsm.yaml").Helpf("name the spec of the machine, as in use: {%s: ../payment/payment.fsm.yaml}", u.Name.Value)
		return nil
	case l.family.open == nil:
		fault("only specs in files can use other machines").Helpf("write the spec to a file, and pass its name")
		return nil
	}
	at, src, err := l.family.open(l.machine.File, text)
	if err != nil {
		fault("%v", err).Helpf("paths are relative to the directory of this spec")
		return nil
	}
	if i := slices.Index(l.family.users, at); i >= 0 {
		fault("it leads back to this machine: %s", strings.Join(append(slices.Clone(l.family.users[i:]), at), " uses ")).
			Helpf("a machine cannot be inside itself, because there would be no bound: remove one of these uses, or let the program start the machine after an output")
		return nil
	}
	k := l.family.child(at, src)
	if k.machine == nil {
		first := k.diags[slices.IndexFunc(k.diags, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })]
		d := fault("its spec has errors").Note(first.Span, "%s", first.Message)
		if first.Code == diag.CodeChild {
			d.Notes = append(d.Notes, first.Notes...)
		}
		d.Helpf("fsmgen check %s shows all of them", at)
		return nil
	}
	return ends(k.machine, fault)
}

// ends returns a child machine if it claims to end, and nil otherwise.
func ends(child *core.Machine, fault func(string, ...any) *diag.Diagnostic) *core.Machine {
	for i := range child.Events {
		if e := &child.Events[i]; e.Environment {
			fault("it need not end").Note(e.Span, "this event may occur any number of times").
				Helpf("an invoked machine must end: remove `environment: true`, or let the program start the machine after an output")
			return nil
		}
	}
	if child.Bound == nil {
		fault("its spec claims no bound").Note(child.Span, "declared here").
			Helpf("add `bound:` to it, because this machine can take no more transitions than that; fsmgen verify finds one")
		return nil
	}
	return child
}

// adopt declares a child machine that ends. It reports whether it can be used: whether this spec
// has the types of its parameters.
func (l *declarations) adopt(u syntax.Use, child *core.Machine) (known bool) {
	known = true
	m := l.machine
	call := core.Call{Name: u.Name.Value, Doc: child.Doc, Child: child, Path: u.Path.Value, Span: u.Name.Span}
	for _, p := range child.Params {
		t, ok := l.own(p.Type)
		if !ok {
			l.foreign(u, &p)
			known = false
		}
		s := &expr.Symbol{Scope: expr.Field, Index: len(call.Args), Name: p.Name, Type: t}
		call.Args = append(call.Args, core.Field{Name: p.Name, Type: t, Symbol: s, Span: p.Span})
	}
	if !known {
		return false
	}
	at := len(m.Calls)
	m.Calls = append(m.Calls, call)
	for i := range child.Outcomes {
		o := &child.Outcomes[i]
		l.result(at, o.Name, strings.ToUpper(o.Name[:1])+o.Name[1:], l.ending(child, o))
	}
	return true
}

// foreign reports a parameter of a child machine of an enum that this spec does not have.
func (l *declarations) foreign(u syntax.Use, p *core.Param) {
	fault := "which this spec does not have"
	if slices.ContainsFunc(l.machine.Enums, func(e *expr.Enum) bool { return e.Name == p.Type.Enum.Name }) {
		fault = "whose values differ in this spec"
	}
	l.diags.Errorf(diag.CodeChild, u.Path.Span, "machine `%s` has parameter `%s` of the enum %s, %s", u.Name.Value, p.Name, p.Type, fault).
		Note(p.Span, "declared here").Helpf("declare it in both specs with the same values: %s: [%s]", p.Type, strings.Join(p.Type.Enum.Values, ", "))
}

// ending returns the fields of an outcome of a child machine: the data that all of its states
// have, with types that both machines know.
func (l *declarations) ending(child *core.Machine, o *core.Outcome) (out []core.Field) {
	for i := range child.Vars {
		v := &child.Vars[i]
		if len(o.States) == 0 || v.State != o.States[0] {
			continue
		}
		everywhere := true
		for _, s := range o.States {
			everywhere = everywhere && slices.ContainsFunc(child.Vars, func(w core.Var) bool {
				return w.State == s && w.Name == v.Name && w.Type.String() == v.Type.String()
			})
		}
		if t, ok := l.own(v.Type); ok && everywhere {
			s := &expr.Symbol{Scope: expr.Field, Index: len(out), Name: v.Name, Type: t}
			out = append(out, core.Field{Name: v.Name, Type: t, Symbol: s, Span: v.Span})
		}
	}
	return out
}

// own returns the type of this machine that is the same as one of a child machine. An enum must
// have the same name and values in both specs. ok is false if there is none: such a value cannot
// be passed between the machines.
func (l *typing) own(t expr.Type) (own expr.Type, ok bool) {
	switch t.Kind {
	case expr.Enumerated:
		for _, e := range l.machine.Enums {
			if e.Name == t.Enum.Name && slices.Equal(e.Values, t.Enum.Values) {
				return expr.Type{Kind: expr.Enumerated, Enum: e}, true
			}
		}
		return t, false
	case expr.Opaque:
		return t, t.String() == "error"
	}
	return t, true
}
