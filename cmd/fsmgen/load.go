package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/ident"
)

// loaded is a spec with its source, which diagnostics quote.
type loaded struct {
	path    string
	src     []byte
	machine *core.Machine // nil when diags hold an error
	names   *ident.Names
	pkg     string // the package that the spec asks for, or ""
	diags   diag.List
}

// quote gives the source to the printer of diagnostics.
func (l *loaded) quote(file string) []byte {
	if file == l.path {
		return l.src
	}
	return nil
}

// loadSpec reads one spec; the path - is standard input. The error is that of
// reading; what is wrong with the spec is in the diagnostics.
func loadSpec(path string, in io.Reader) (*loaded, error) {
	var src []byte
	var err error
	if path == "-" {
		path = "<stdin>"
		src, err = io.ReadAll(in)
	} else {
		src, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, err
	}
	s, diags := spec.Load(filepath.ToSlash(path), src)
	l := &loaded{path: filepath.ToSlash(path), src: src, machine: s.Machine, pkg: s.Package, diags: diags}
	if l.machine == nil {
		return l, nil
	}
	var clashes diag.List
	l.names, clashes = ident.Assign(l.machine, s.Prefix)
	l.diags = append(l.diags, clashes...)
	l.diags.Sort()
	if l.diags.HasErrors() {
		l.machine = nil
	}
	return l, nil
}

// packageOf is the Go package that generated files join: the one that the spec
// names, the one that the folder's Go files have, or one named like the folder.
func (l *loaded) packageOf(dir string) (string, error) {
	if l.pkg != "" {
		return l.pkg, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		if n := e.Name(); e.IsDir() || !strings.HasSuffix(n, ".go") || strings.HasSuffix(n, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.PackageClauseOnly)
		if err == nil {
			return f.Name.Name, nil
		}
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	name := strings.ToLower(strings.NewReplacer("-", "", ".", "", " ", "").Replace(filepath.Base(abs)))
	if !token.IsIdentifier(name) {
		return "", fmt.Errorf("the folder %s does not give a package name: add go: {package: NAME} to the spec", dir)
	}
	return name, nil
}
