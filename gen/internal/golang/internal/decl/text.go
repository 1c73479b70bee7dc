package decl

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
)

// inSpec is what the methods of most types return.
const inSpec = "the name in the spec"

// Texts emits the texts of the values, and the methods that write a value as text and read it back. what is a value, as in
// "state", name what String returns, and docs are the documentation of the values, if any has one.
func (e *Enumeration) Texts(f *file.File, what, name string, docs []string) {
	e.table(f, what, docs)
	doc := ""
	if name != inSpec {
		doc = "String returns " + name + ", as MarshalText does."
	}
	if e.has(func(v Constant) bool { return v.Stored != "" }) {
		doc = "String returns " + name + ", and MarshalText its text. UnmarshalText reads both."
	}
	if e.has(func(v Constant) bool { return len(v.Was) > 0 }) {
		doc = strings.TrimLeft(doc+" UnmarshalText also reads those of earlier versions of the spec.", " ")
	}
	if doc != "" {
		f.Doc(comment.Wrap(doc))
	} else {
		f.Line()
	}
	f.Function(nil, `
func ($r $Type) String() string { return $texts.String($r) }
func ($r $Type) MarshalText() ([]byte, error) { return $texts.Marshal($r) }
func ($r *$Type) UnmarshalText(b []byte) error { return $texts.Unmarshal($r, b) }`, e.names(f)...)
	if documented(docs) {
		f.Function(nil, `
func ($r $Type) Doc() string { return $texts.Doc($r) }`, e.names(f)...)
	}
}

// String emits the texts of the values for people, who cannot write them back. The arguments are those of [Enumeration.Texts].
func (e *Enumeration) String(f *file.File, what, name string) {
	e.table(f, what, nil)
	f.Function(comment.Wrap("String returns "+name+"."), `
func ($r $Type) String() string { return $texts.String($r) }`, e.names(f)...)
}

// Columns emits the methods with which package database/sql stores a value as text.
func Columns(f *file.File, typ, recv, texts string) {
	f.Function(comment.Wrap("Value returns the text that MarshalText returns, for a column of a table. It implements [database/sql/driver.Valuer]."), `
func ($r $Type) Value() (driver.Value, error) { return $texts.Value($r) }`, "$r", recv, "$Type", typ, "$texts", texts)
	f.Function(comment.Wrap("Scan sets "+recv+" to the value whose text a column has, as UnmarshalText does. It implements [database/sql.Scanner]."), `
func ($r *$Type) Scan(column any) error { return $texts.Scan($r, column) }`, "$r", recv, "$Type", typ, "$texts", texts)
}

// names are the placeholders of Go text.
func (e *Enumeration) names(f *file.File) []string {
	return []string{"$r", e.Recv, "$Type", e.Name, "$texts", f.Names().Texts[e.Name]}
}

func (e *Enumeration) has(holds func(Constant) bool) bool {
	return slices.ContainsFunc(e.Values, holds)
}

// documented reports whether any value has documentation.
func documented(docs []string) bool { return strings.TrimSpace(strings.Join(docs, "")) != "" }

// brief reports whether the values have names alone, all of which fit on the line that declares them.
func (e *Enumeration) brief(name, what string) bool {
	length := len("var  = fsm.Texts[]{Kind: \"\", Names: []string{}}") + len(name+e.Name+what)
	for _, v := range e.Values {
		if v.Stored != "" || len(v.Was) > 0 {
			return false
		}
		length += len(v.Text) + len(`"", `)
	}
	return length <= file.Longest
}

// table emits the texts.
func (e *Enumeration) table(f *file.File, what string, docs []string) {
	name := f.Names().Texts[e.Name]
	list := func(text func(int, Constant) string) *jen.Statement {
		texts := make([]jen.Code, len(e.Values))
		width := 0
		for i, v := range e.Values {
			texts[i] = jen.Lit(text(i, v))
			width += len(text(i, v)) + len(`"", `)
		}
		if width > comment.Width {
			column := comment.Width
			for i, v := range e.Values {
				if column += len(text(i, v)) + len(`"", `); column > comment.Width || strings.Contains(text(i, v), " ") {
					texts[i], column = jen.Line().Add(texts[i]), len(text(i, v))
				}
			}
			texts = append(texts, jen.Line())
		}
		return jen.Index().String().Values(texts...)
	}
	f.Line()
	declared := f.Var().Id(name).Op("=").Add(file.Runtime("Texts")).Index(jen.Id(e.Name))
	if e.brief(name, what) && !documented(docs) {
		declared.Values(jen.Id("Kind").Op(":").Lit(what), jen.Id("Names").Op(":").Add(list(func(_ int, v Constant) string { return v.Text })))
		return
	}
	declared.ValuesFunc(func(fields *jen.Group) {
		fields.Line().Id("Kind").Op(":").Lit(what)
		fields.Id("Names").Op(":").Add(list(func(_ int, v Constant) string { return v.Text }))
		if e.has(func(v Constant) bool { return v.Stored != "" }) {
			fields.Line().Id("Stored").Op(":").Add(list(func(_ int, v Constant) string { return v.Stored }))
		}
		if e.has(func(v Constant) bool { return len(v.Was) > 0 }) {
			fields.Line().Id("Was").Op(":").Map(jen.String()).Id(e.Name).ValuesFunc(func(was *jen.Group) {
				for _, v := range e.Values {
					for _, text := range v.Was {
						was.Line().Lit(text).Op(":").Id(v.Name)
					}
				}
				was.Line()
			})
		}
		if documented(docs) {
			fields.Line().Id("Docs").Op(":").Add(list(func(i int, _ Constant) string { return strings.TrimSpace(docs[i]) }))
		}
		fields.Line()
	})
}
