package syntax

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// Decode gives a node tree the shape of a spec. The File is complete as far
// as the errors in the list allow; it is never nil.
func Decode(root *Node) (*File, diag.List) {
	d := &decoder{}
	f := d.file(root)
	return f, d.diags
}

type decoder struct{ diags diag.List }

// section walks the pairs of a mapping. A key that the section of the grammar
// has is passed to use; any other is reported, with what was probably meant.
func (d *decoder) section(n *Node, what string, use func(key string, p Pair)) {
	s := sectionNamed(what)
	if n.Kind != Mapping {
		if n.Kind == Refused || n.Kind == Scalar && n.Null && what != "spec" {
			return
		}
		d.diags.Errorf(diag.CodeShape, n.Span, "expected %s written as a mapping, found %s", diag.Indefinite(what), n.describe()).
			Helpf("its keys are %s", strings.Join(s.keyNames(), ", "))
		return
	}
	for _, p := range n.Pairs {
		if key := p.Key.Text; s.has(key) {
			use(key, p)
		} else {
			d.stranger(s, p.Key)
		}
	}
}

// stranger reports a key that a section has not.
func (d *decoder) stranger(s *Section, key *Node) {
	if help, ok := absent[s.Name][key.Text]; ok {
		d.diags.Errorf(diag.CodeNotYet, key.Span, "`%s` is not in this version of the language yet", key.Text).Helpf("%s", help)
		return
	}
	e := d.diags.Errorf(diag.CodeKey, key.Span, "%s has no key `%s`", diag.Indefinite(s.Name), diag.Clip(key.Text))
	if here, ok := foreign[s.Name][key.Text]; ok {
		e.Helpf("here it is %s", here)
	} else if e.Help = diag.DidYouMean(key.Text, s.keyNames()); e.Help == "" {
		e.Helpf("its keys are %s", strings.Join(s.keyNames(), ", "))
	}
}

// text takes a scalar that must not be empty.
func (d *decoder) text(n *Node, what string) Text {
	if n.Kind != Refused && (n.Kind != Scalar || n.Text == "" || n.Null) {
		d.diags.Errorf(diag.CodeShape, n.Span, "expected %s, found %s", what, n.describe())
		return Text{Span: n.Span}
	}
	return Text{n.Text, n.Span}
}

// texts takes a list of scalars, or one scalar for a list of one.
func (d *decoder) texts(n *Node, what string) []Text {
	items := n.Items
	if n.Kind == Scalar {
		items = []*Node{n}
	} else if n.Kind == Refused {
		return nil
	} else if n.Kind == Mapping || len(items) == 0 {
		d.diags.Errorf(diag.CodeShape, n.Span, "expected a list of %ss, found %s", what, n.describe())
		return nil
	}
	var out []Text
	for _, i := range items {
		out = append(out, d.text(i, "a "+what))
	}
	return out
}

// entries walks the pairs of a mapping whose keys are free names.
func (d *decoder) entries(n *Node, what string, use func(name Text, value *Node)) {
	if n.Kind != Mapping {
		if n.Kind != Refused && (n.Kind != Scalar || !n.Null) {
			d.diags.Errorf(diag.CodeShape, n.Span, "expected %s, found %s", what, n.describe())
		}
		return
	}
	for _, p := range n.Pairs {
		use(Text{p.Key.Text, p.Key.Span}, p.Value)
	}
}

func (d *decoder) file(root *Node) *File {
	f := &File{Span: root.Span}
	d.section(root, "spec", func(key string, p Pair) {
		switch n := p.Value; key {
		case "fsm":
			if v := d.text(n, "a version"); v.Value != "" && v.Value != "1" {
				d.diags.Errorf(diag.CodeNotYet, v.Span, "version %s of the language is not known", diag.Clip(v.Value)).Helpf("this is version 1")
			}
		case "machine":
			f.Machine = d.text(n, "the name of the machine")
		case "doc":
			f.Doc = d.text(n, "text")
		case "go":
			d.section(n, "go section", func(key string, p Pair) {
				switch key {
				case "package":
					f.Package = d.text(p.Value, "a package name")
				case "prefix":
					f.Prefix = d.text(p.Value, "a prefix")
				case "faces":
					f.Faces = d.faces(p.Value)
				}
			})
		case "tests":
			f.Tests = d.choices(n, "kind of test", "kinds", Tests())
		case "params":
			f.Params = d.decls(n, "parameter")
		case "enums":
			d.entries(n, "enums by name", func(name Text, n *Node) { f.Enums = append(f.Enums, d.enum(name, n)) })
		case "vars":
			f.Vars = d.decls(n, "variable")
		case "guards":
			d.entries(n, "conditions by name", func(name Text, n *Node) { f.Guards = append(f.Guards, d.guard(name, n)) })
		case "delays":
			d.entries(n, "lengths of time by name", func(name Text, n *Node) { f.Delays = append(f.Delays, d.delay(name, n)) })
		case "outputs":
			d.entries(n, "outputs by name", func(name Text, n *Node) { f.Outputs = append(f.Outputs, d.output(name, n)) })
		case "limit":
			f.Limit = d.rule(p, "limit", "transitions")
		case "stall":
			f.Stall = d.rule(p, "stall rule", "limit")
		case "events":
			d.entries(n, "events by name", func(name Text, n *Node) { f.Events = append(f.Events, d.event(name, n)) })
		case "initial":
			f.Initial = d.text(n, "the name of a state")
		case "terminal":
			d.entries(n, "sets of terminal states by outcome, as in {success: [Done]}", func(name Text, n *Node) {
				f.Terminal = append(f.Terminal, Outcome{name, d.texts(n, "state")})
			})
		case "on":
			f.On = d.handlers(n)
		case "ignore":
			f.Ignore = d.texts(n, "event")
		case "invariants":
			f.Invariants = d.texts(n, "condition")
		case "unlisted":
			if f.Unlisted = d.text(n, "`error`"); f.Unlisted.Value != "" && f.Unlisted.Value != "error" {
				d.diags.Errorf(diag.CodeShape, f.Unlisted.Span, "`unlisted` is `error` or left out, not `%s`", diag.Clip(f.Unlisted.Value))
			}
		case "states":
			f.States = d.states(n)
		case "progress":
			d.entries(n, "an expression for each state", func(name Text, n *Node) {
				f.Progress = append(f.Progress, Progress{name, d.texts(n, "progress expression")})
			})
		case "bound":
			f.Bound = d.text(n, "an expression")
		}
	})
	d.require(root, f)
	return f
}

// faces takes the faces of the generated code. An empty list is none of them; one
// with a mistake says nothing.
func (d *decoder) faces(n *Node) []Text {
	if n.Kind == Sequence && len(n.Items) == 0 {
		return []Text{}
	}
	faults := len(d.diags)
	out := d.choices(n, "face", "faces", Faces())
	if len(d.diags) > faults {
		return nil
	}
	return out
}

// choices takes words, each at most once and one of those given.
func (d *decoder) choices(n *Node, what, all string, words []string) []Text {
	var out []Text
	for _, t := range d.texts(n, what) {
		again := slices.ContainsFunc(out, func(u Text) bool { return u.Value == t.Value })
		switch {
		case t.Value == "":
		case !slices.Contains(words, t.Value):
			e := d.diags.Errorf(diag.CodeShape, t.Span, "there is no %s `%s`", what, diag.Clip(t.Value))
			if e.Help = diag.DidYouMean(t.Value, words); e.Help == "" {
				e.Helpf("the %s are %s", all, strings.Join(words, ", "))
			}
		case again:
			d.diags.Errorf(diag.CodeShape, t.Span, "`%s` is there twice", t.Value)
		default:
			out = append(out, t)
		}
	}
	return out
}

// require reports the sections that no machine can do without.
func (d *decoder) require(root *Node, f *File) {
	if root.Kind != Mapping {
		return
	}
	given := func(key string) bool {
		reactive := slices.ContainsFunc(f.Events, func(e Event) bool { return e.Environment })
		return key == "terminal" && reactive || slices.ContainsFunc(root.Pairs, func(p Pair) bool { return p.Key.Text == key })
	}
	example := map[string]string{
		"machine": "machine: Door", "events": "events: {Open: {}}", "initial": "initial: Closed",
		"terminal": "terminal: {success: [Done]}", "states": "states: {Closed: {on: {Open: Done}}, Done: {}}",
	}
	for _, key := range []string{"machine", "events", "initial", "terminal", "states"} {
		if !given(key) {
			d.diags.Errorf(diag.CodeMissing, f.Span, "the spec has no section `%s`", key).Helpf("for example %s", example[key])
		}
	}
}
