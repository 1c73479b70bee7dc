package charts

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
)

// Features returns the keys of the language that a spec has and that say what a step does, sorted.
func Features(text string) (out []string) {
	root, _ := syntax.Read(Name, []byte(text))
	if root == nil {
		return nil
	}
	var walk func(n *syntax.Node)
	walk = func(n *syntax.Node) {
		for _, p := range n.Pairs {
			if slices.Contains(features, p.Key.Text) && !slices.Contains(out, p.Key.Text) {
				out = append(out, p.Key.Text)
			}
			walk(p.Value)
		}
		for _, x := range n.Items {
			walk(x)
		}
	}
	walk(root)
	slices.Sort(out)
	return out
}

var features = []string{
	"after", "always", "clear", "data", "done", "entry", "exit", "final", "history", "ignore", "invoke", "limit", "otherwise", "parallel", "raise", "stall", "unlisted", "use",
}
