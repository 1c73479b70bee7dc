package charts

import (
	"maps"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/syntax"
)

// Features returns what a spec has that says what a step does, sorted: keys of the language, and combinations of them.
func Features(text string) []string {
	root, _ := syntax.Read(Name, []byte(text))
	if root == nil {
		return nil
	}
	found := map[string]bool{}
	(&finder{found: found}).mapping(root, "")
	return slices.Sorted(maps.Keys(found))
}

// Least returns for each feature in how many of 1,000 charts that load it must be, at least.
func Least() map[string]int {
	return map[string]int{
		"after": 150, "after in a region": 100, "always": 150, "always in a region": 80, "clear": 200, "data": 80, "done": 100, "entry": 250, "exit": 60,
		"exit in a region": 5, "payload on entry": 40, "payload on exit": 5, "final": 100, "history": 80, "history in a region": 20, "ignore": 300, "ignore in a region": 150, "invoke": 150, "invoke in a region": 100,
		"delay of a parameter": 12, "duration": 100, "limit": 100, "limit beside regions": 60, "otherwise": 150, "otherwise in a region": 60, "parallel": 400, "parallel in a region": 80, "ranged payload": 150, "ranged payload beside regions": 60,
		"raise": 150, "raise in a region": 80, "several alternatives at a region": 60, "stall": 100, "stall beside regions": 60, "timeout": 40, "timeout in a region": 15, "unlisted": 100, "use": 20, "use beside regions": 10,
	}
}

// finder walks over a spec.
type finder struct {
	found map[string]bool
	// within is set inside the value of parallel.
	within bool
}

// keys are the keys that are features.
var keys = []string{
	"after", "always", "clear", "data", "done", "entry", "exit", "final", "history", "ignore", "invoke", "limit", "otherwise", "parallel", "raise", "stall", "timeout", "unlisted", "use",
}

// mapping walks over a mapping that is the value of a key.
func (f *finder) mapping(n *syntax.Node, of string) {
	for _, p := range n.Pairs {
		key := p.Key.Text
		named := slices.Contains([]string{"states", "parallel", "on", "events", "vars", "calls", "outputs"}, of)
		if !named && slices.Contains(keys, key) {
			f.found[key] = true
			if f.within {
				f.found[key+" in a region"] = true
			}
		}
		if of == "vars" && key == "span" {
			f.found["duration"] = true
		}
		if of == "after" && strings.Contains(key, "*") || key == "timeout" && strings.Contains(p.Value.Text, "*") {
			f.found["delay of a parameter"] = true
		}
		if of == "parallel" {
			f.region(p.Value)
		}
		if of == "events" {
			f.ranged(p.Value)
		}
		if !named && (key == "entry" || key == "exit") && payload(p.Value) {
			f.found["payload on "+key] = true
		}
		inner := *f
		inner.within = f.within || key == "parallel" && !named
		inner.value(p.Value, key)
	}
	if of == "" && f.found["parallel"] {
		for _, key := range []string{"limit", "stall", "use", "ranged payload"} {
			if f.found[key] {
				f.found[key+" beside regions"] = true
			}
		}
	}
}

// payload reports whether a value in a tree reads the payload.
func payload(n *syntax.Node) bool {
	return strings.Contains(n.Text, "event.") || slices.ContainsFunc(n.Items, payload) ||
		slices.ContainsFunc(n.Pairs, func(p syntax.Pair) bool { return payload(p.Value) })
}

// ranged looks for fields of an event with a range.
func (f *finder) ranged(event *syntax.Node) {
	for _, p := range event.Pairs {
		if p.Value.Kind == syntax.Mapping {
			f.found["ranged payload"] = true
		}
	}
}

func (f *finder) value(n *syntax.Node, of string) {
	f.mapping(n, of)
	for _, x := range n.Items {
		f.value(x, "an item")
	}
}

// region looks for several alternatives of a region itself.
func (f *finder) region(n *syntax.Node) {
	for _, p := range n.Pairs {
		for _, event := range p.Value.Pairs {
			if p.Key.Text == "on" && len(event.Value.Items) > 1 {
				f.found["several alternatives at a region"] = true
			}
		}
	}
}
