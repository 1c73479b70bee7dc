package file

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
)

// withTime adds the import of package time to a file that uses it only in expressions of the spec, which are text.
func withTime(src []byte) ([]byte, error) {
	if !bytes.Contains(src, []byte("time.")) || bytes.Contains(src, []byte("\"time\"\n")) {
		return src, nil
	}
	tree, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	used := false
	ast.Inspect(tree, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			x, ok := s.X.(*ast.Ident)
			used = used || ok && x.Name == "time"
		}
		return true
	})
	if !used {
		return src, nil
	}
	if len(tree.Imports) == 0 {
		at := int(tree.Name.End()) - 1
		return slices.Concat(src[:at], []byte("\n\nimport \"time\"\n"), src[at:]), nil
	}
	first := tree.Imports[0]
	from, to := int(first.Pos())-1, int(first.End())-1
	if decl := tree.Decls[0].(*ast.GenDecl); !decl.Lparen.IsValid() {
		return slices.Concat(src[:from], []byte("(\n"), src[from:to], []byte("\n\"time\"\n)"), src[to:]), nil
	}
	last := tree.Imports[len(tree.Imports)-1]
	for _, i := range tree.Imports {
		if i.Path.Value > "\"time\"" {
			last = i
			at := int(last.Pos()) - 1
			return slices.Concat(src[:at], []byte("\"time\"\n"), src[at:]), nil
		}
	}
	at := int(last.End()) - 1
	return slices.Concat(src[:at], []byte("\n\"time\""), src[at:]), nil
}
