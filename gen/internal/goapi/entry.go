package goapi

import (
	"go/types"
	"strings"
)

// Kind is the kind of an exported name.
type Kind string

// The kinds of exported names.
const (
	Const Kind = "constant"
	Type  Kind = "type"
	Func  Kind = "function"
	Var   Kind = "variable"
	// Method is a method of a type that is no interface, or of an interface with unexported
	// methods, which other packages cannot implement.
	Method Kind = "method"
	// Required is a method of an interface that other packages can implement.
	Required Kind = "method of an interface"
	Field    Kind = "field"
	// Member is a type that belongs to an interface with unexported methods: a case of a
	// type switch.
	Member Kind = "member"
)

// entry is an exported name.
type entry struct {
	kind Kind
	// name of a method, a field, or a member begins with that of the type and a dot.
	name string
	// text is the type, without names of parameters, or of a constant, also its value.
	text, value string
	// pointer is set if only pointers have the method.
	pointer bool
	// promoted is set if the method is that of an embedded field or interface.
	promoted bool
}

// split returns the type to which the entry belongs, or "", and its name there.
func (e *entry) split() (owner, name string) {
	owner, name, found := strings.Cut(e.name, ".")
	if !found {
		return "", e.name
	}
	return owner, name
}

// entries lists the exported names: those of the package in alphabetical order, each type followed by what belongs to
// it.
func (a *API) entries() []entry {
	var list []entry
	scope := a.pkg.Scope()
	for _, name := range scope.Names() {
		object := scope.Lookup(name)
		if !object.Exported() || !object.Pos().IsValid() { // a type of another file has no position
			continue
		}
		switch o := object.(type) {
		case *types.Const:
			list = append(list, entry{kind: Const, name: name, text: a.text(o.Type()), value: o.Val().String()})
		case *types.Func:
			list = append(list, entry{kind: Func, name: name, text: a.text(o.Type())})
		case *types.Var:
			list = append(list, entry{kind: Var, name: name, text: a.text(o.Type())})
		case *types.TypeName:
			list = append(list, a.typeEntries(o)...)
		}
	}
	return list
}

// typeEntries lists a type and what belongs to it.
func (a *API) typeEntries(o *types.TypeName) []entry {
	name := o.Name()
	list := []entry{{kind: Type, name: name, text: a.kindOf(o.Type())}}
	switch under := o.Type().Underlying().(type) {
	case *types.Interface:
		kind := Required
		if sealed(under) {
			kind = Method
		}
		explicit := map[*types.Func]bool{}
		for m := range under.ExplicitMethods() {
			explicit[m] = true
		}
		for m := range under.Methods() {
			if m.Exported() {
				list = append(list, entry{kind: kind, name: name + "." + m.Name(), text: a.text(m.Type()), promoted: !explicit[m]})
			}
		}
		if sealed(under) {
			list = append(list, a.members(name, under)...)
		}
		return list
	case *types.Struct:
		for f := range under.Fields() {
			if f.Exported() && !f.Embedded() {
				list = append(list, entry{kind: Field, name: name + "." + f.Name(), text: a.text(f.Type())})
			}
		}
	}
	values := types.NewMethodSet(o.Type())
	for s := range types.NewMethodSet(types.NewPointer(o.Type())).Methods() {
		if !s.Obj().Exported() {
			continue
		}
		list = append(list, entry{
			kind: Method, name: name + "." + s.Obj().Name(), text: a.text(s.Obj().Type()),
			pointer: values.Lookup(a.pkg, s.Obj().Name()) == nil, promoted: len(s.Index()) > 1,
		})
	}
	return list
}

// sealed reports whether only types of the same package can implement an interface.
func sealed(i *types.Interface) bool { return marker(i) != "" }

// marker returns the first unexported method of an interface, or "".
func marker(i *types.Interface) string {
	for m := range i.Methods() {
		if !m.Exported() {
			return m.Name()
		}
	}
	return ""
}

// members lists the exported types that belong to a sealed interface. Only those that
// have its marker are candidates: a machine has thousands of such interfaces and types.
func (a *API) members(name string, i *types.Interface) []entry {
	var list []entry
	for _, o := range a.marked[marker(i)] {
		if types.Implements(o.Type(), i) {
			list = append(list, entry{kind: Member, name: name + "." + o.Name(), text: "member"})
		}
	}
	return list
}

// marks lists the exported types that are no interfaces by their unexported methods, in
// alphabetical order.
func marks(pkg *types.Package) map[string][]*types.TypeName {
	marked := map[string][]*types.TypeName{}
	for _, name := range pkg.Scope().Names() {
		o, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || !o.Exported() || !o.Pos().IsValid() || types.IsInterface(o.Type()) {
			continue
		}
		for m := range types.NewMethodSet(o.Type()).Methods() {
			if method := m.Obj().Name(); !m.Obj().Exported() {
				marked[method] = append(marked[method], o)
			}
		}
	}
	return marked
}

// kindOf describes the underlying type, without what has entries of its own.
func (a *API) kindOf(t types.Type) string {
	switch t.Underlying().(type) {
	case *types.Struct:
		return "struct"
	case *types.Interface:
		return "interface"
	}
	return a.text(t.Underlying())
}

// text writes a type, without names of parameters.
func (a *API) text(t types.Type) string {
	signature, ok := t.(*types.Signature)
	if !ok {
		return types.TypeString(t, a.qualify)
	}
	return strings.TrimPrefix(types.TypeString(types.NewSignatureType(nil, nil, nil,
		nameless(signature.Params()), nameless(signature.Results()), signature.Variadic()), a.qualify), "func")
}

// qualify returns the path of an imported package.
func (a *API) qualify(p *types.Package) string {
	if p == a.pkg {
		return ""
	}
	return p.Path()
}

// nameless returns variables of the same types.
func nameless(list *types.Tuple) *types.Tuple {
	var vars []*types.Var
	for v := range list.Variables() {
		vars = append(vars, types.NewParam(v.Pos(), v.Pkg(), "", v.Type()))
	}
	return types.NewTuple(vars...)
}
