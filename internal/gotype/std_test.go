package gotype_test

import (
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/internal/gotype"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestStd compares std.txt with the standard library of the Go installation, which must
// have the version in its first line.
func TestStd(t *testing.T) {
	if !sample.Long() && !golden.Update() {
		t.Skip("compiles the standard library, which FSMGEN_LONG=1 does")
	}
	list := exec.Command("go", "list", "-export", "-f", "{{.ImportPath}} {{.Export}}", "std")
	list.Env = append(os.Environ(), "GOOS=linux") // it has the most packages
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[path] = file
	}
	std := importer.ForCompiler(token.NewFileSet(), runtime.Compiler, func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	version := strings.Join(strings.SplitN(strings.TrimPrefix(runtime.Version(), "go"), ".", 3)[:2], ".")
	var text strings.Builder
	fmt.Fprintf(&text, "go%s\n", version)
	for _, path := range slices.Sorted(func(yield func(string) bool) {
		for path := range exports {
			if importable(path) && !yield(path) {
				return
			}
		}
	}) {
		pkg, err := std.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		text.WriteString(path + ":")
		for _, name := range pkg.Scope().Names() {
			if object, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && object.Exported() {
				text.WriteString(" " + name + marks(t, object))
			}
		}
		text.WriteString("\n")
	}
	golden.File(t, "std.txt", []byte(text.String()))
}

// TestFind finds each package, and no other.
func TestFind(t *testing.T) {
	table, err := os.ReadFile("std.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(table)), "\n")[1:]
	for _, line := range lines {
		path, types, _ := strings.Cut(line, ":")
		name, _, _ := strings.Cut(strings.TrimSpace(types)+" ", " ")
		name = strings.TrimRight(name, "~!")
		for text, fault := range map[string]bool{path + ".Nothing": true, path + "x.Nothing": false, path[:1] + ".Nothing": false, "*" + path + "." + name: strings.Contains(name, "|")} {
			if strings.HasSuffix(text, ".") {
				continue // the package has no types
			}
			g, err := expr.ParseGoType(text)
			if err != nil {
				continue // a generic type, which needs arguments
			}
			if f := gotype.Check(g); (f != nil) != fault {
				t.Errorf("%s: %v", text, f)
			}
		}
	}
}

// importable reports whether programs can import a package. It leaves out those whose
// types depend on the operating system or on the C compiler.
func importable(path string) bool {
	elements := strings.Split(path, "/")
	return elements[0] != "vendor" && elements[0] != "cmd" && elements[0] != "syscall" && elements[0] != "unsafe" && path != "runtime/cgo" && !slices.Contains(elements, "internal")
}

// marks describes a type as std.txt does.
func marks(t *testing.T, object *types.TypeName) (out string) {
	typ := object.Type()
	if list := typeParams(typ); list.Len() > 0 {
		var constraints []string
		var args []types.Type
		for i := range list.Len() {
			c := list.At(i).Constraint().String()
			if c != "any" && c != "comparable" {
				t.Errorf("%s.%s has a type parameter with the constraint %s", object.Pkg().Path(), object.Name(), c)
			}
			constraints = append(constraints, c)
			args = append(args, types.Typ[types.Int])
		}
		out = "[" + strings.Join(constraints, ",") + "]"
		var err error
		if typ, err = types.Instantiate(nil, typ, args, true); err != nil {
			t.Fatal(err)
		}
	}
	if i, ok := typ.Underlying().(*types.Interface); ok && !i.IsMethodSet() {
		return out + "|"
	}
	if !types.Comparable(typ) {
		out += "~"
	}
	if locks(typ) {
		out += "!"
	}
	return out
}

func typeParams(t types.Type) *types.TypeParamList {
	switch t := t.(type) {
	case *types.Named:
		return t.TypeParams()
	case *types.Alias:
		return t.TypeParams()
	}
	return nil
}

// locks reports whether go vet refuses copies of a type.
func locks(t types.Type) bool {
	lock := func(t types.Type) bool {
		set := types.NewMethodSet(t)
		return set.Lookup(nil, "Lock") != nil && set.Lookup(nil, "Unlock") != nil
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return locks(u.Elem())
	case *types.Struct:
		if lock(types.NewPointer(t)) && !lock(t) {
			return true
		}
		for f := range u.Fields() {
			if locks(f.Type()) {
				return true
			}
		}
	}
	return false
}
