package spec

import (
	"go/token"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/internal/name"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// Spec is a loaded spec: the machine and the settings for its Go code.
type Spec struct {
	// Machine is nil if the diagnostics contain an error.
	Machine *core.Machine
	// Name is the name of the machine, even if the spec has errors. It is "" if
	// the spec gives none.
	Name string
	// Package is the Go package that the spec chooses, or "".
	Package string
	// Prefix is the prefix of each package-level Go name; it may be "".
	Prefix string
}

// Load loads the spec in src. It uses the file name only in positions, and never
// returns nil. The diagnostics are sorted; if they contain an error, the Machine of
// the result is nil. Two names that would become the same Go identifier are an
// error. A spec that uses child machines is an error: see [LoadWith].
func Load(file string, src []byte) (*Spec, diag.List) { return LoadWith(file, src, nil) }

// LoadWith is Load for a spec that may use child machines. Open returns the spec of a child: from
// is the name of the file that uses it, and path is the path in that spec, which is relative to
// the directory of that file and has slashes. The name that it returns is for positions, and the
// same for all paths to one file. [OpenFile] opens files.
func LoadWith(file string, src []byte, open func(from, path string) (name string, src []byte, err error)) (*Spec, diag.List) {
	return (&family{open: open, known: map[string]*kin{}}).load(file, src)
}

func (fam *family) load(file string, src []byte) (*Spec, diag.List) {
	fam.users = append(fam.users, file)
	defer func() { fam.users = fam.users[:len(fam.users)-1] }()
	root, diags := syntax.Read(file, src)
	if root == nil {
		return &Spec{}, diags
	}
	f, more := syntax.Decode(root)
	diags = append(diags, more...)

	d := newDeclarations(fam, file, f)
	d.declare()
	h := newHierarchy(d)
	h.resolve()
	newFlow(h).lower()
	diags = append(diags, d.diags...)
	if !diags.HasErrors() {
		diags = append(diags, checkStructure(d.machine)...)
		diags = append(diags, checkEventless(d.machine)...)
	}
	if !diags.HasErrors() {
		diags = append(diags, checkUnused(f, d.machine, d.used)...)
		diags = append(diags, checkHistory(d.machine)...)
	}
	s := &Spec{Name: f.Machine.Value, Package: f.Package.Value, Prefix: f.Prefix.Value}
	if !diags.HasErrors() {
		_, clashes := ident.Assign(d.machine, s.Prefix)
		diags = append(diags, clashes...)
	}
	if !diags.HasErrors() {
		dropUntried(d.machine)
		s.Machine = d.machine
	}
	diags.Sort()
	return s, diags
}

// tests records the kinds of tests to generate. The default is property and fuzz.
func (l *declarations) tests() {
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
func (l *declarations) faces() {
	l.machine.Faces = core.DefaultFaces()
	if l.file.Faces == nil {
		return
	}
	find := func(face string) int {
		return slices.IndexFunc(l.file.Faces, func(t syntax.Text) bool { return t.Value == face })
	}
	wants := func(face string) bool { return find(face) >= 0 }
	l.machine.Faces = core.Faces{Typed: wants("typed"), Run: wants("run"), Snapshot: wants("snapshot"), Observe: wants("observe"), Values: wants("values"), Columns: wants("columns"), Temporal: wants("temporal")}
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

func (l *declarations) goSection() {
	if p := l.file.Package; p.Given() {
		if !name.Is(p.Value) || strings.ContainsFunc(p.Value, func(r rune) bool { return r >= utf8.RuneSelf }) || token.IsKeyword(p.Value) {
			l.diags.Errorf(diag.CodeName, p.Span, "`%s` cannot be the name of a Go package", diag.Clip(p.Value)).
				Helpf("write the name without its import path; it consists of letters and digits, and is not a Go keyword")
		}
	}
	if p := l.file.Prefix; p.Given() {
		l.checkName(p, "prefix")
		if !token.IsExported(p.Value) {
			l.diags.Errorf(diag.CodeName, p.Span, "prefix `%s` must begin with a capital letter, because it begins exported names", diag.Clip(p.Value)).
				Helpf("for example, prefix: Door")
		}
	}
}
