package proptest

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// uses collects what of the grammar a value uses: keys, and which of several
// shapes.
type uses map[string]bool

func (u uses) value(at string, shape syntax.Shape, node *yaml.Node) {
	switch shape.Form {
	case syntax.Part:
		u.section(shape.Section, node)
	case syntax.Choice:
		u[at+" "+node.Value] = true
	case syntax.List:
		for _, n := range node.Content {
			u.value(at, shape.Of[0], n)
		}
	case syntax.Entries:
		for i := 1; i < len(node.Content); i += 2 {
			u.value(at, shape.Of[0], node.Content[i])
		}
	case syntax.OneOf:
		for i, s := range shape.Of {
			if fits(s, node) {
				u[fmt.Sprintf("%s, shape %d", at, i)] = true
				u.value(at, s, node)
				return
			}
		}
	}
}

// fits reports whether a value can have a shape.
func fits(shape syntax.Shape, node *yaml.Node) bool {
	empty := node.Tag == "!!null"
	switch shape.Form {
	case syntax.Part, syntax.Entries:
		return node.Kind == yaml.MappingNode
	case syntax.List:
		return node.Kind == yaml.SequenceNode
	case syntax.Empty:
		return empty || node.Kind == yaml.MappingNode && len(node.Content) == 0
	}
	return node.Kind == yaml.ScalarNode && !empty
}

func (u uses) section(name string, node *yaml.Node) {
	sections := syntax.Grammar()
	s := sections[slices.IndexFunc(sections, func(s syntax.Section) bool { return s.Name == name })]
	for i := 0; i+1 < len(node.Content); i += 2 {
		at := name + "." + node.Content[i].Value
		k := slices.IndexFunc(s.Keys, func(k syntax.Key) bool { return k.Name == node.Content[i].Value })
		if k < 0 {
			u[name+" with other keys"] = true
			continue
		}
		u[at] = true
		u.value(at, s.Keys[k].Value, node.Content[i+1])
	}
}

// all collects what there is to use.
func (u uses) all(at string, shape syntax.Shape) {
	switch shape.Form {
	case syntax.Choice:
		for _, w := range shape.Words {
			u[at+" "+w] = w != "false" // which is what there is without the key
		}
	case syntax.List, syntax.Entries:
		u.all(at, shape.Of[0])
	case syntax.OneOf:
		for i, s := range shape.Of {
			u[fmt.Sprintf("%s, shape %d", at, i)] = s.Form != syntax.Empty
			u.all(at, s)
		}
	}
}

// used collects what a machine uses.
func used(t *testing.T, name string) uses {
	t.Helper()
	var file yaml.Node
	if err := yaml.Unmarshal(read(t, filepath.Join("testdata", name, name+".fsm.yaml")), &file); err != nil {
		t.Fatal(err)
	}
	got := uses{}
	got.section("spec", file.Content[0])
	return got
}

// TestEverything wants one machine to use all of the language, and to be proved. Steps without an
// event are in another one: with a limit of transitions, they leave none of that to events. So are calls, whose states
// leave nothing else to do.
func TestEverything(t *testing.T) {
	got, want := used(t, "everything"), uses{}
	for machine, keys := range map[string][]string{
		"refund": {"spec.always", "state.always"}, "courier": {"spec.calls", "spec.use", "call.", "child machine.", "state.invoke", "invocation."},
		"dispatch": {"state.parallel", "spec.possible"},
		"probe":    {"spec.within", "outcome.within", "invocation.timeout"},
		"gate":     {"guard.reason", "spec.possible"},
		"errand":   {"raised events", "state.raise", "state.final", "state.done", "transition.raise", "transition.history"},
	} {
		for what, uses := range used(t, machine) {
			if slices.ContainsFunc(keys, func(key string) bool { return strings.HasPrefix(what, key) }) {
				got[what] = uses
			}
		}
	}
	for _, s := range syntax.Grammar() {
		if s.Rest.Form != 0 {
			want[s.Name+" with other keys"] = true
		}
		for _, k := range s.Keys {
			want[s.Name+"."+k.Name] = true
			want.all(s.Name+"."+k.Name, k.Value)
		}
	}
	// An alternative of the whole machine has a condition, so that it is not only a name. Each of the
	// others occurs once, as a list.
	want["spec.always, shape 0"] = false
	want["spec.unlisted ignore"] = false      // the spec has the other value
	want["go section.faces temporal"] = false // what it generates is tested by module temporal
	for _, list := range []string{"spec.was", "datum.was", "spec.tests", "spec.removed", "spec.ignore", "spec.invariants", "go section.faces", "spec.use", "call.was", "child machine.was", "spec.possible"} {
		want[list+", shape 0"] = false
	}
	for _, what := range slices.Sorted(maps.Keys(want)) {
		if want[what] && !got[what] {
			t.Errorf("does not use %s", what)
		}
	}
	m, _ := load(t, "everything", "")
	if !verify.Machine(t.Context(), m).Proved() {
		t.Error("is not proved")
	}
	kinds := map[expr.Kind]bool{}
	for _, e := range m.Events {
		for _, f := range e.Fields {
			kinds[f.Type.Kind] = true
		}
	}
	effects := map[core.Effect]bool{}
	for _, tr := range m.Transitions {
		effects[tr.Effect] = true
	}
	if len(kinds) != 5 || len(effects) != 3 || !slices.ContainsFunc(m.Transitions, func(t core.Transition) bool { return t.Internal }) {
		t.Errorf("has payloads of kinds %v and effects %v", kinds, effects)
	}
}
