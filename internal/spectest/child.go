package spectest

import (
	"embed"
	"fmt"
	"path"
)

// The children have the same parameters and outcomes, so that a mutant may use another one.
//
//go:embed testdata/children/*.fsm.yaml
var children embed.FS

// child says what a random spec must know about a child machine to use it well.
type child struct {
	// low and high are the ends of the range of parameter a, and most is the largest value for b.
	low, high, most int
	// cost is the bound for these arguments, or an upper limit of it.
	cost func(a, b int) int
}

// right are the children whose claims are all true, and end within their bounds.
var right = []child{
	0: {0, 9, 4, func(a, _ int) int { return a + 1 }},
	1: {0, 3, 3, func(a, b int) int { return (a + 1) * (b + 1) }},
	2: {1, 12, 1, func(_, b int) int { return b + 1 }},
	3: {0, 9, 4, func(a, _ int) int { return min(a, 4) + 3 }},
	4: {-3, 3, 0, func(a, _ int) int { return max(a, 0) + 1 }},
	5: {0, 6, 2, func(a, b int) int { return 2*a + b + 1 }},
}

// wrong is the number of children, behind the right ones, of which some claim is false or is not proved.
const wrong = 6

// Open opens the children of random specs: the last argument of [spec.LoadWith].
func Open(_, file string) (name string, src []byte, err error) {
	name = path.Join("children", path.Base(file))
	src, err = children.ReadFile("testdata/" + name)
	return name, src, err
}

// ChildFile is the path of child machine i in specs.
func ChildFile(i int) string { return fmt.Sprintf("children/kid-%d.fsm.yaml", i) }
