package charts

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/syntax"
)

// Shrink returns a chart that is as small as it can make it while keep holds: it drops states and events with all that names
// them, then any key or item of a list. keep must hold for c, and must not change it.
func Shrink(c Chart, keep func(Chart) bool) Chart {
	root, faults := syntax.Read(Name, []byte(c.Text))
	if faults.HasErrors() {
		return c
	}
	now := value(root)
	try := func(v any) bool {
		next := Chart{text(v), c.Children}
		if next.Text == c.Text || !keep(next) {
			return false
		}
		now, c = v, next
		return true
	}
	for {
		before := c.Text
		for _, name := range names(now) {
			try(without(now, name))
		}
		for i := 0; ; i++ {
			all := smaller(now)
			for i < len(all) && !try(all[i]) {
				i++
			}
			if i >= len(all) {
				break
			}
			i-- // what follows has moved here
		}
		if c.Text == before {
			return c
		}
	}
}

func text(v any) string {
	p, ok := v.(pairs)
	if !ok {
		return ""
	}
	var b strings.Builder
	p.write(&b, "")
	return b.String()
}

// value turns a tree of YAML into what is printed.
func value(n *syntax.Node) any {
	switch n.Kind {
	case syntax.Mapping:
		p := pairs{}
		for _, x := range n.Pairs {
			p = append(p, pair{x.Key.Text, value(x.Value)})
		}
		return p
	case syntax.Sequence:
		l := list{}
		for _, x := range n.Items {
			l = append(l, value(x))
		}
		return l
	}
	return n.Text
}

// names returns the names of states, regions, events, and variables.
func names(v any) (out []string) {
	var walk func(v any, named bool)
	walk = func(v any, named bool) {
		p, ok := v.(pairs)
		if !ok {
			return
		}
		for _, x := range p {
			if named {
				out = append(out, x.key)
			}
			walk(x.value, slices.Contains([]string{"states", "parallel", "events", "vars", "calls"}, x.key))
		}
	}
	walk(v, false)
	return out
}

// without returns a tree without a name, and without the alternatives, lists, and outputs that need it.
func without(v any, name string) any {
	mentions := func(s string) bool {
		return slices.Contains(strings.FieldsFunc(s, func(r rune) bool { return !strings.ContainsRune(word, r) }), name)
	}
	var drop func(v any) (any, bool)
	drop = func(v any) (any, bool) {
		switch v := v.(type) {
		case string:
			return v, !mentions(v)
		case list:
			var out list
			for _, x := range v {
				if x, ok := drop(x); ok {
					out = append(out, x)
				}
			}
			return out, len(out) > 0 || len(v) == 0
		case pairs:
			out := pairs{}
			for _, x := range v {
				y, ok := drop(x.value)
				switch {
				case ok && !mentions(x.key):
					out = append(out, pair{x.key, y})
				case slices.Contains([]string{"if", "to", "emit"}, x.key):
					return nil, false // the alternative
				}
			}
			return out, len(out) > 0 || len(v) == 0
		}
		return v, true
	}
	out, _ := drop(v)
	return out
}

const word = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// smaller returns all trees with one part less: a key, an item, or a level of states.
func smaller(v any) (out []any) {
	switch v := v.(type) {
	case list:
		for i := range v {
			if len(v) > 1 {
				out = append(out, slices.Delete(slices.Clone(v), i, i+1))
			}
		}
		if len(v) == 1 {
			out = append(out, v[0])
		}
		for i := range v {
			for _, x := range smaller(v[i]) {
				next := slices.Clone(v)
				next[i] = x
				out = append(out, next)
			}
		}
	case pairs:
		for i := range v {
			out = append(out, slices.Delete(slices.Clone(v), i, i+1))
			if inner, ok := hoisted(v[i]); ok {
				out = append(out, slices.Concat(v[:i], inner, v[i+1:]))
			}
			for _, x := range smaller(v[i].value) {
				next := slices.Clone(v)
				next[i].value = x
				out = append(out, next)
			}
		}
	}
	return out
}

// hoisted returns the states inside a state, to take its place.
func hoisted(p pair) (pairs, bool) {
	state, ok := p.value.(pairs)
	if !ok {
		return nil, false
	}
	for _, x := range state {
		if inner, ok := x.value.(pairs); ok && (x.key == "states" || x.key == "parallel") {
			return inner, true
		}
	}
	return nil, false
}
