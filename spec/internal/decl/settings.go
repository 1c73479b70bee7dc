package decl

import (
	"go/token"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/internal/name"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/names"
)

// settings are what a spec says of its generated code.
type settings struct {
	file    *syntax.File
	machine *core.Machine
	names   *names.Table
	diags   *diag.List
}

// tests records the kinds of tests to generate. The default is property and fuzz.
func (l *settings) tests() {
	l.machine.Tests = core.Tests{Property: true, Fuzz: true}
	if len(l.file.Tests) == 0 {
		return
	}
	wants := func(kind string) bool {
		return slices.ContainsFunc(l.file.Tests, func(t syntax.Text) bool { return t.Value == kind })
	}
	l.machine.Tests = core.Tests{Table: wants("table"), Property: wants("property"), Fuzz: wants("fuzz")}
}

// faces records the faces of the generated code.
func (l *settings) faces() {
	l.machine.Faces = core.DefaultFaces()
	if l.file.Faces == nil {
		return
	}
	find := func(face string) int {
		return slices.IndexFunc(l.file.Faces, func(t syntax.Text) bool { return t.Value == face })
	}
	wants := func(face string) bool { return find(face) >= 0 }
	l.machine.Faces = core.Faces{Typed: wants("typed"), Run: wants("run"), Snapshot: wants("snapshot"), Observe: wants("observe"), Values: wants("values"), Columns: wants("columns"), Temporal: wants("temporal"), Worst: wants("worst")}
	if wants("run") && !wants("typed") {
		l.diags.Errorf(diag.CodeMissing, l.file.Faces[find("run")].Span, "the face `run` needs the face `typed`").
			Helpf("add `typed`, because the handler of Run works with typed states, or remove `run`")
	}
	if wants("values") && !wants("snapshot") {
		l.diags.Errorf(diag.CodeMissing, l.file.Faces[find("values")].Span, "the face `values` needs the face `snapshot`").
			Helpf("add `snapshot`, because both read JSON in the same way, or remove `values`")
	}
	if wants("temporal") && !wants("values") {
		l.diags.Errorf(diag.CodeMissing, l.file.Faces[find("temporal")].Span, "the face `temporal` needs the face `values`").
			Helpf("add `values`, because events and outputs are in the history of the workflow, or remove `temporal`")
	}
	for _, g := range l.file.Guards {
		if wants("temporal") && g.Context.Given() {
			l.diags.Errorf(diag.CodeShape, g.Context.Span, "guard `%s` cannot take a context, because the spec has the face `temporal`", diag.Clip(g.Name.Value)).
				Helpf("remove `context:`, since a workflow makes its steps without a context.Context and makes them again in a replay; remove `temporal`; or make the question a call, whose activity has a context")
		}
	}
}

// goSection checks the name of the package and the prefix of Go names.
func (l *settings) goSection() {
	if p := l.file.Package; p.Given() {
		if !name.Is(p.Value) || strings.ContainsFunc(p.Value, func(r rune) bool { return r >= utf8.RuneSelf }) || token.IsKeyword(p.Value) {
			l.diags.Errorf(diag.CodeName, p.Span, "`%s` cannot be the name of a Go package", diag.Clip(p.Value)).
				Helpf("write the name without its import path; it consists of letters and digits, and is not a Go keyword")
		}
	}
	if p := l.file.Prefix; p.Given() {
		l.names.Check(p, "prefix")
		if !token.IsExported(p.Value) {
			l.diags.Errorf(diag.CodeName, p.Span, "prefix `%s` must begin with a capital letter, because it begins exported names", diag.Clip(p.Value)).
				Helpf("for example, prefix: Door")
		}
	}
}
