package format

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
)

// short returns the terminal states of an outcome that needs no long form, because its kind is the default
// one, or nil.
func short(name string, outcome *syntax.Node) (states *syntax.Node) {
	if outcome.Kind != syntax.Mapping {
		return nil
	}
	for _, p := range outcome.Pairs {
		switch v := p.Value; {
		case p.Key.Text == "states" && (v.Kind == syntax.Sequence || v.Kind == syntax.Scalar && !v.Null):
			states = v
		case p.Key.Text == "kind" && v.Kind == syntax.Scalar && !v.Null && v.Text != "" && v.Text == syntax.DefaultKind(name):
		default:
			return nil
		}
	}
	return states
}

// shorten gives the outcomes of a spec their short form, except those with comments inside.
func (root *node) shorten() {
	for _, section := range root.entries {
		if section.key.Text != "terminal" || section.value.Kind != syntax.Mapping {
			continue
		}
		for _, o := range section.value.entries {
			states := short(o.key.Text, o.value.Node)
			if states == nil || o.value.commented || len(o.value.tail) > 0 || slices.ContainsFunc(o.value.entries, (*entry).annotated) {
				continue
			}
			for _, e := range o.value.entries {
				if e.value.Node == states {
					o.value = e.value
					break
				}
			}
		}
	}
}

// annotated reports whether comments belong to an entry itself, or are above the first line of its value.
func (e *entry) annotated() bool {
	return e.trailing != "" || slices.ContainsFunc(slices.Concat(e.head, e.foot), func(line string) bool { return line != "" })
}

// shortened returns a spec with the short forms of its outcomes, as far as they have the same meaning.
func shortened(root *syntax.Node) *syntax.Node {
	out := *root
	out.Pairs = slices.Clone(root.Pairs)
	for i, p := range out.Pairs {
		if p.Key.Text != "terminal" || p.Value.Kind != syntax.Mapping {
			continue
		}
		terminal := *p.Value
		terminal.Pairs = slices.Clone(terminal.Pairs)
		for j, o := range terminal.Pairs {
			if states := short(o.Key.Text, o.Value); states != nil {
				terminal.Pairs[j].Value = states
			}
		}
		out.Pairs[i].Value = &terminal
	}
	return &out
}
