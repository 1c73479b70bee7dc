package expr

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// FieldName names a field of the payload in an expression: amount in event.amount, whose place is Span.
type FieldName struct {
	Name string
	Span diag.Span
}

// Payload returns the fields of the payload that an expression names, in their order. The span is that of the text in its
// file. There are none if the text is no expression.
func Payload(text string, span diag.Span) (list []FieldName) {
	if depth(text) > maxNesting {
		return nil
	}
	tree, err := parser.ParseExprFrom(token.NewFileSet(), "", (&typer{text: text}).units(), 0)
	if err != nil {
		return nil
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := s.X.(*ast.Ident); ok && x.Name == "event" {
			at := span
			if from, to := int(s.Pos())-1, int(s.End())-1; !strings.ContainsRune(text, '\n') && from >= 0 && to <= len(text) {
				at = span.Shift(utf8.RuneCountInString(text[:from]), utf8.RuneCountInString(text[from:to]))
			}
			list = append(list, FieldName{s.Sel.Name, at})
		}
		return true
	})
	return list
}
