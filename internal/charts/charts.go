package charts

import (
	"fmt"
	"math/rand/v2"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// Chart is a spec, with those of its child machines by their paths.
type Chart struct {
	Text     string
	Children map[string]string
}

// Name is the name of the file of a chart.
const Name = "chart.fsm.yaml"

// New makes a random chart.
func New(r *rand.Rand) Chart { return newGenerator(r, false).chart() }

// Ending makes a random chart whose runs end, and whose numbers stay in ranges, so that most of those that load are proved.
// It has all features that those of New have.
func Ending(r *rand.Rand) Chart {
	return newGenerator(r, true).chart()
}

func (g *generator) chart() Chart {
	g.choose()
	g.skeleton()
	g.declare()
	spec := g.spec()
	c := Chart{Text: text(spec)}
	if g.child != "" {
		c.Children = map[string]string{"child.fsm.yaml": g.child}
	}
	return lengths(g.dice, spec, g.ranges(spec, g.passages(spec, c)))
}

// Load loads a chart.
func (c Chart) Load() (*spec.Spec, diag.List) {
	return spec.LoadWith(Name, []byte(c.Text), func(_, path string) (string, []byte, error) {
		text, ok := c.Children[path]
		if !ok {
			return path, nil, fmt.Errorf("there is no file %s", path)
		}
		return path, []byte(text), nil
	})
}

// Syntax returns the syntax tree of a chart, and those of its child machines by the names under `use`.
func (c Chart) Syntax() (*syntax.File, map[string]*syntax.File, error) {
	f, err := tree(Name, c.Text)
	if err != nil {
		return nil, nil, err
	}
	children := map[string]*syntax.File{}
	for _, u := range f.Uses {
		if children[u.Name.Value], err = tree(u.Path.Value, c.Children[u.Path.Value]); err != nil {
			return nil, nil, err
		}
	}
	return f, children, nil
}

func tree(name, text string) (*syntax.File, error) {
	root, faults := syntax.Read(name, []byte(text))
	if faults.HasErrors() {
		return nil, fmt.Errorf("%s: %s", name, faults[0].Message)
	}
	f, faults := syntax.Decode(root)
	if faults.HasErrors() {
		return nil, fmt.Errorf("%s: %s", name, faults[0].Message)
	}
	return f, nil
}
