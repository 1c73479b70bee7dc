package decl

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/names"
)

// valueTexts resolves the texts of the values of an enum, and adds them to the names.
func (l *typeTable) valueTexts(enum *expr.Enum, e syntax.Enum, present map[string]diag.Span) {
	seen := map[string]diag.Span{}
	for _, t := range e.Texts {
		i := slices.Index(enum.Values, t.Value.Value)
		if i < 0 {
			l.names.Unknown(t.Value, "value of enum `"+diag.Clip(enum.Name)+"`", enum.Values)
			continue
		}
		if !l.names.Once(seen, t.Value, "the text of `%s` is given twice", "first given here") {
			continue
		}
		if text := l.names.Text("value", t.Value, t.Text, present); text != "" {
			if enum.Text == nil {
				enum.Text = make([]string, len(enum.Values))
			}
			enum.Text[i] = text
		}
	}
}

// enums declares enumerations. A value can always be written as Enum.Value, and
// by its own name if no other enum has a value of that name.
func (l *typeTable) enums() {
	seen := map[string]diag.Span{}
	count := map[string]int{}
	for _, e := range l.file.Enums {
		for _, v := range e.Values {
			count[v.Value]++
		}
	}
	for _, e := range l.file.Enums {
		l.names.Check(e.Name, "enum")
		if kind(e.Name.Value) != expr.Opaque {
			l.diags.Errorf(diag.CodeName, e.Name.Span, "`%s` is a built-in type and cannot be the name of an enum", e.Name.Value).
				Helpf("choose another name")
		}
		if !l.names.Unique(seen, e.Name, "enum") {
			continue
		}
		enum := &expr.Enum{Name: e.Name.Value, Doc: e.Doc.Value, Go: l.names.GoName(e.Go), Span: e.Name.Span}
		if len(e.Values) == 0 {
			l.diags.Errorf(diag.CodeMissing, e.Name.Span, "enum `%s` has no values", diag.Clip(enum.Name)).Helpf("for example, %s: [Low, High]", enum.Name)
			continue
		}
		values := map[string]diag.Span{}
		if len(e.Values) > 256 {
			l.diags.Errorf(diag.CodeTooBig, e.Name.Span, "enum `%s` has %d values; the limit is 256", diag.Clip(enum.Name), len(e.Values)).
				Helpf("use an int with a range, or a string")
			continue
		}
		for i, v := range e.Values {
			l.names.Check(v, "value")
			if !l.names.Unique(values, v, "value") {
				continue
			}
			lit := &expr.Lit{T: expr.Type{Kind: expr.Enumerated, Enum: enum}, Value: int64(i)}
			l.names.Known[enum.Name+"."+v.Value] = names.Name{Value: lit}
			l.names.Order = append(l.names.Order, enum.Name+"."+v.Value)
			if count[v.Value] == 1 {
				l.names.Define(v, "value of enum "+enum.Name, lit)
			}
			enum.Values = append(enum.Values, v.Value)
		}
		l.oldValues(enum, e)
		l.machine.Enums = append(l.machine.Enums, enum)
	}
}

// oldValues resolves the old names of the values of an enum.
func (l *typeTable) oldValues(enum *expr.Enum, e syntax.Enum) {
	present, old := names.Places(e.Values...), map[string]diag.Span{}
	l.valueTexts(enum, e, present)
	seen := map[string]diag.Span{}
	for _, w := range e.Was {
		i := slices.Index(enum.Values, w.Value.Value)
		if i < 0 {
			l.names.Unknown(w.Value, "value of enum `"+diag.Clip(enum.Name)+"`", enum.Values)
			continue
		}
		if !l.names.Once(seen, w.Value, "the old names of `%s` are given twice", "first given here") {
			continue
		}
		if enum.Was == nil {
			enum.Was = make([][]string, len(enum.Values))
		}
		enum.Was[i] = l.names.Was("value", w.Names, present, old)
	}
}
