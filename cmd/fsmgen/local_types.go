package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// dropDeclared drops the warnings about types that look like misspelled Go types, if
// the Go files of the folder declare them.
func (l *loaded) dropDeclared(in *folder) {
	doubted := func(d diag.Diagnostic) bool { return d.Code == diag.CodeGoType && d.Severity == diag.Warning }
	if !slices.ContainsFunc(l.diags, doubted) {
		return
	}
	declared := typesIn(in)
	l.diags = slices.DeleteFunc(l.diags, func(d diag.Diagnostic) bool {
		return doubted(d) && slices.Contains(declared, l.text(d.Span))
	})
}

// text returns the source at a span of one line.
func (l *loaded) text(s diag.Span) string {
	lines := strings.Split(string(l.src), "\n")
	if s.Start.Line < 1 || s.Start.Line > len(lines) {
		return ""
	}
	line := []rune(lines[s.Start.Line-1])
	from, to := s.Start.Column-1, s.End.Column-1
	if from < 0 || to > len(line) || from > to {
		return ""
	}
	return string(line[from:to])
}

// typesIn lists the types that the Go files of a folder declare. It skips files that it
// cannot read or parse.
func typesIn(in *folder) (names []string) {
	files, err := in.list(".go")
	if err != nil {
		return nil
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := in.read(file)
		if err != nil {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, s := range g.Specs {
				if t, ok := s.(*ast.TypeSpec); ok {
					names = append(names, t.Name.Name)
				}
			}
		}
	}
	return names
}
