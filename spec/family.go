package spec

import (
	"path"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/check"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/payload"
	"github.com/fsmgen/fsmgen/spec/internal/prune"
)

// family is a machine with all machines that it uses, directly or through others.
type family struct {
	// open opens the spec of a child, or is nil if there are none: see [LoadWith].
	open func(from, path string) (name string, src []byte, err error)
	// known are the specs that have been loaded, by name.
	known map[string]*loaded
	// users are the names of the specs that are being loaded: each uses the next one.
	users []string
}

// loaded is what is known of a spec after it was loaded: its machine, or nil, and what was reported.
type loaded struct {
	machine *core.Machine
	diags   diag.List
}

// mostFindings is how many findings of a spec are reported. A person mends the first ones, and a program must hold all of them in memory.
const mostFindings = 1000

// load loads a spec, whose name is that of its file.
func (fam *family) load(file string, src []byte) (*Spec, diag.List) {
	fam.users = append(fam.users, file)
	defer func() { fam.users = fam.users[:len(fam.users)-1] }()
	root, diags := syntax.Read(file, src)
	if root == nil {
		return &Spec{}, diags
	}
	f, more := syntax.Decode(root)
	diags = append(diags, more...)

	in := pass.New(file, f)
	in.Partial = more.HasErrors()
	m := in.Machine
	used := lower(in, func(u syntax.Use) *core.Machine { return fam.use(in, u) })
	diags = append(diags, *in.Diags...)
	if !diags.HasErrors() {
		diags = append(diags, check.Structure(m)...)
		diags = append(diags, check.Endless(m)...)
	}
	if !diags.HasErrors() {
		diags = append(diags, check.Unused(f, m, used)...)
		diags = append(diags, check.History(m)...)
	}
	s := &Spec{Name: f.Machine.Value, Package: f.Package.Value, Prefix: f.Prefix.Value}
	if !diags.HasErrors() {
		_, clashes := ident.Assign(m, s.Prefix)
		diags = append(diags, clashes...)
	}
	if !diags.HasErrors() {
		prune.DropUntried(m)
		payload.Refuse(m)
		s.Machine = m
	}
	diags.Sort()
	return s, diags.First(mostFindings)
}

// child loads a spec, or returns what is known of it.
func (fam *family) child(name string, src []byte) *loaded {
	if k, ok := fam.known[name]; ok {
		return k
	}
	s, diags := fam.load(name, src)
	k := &loaded{s.Machine, diags}
	fam.known[name] = k
	return k
}

// use returns a child machine of the spec that is being loaded, or nil if it cannot be used, which has been reported.
func (fam *family) use(in pass.Input, u syntax.Use) *core.Machine {
	name, text := diag.Clip(u.Name.Value), u.Path.Value
	fault := func(format string, args ...any) *diag.Diagnostic {
		return in.Diags.Errorf(diag.CodeChild, u.Path.Span, "machine `"+name+"` cannot be used: "+format, args...)
	}
	switch {
	case text == "":
		return nil // reported
	case path.IsAbs(text) || strings.ContainsAny(text, `:\`):
		fault("its path is not relative, with slashes").Helpf("write the path relative to this spec, as in use: {%s: ../payment/payment.fsm.yaml}", u.Name.Value)
		return nil
	case !strings.HasSuffix(text, ".fsm.yaml"):
		fault("its path does not end in .fsm.yaml").Helpf("name the spec of the machine, as in use: {%s: ../payment/payment.fsm.yaml}", u.Name.Value)
		return nil
	case fam.open == nil:
		fault("only specs in files can use other machines").Helpf("write the spec to a file, and pass its name")
		return nil
	}
	at, src, err := fam.open(in.Machine.File, text)
	if err != nil {
		fault("%v", err).Helpf("paths are relative to the directory of this spec")
		return nil
	}
	if i := slices.Index(fam.users, at); i >= 0 {
		fault("it leads back to this machine: %s", strings.Join(append(slices.Clone(fam.users[i:]), at), " uses ")).
			Helpf("a machine cannot be inside itself, because there would be no bound: remove one of these uses, or let the program start the machine after an output")
		return nil
	}
	k := fam.child(at, src)
	if k.machine == nil {
		first := k.diags[slices.IndexFunc(k.diags, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })]
		d := fault("its spec has errors").Note(first.Span, "%s", first.Message)
		if first.Code == diag.CodeChild {
			d.Notes = append(d.Notes, first.Notes...)
		}
		d.Helpf("fsmgen check %s shows all of them", at)
		return nil
	}
	return ends(k.machine, fault)
}

// ends returns a child machine if it claims to end, and nil otherwise.
func ends(child *core.Machine, fault func(string, ...any) *diag.Diagnostic) *core.Machine {
	for i := range child.Events {
		if e := &child.Events[i]; e.Environment {
			fault("it need not end").Note(e.Span, "this event may occur any number of times").
				Helpf("an invoked machine must end: remove `environment: true`, or let the program start the machine after an output")
			return nil
		}
	}
	if child.Bound == nil {
		fault("its spec claims no bound").Note(child.Span, "declared here").
			Helpf("add `bound:` to it, because this machine can take no more transitions than that; fsmgen verify finds one")
		return nil
	}
	return child
}
