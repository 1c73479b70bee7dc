package diff

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec"
)

// allSpecs returns the sources of all specs of the repository without errors, by path.
func allSpecs(t *testing.T) (paths []string, sources map[string]string) {
	t.Helper()
	sources = map[string]string{}
	root := "../.."
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".fsm.yaml") {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		s, _ := spec.LoadWith(path, src, spec.OpenFile)
		if s.Machine == nil {
			return nil
		}
		paths = append(paths, path)
		sources[path] = string(src)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) < 40 {
		t.Fatalf("only %d specs were found", len(paths))
	}
	return paths, sources
}

// TestSame checks that a spec does not differ from itself, nor from itself in a
// different order.
func TestSame(t *testing.T) {
	random := sample.Rand(t)
	paths, sources := allSpecs(t)
	for _, path := range sample.Some(t, paths, sample.Size(4, 8, min(60, len(paths)))) {
		old := load(t, path, sources[path], false)
		if d := compared(t, old, load(t, path, sources[path], false)); !d.Empty() || len(d.Notes)+len(d.Breaking) > 0 {
			t.Errorf("%s differs from itself:\n%s", path, d.Text())
		}
		for range 3 {
			text := shuffled(t, path, sources[path], random)
			new := load(t, path, text, false)
			if d := compared(t, old, new); !d.Empty() || len(d.Breaking) > 0 {
				t.Errorf("%s differs from itself in another order:\n%s\n%s", path, d.Text(), text)
			}
		}
	}
}

// TestSameProved is the same with reports, for some specs.
func TestSameProved(t *testing.T) {
	for _, path := range []string{"testdata/base.fsm.yaml", "../../machines/fallback/fallback.fsm.yaml", "../../verify/testdata/seed000.fsm.yaml"} {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		old := load(t, path, string(src), true)
		new := load(t, path, shuffled(t, path, string(src), sample.Rand(t)), true)
		if d := compared(t, old, new); !d.Empty() || len(d.Breaking) > 0 {
			t.Errorf("%s differs from itself in another order:\n%s", path, d.Text())
		}
	}
}

// shuffled writes a spec with a different order of all parts whose order has no meaning:
// sections, declarations, states, the events of a state, the keys of a transition. The
// order has a meaning for payloads and arguments, which are Go parameters, for outputs,
// and for guards and parameters, which may refer to earlier ones.
func shuffled(t *testing.T, path, src string, r *rand.Rand) string {
	t.Helper()
	root, diags := syntax.Read(path, []byte(src))
	if root == nil {
		t.Fatal(diags)
	}
	var b strings.Builder
	writeNode(&b, root, 0, nil, r)
	return b.String()
}

func writeNode(b *strings.Builder, n *syntax.Node, depth int, path []string, r *rand.Rand) {
	indent := strings.Repeat("  ", depth)
	switch {
	case n.Kind == syntax.Scalar && n.Null:
		b.WriteString(" null\n")
	case n.Kind == syntax.Scalar:
		fmt.Fprintf(b, " %q\n", n.Text)
	case n.Kind == syntax.Mapping && len(n.Pairs) == 0:
		b.WriteString(" {}\n")
	case n.Kind == syntax.Sequence && len(n.Items) == 0:
		b.WriteString(" []\n")
	case n.Kind == syntax.Mapping:
		pairs := slices.Clone(n.Pairs)
		if !ordered(path) {
			r.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
		}
		b.WriteString("\n")
		for _, p := range pairs {
			fmt.Fprintf(b, "%s%q:", indent, p.Key.Text)
			writeNode(b, p.Value, depth+1, append(slices.Clone(path), p.Key.Text), r)
		}
	default:
		b.WriteString("\n")
		for _, item := range n.Items {
			b.WriteString(indent + "-")
			writeNode(b, item, depth+1, append(slices.Clone(path), "-"), r)
		}
	}
}

// ordered reports whether the order of a mapping has a meaning.
func ordered(path []string) bool {
	if len(path) == 0 {
		return false
	}
	// Regions handle an event in their order, and the states inside are the constants of a type.
	if last := path[len(path)-1]; last == "parallel" || last == "states" && slices.Contains(path, "parallel") {
		return true
	}
	last := path[len(path)-1]
	switch {
	case slices.Contains([]string{"entry", "exit", "emit"}, last), last == "args", last == "fields":
		return true
	case len(path) >= 2 && last == "-" && slices.Contains([]string{"entry", "exit", "emit"}, path[len(path)-2]):
		return true
	case len(path) == 1:
		return last == "guards" || last == "params"
	case len(path) == 2:
		return path[0] == "events" || path[0] == "outputs"
	case len(path) == 3 && path[0] == "calls":
		return last == "with" || last == "done"
	}
	return false
}

// TestMirror checks that swapping the versions swaps the diff.
func TestMirror(t *testing.T) {
	sample.Turn(t)
	check := func(t *testing.T, a, b *Side) {
		t.Helper()
		// The changes of the Go code are not compared.
		there, back := compare(t.Context(), a, b).record.d, compare(t.Context(), b, a).record.d
		if diff := cmp.Diff(mirrored(there, false), mirrored(back, true)); diff != "" {
			t.Errorf("-there +back:\n%s\n%s\n%s", diff, there.Text(), back.Text())
		}
		// What breaks has a direction.
		there.Breaking, back.Breaking = nil, nil
		if there.Empty() != back.Empty() {
			t.Error("only one way there is a difference")
		}
	}
	for _, test := range edits {
		t.Run(test.name, func(t *testing.T) {
			src := base(t, test.name)
			check(t, load(t, "a", src, false), load(t, "b", edit(t, src, test.edits), false))
		})
	}
	paths, sources := allSpecs(t)
	type pair struct{ path, other string }
	var pairs []pair
	for i, path := range paths {
		pairs = append(pairs, pair{path, paths[(i+1)%len(paths)]})
	}
	for i, p := range sample.Some(t, pairs, sample.Size(3, 5, min(40, len(pairs)))) {
		path, other := p.path, p.other
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			check(t, load(t, path, sources[path], false), load(t, other, sources[other], false))
		})
	}
}

// mirrored writes the changes sorted, one per line, with the sides swapped on request. It
// omits the names of transitions, which are those of the new version, and the notes about
// proofs, which have a direction.
func mirrored(d *Diff, swap bool) []string {
	var out []string
	for _, ch := range d.Changes {
		action, name, was := ch.Action, ch.Name, ch.Was
		if was == "" {
			was = name
		}
		if swap {
			action = map[Action]Action{Added: Removed, Removed: Added, Changed: Changed, Renamed: Renamed}[action]
			name, was = was, name
		}
		if ch.from != "" && action == Changed {
			name, was = "", ""
		}
		if ch.Part == "state" || ch.Part == "datum" || ch.Part == "progress" || ch.Part == "timer" || ch.Part == "invocation" {
			name, was = "", ""
		}
		head := string(action) + " " + ch.Part + " " + was + " → " + name
		// What breaks has a direction, and decides which transitions of several states are listed together.
		heads := []string{head}
		if states, rest, ok := strings.Cut(name, " --"); ok && name == was {
			heads = nil
			for state := range strings.SplitSeq(states, ", ") {
				one := state + " --" + rest
				heads = append(heads, string(action)+" "+ch.Part+" "+one+" → "+one)
			}
		}
		if len(ch.Details) == 0 {
			out = append(out, heads...)
		}
		for _, x := range ch.Details {
			if swap {
				x.Old, x.New = x.New, x.Old
			}
			what := x.What
			if strings.HasPrefix(what, "sets ") {
				what = "sets" // the variable has its new name
			}
			for _, head := range heads {
				out = append(out, head+": "+what+": "+x.Old+" → "+x.New)
			}
		}
	}
	slices.Sort(out)
	return out
}
