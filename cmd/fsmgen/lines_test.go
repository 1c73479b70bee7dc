package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLines counts the lines of each function that is written by hand, in all modules. One with over 100 is several functions.
func TestLines(t *testing.T) {
	const most = 100
	over, count := map[string]int{}, 0
	err := filepath.WalkDir("../..", func(file string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && (name == "testdata" || strings.HasPrefix(name, ".") && len(name) > 2):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, file, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil || ast.IsGenerated(parsed) {
			return err
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				count++
				if n := fset.Position(f.End()).Line - fset.Position(f.Pos()).Line + 1; n > most {
					folder := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(file)), "../../")
					over[folder+"."+f.Name.Name] = n
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if count < 5000 {
		t.Errorf("only %d functions were found", count)
	}
	if diff := cmp.Diff(map[string]int{}, over); diff != "" {
		t.Errorf("functions with more than %d lines (+found); divide them:\n%s", most, diff)
	}
}
