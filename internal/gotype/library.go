package gotype

import (
	"errors"
	"go/token"
	"go/types"
	"path"
)

// library imports packages of the standard library with stand-ins for their types, which
// have the properties in the table.
type library struct{}

// Import implements [types.Importer].
func (library) Import(importPath string) (*types.Package, error) {
	list, ok := std(importPath)
	if !ok {
		return nil, errors.New("not in the standard library")
	}
	pkg := types.NewPackage(importPath, path.Base(importPath))
	for _, t := range list {
		named := types.NewNamed(types.NewTypeName(token.NoPos, pkg, t.name, nil), nil, nil)
		var params []*types.TypeParam
		for _, constraint := range t.params {
			name := types.NewTypeName(token.NoPos, pkg, "T", nil)
			params = append(params, types.NewTypeParam(name, types.Universe.Lookup(constraint).Type()))
		}
		named.SetTypeParams(params)
		named.SetUnderlying(t.underlying())
		pkg.Scope().Insert(named.Obj())
	}
	pkg.MarkComplete()
	return pkg, nil
}

// underlying returns the simplest type with the properties of t.
func (t stdType) underlying() types.Type {
	switch {
	case t.constraint:
		union := types.NewUnion([]*types.Term{types.NewTerm(true, types.Typ[types.Int]), types.NewTerm(true, types.Typ[types.String])})
		return types.NewInterfaceType(nil, []types.Type{union}).Complete()
	case t.incomparable:
		return types.NewSlice(types.Typ[types.Int])
	}
	return types.NewStruct(nil, nil)
}
