package decl

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
)

// Texts emits the texts of the values, and the methods that write a value as text and read it back. what is a value, as in
// "state", name what String returns, and docs are the documentation of the values, if any has one.
func (e *Enumeration) Texts(f *file.File, what, name string, docs []string) {
	e.text(f, what, name, docs)
	method := func(doc, text string) { f.Function(comment.Wrap(doc), text, e.names(f)...) }
	which, reads := "name in the spec", ""
	if e.has(func(v Constant) bool { return v.Stored != "" }) {
		which, reads = "text in the spec", ", for a text or a name"
	}
	if e.has(func(v Constant) bool { return len(v.Was) > 0 }) {
		reads += ", also of an earlier version of the spec"
	}
	method("MarshalText implements [encoding.TextMarshaler] with the "+which+".", `
func ($r $Type) MarshalText() ([]byte, error) { return $texts.Marshal($r) }`)
	method("UnmarshalText implements [encoding.TextUnmarshaler]"+reads+".", `
func ($r *$Type) UnmarshalText(text []byte) error { return $texts.Unmarshal($r, text) }`)
	if documented(docs) {
		method("Doc returns the documentation of the "+what+" in the spec, or \"\".", `
func ($r $Type) Doc() string { return $texts.Doc($r) }`)
	}
}

// String emits the texts of the values for people, who cannot write them back. The arguments are those of [Enumeration.Texts].
func (e *Enumeration) String(f *file.File, what, name string) { e.text(f, what, name, nil) }

// text emits the texts of the values, and the method String.
func (e *Enumeration) text(f *file.File, what, name string, docs []string) {
	e.table(f, what, docs)
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
			for i := range texts {
				texts[i] = jen.Line().Add(texts[i])
			}
			texts = append(texts, jen.Line())
		}
		return jen.Index().String().Values(texts...)
	}
	f.Doc(comment.Wrap(name + " has the texts of each " + what + "."))
	f.Var().Id(name).Op("=").Add(file.Runtime("Texts")).Index(jen.Id(e.Name)).ValuesFunc(func(fields *jen.Group) {
		fields.Line().Id("Kind").Op(":").Lit(what)
		fields.Line().Id("Names").Op(":").Add(list(func(_ int, v Constant) string { return v.Text }))
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
