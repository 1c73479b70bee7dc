package main

import (
	_ "embed"
	"html/template"
	"strings"

	"github.com/fsmgen/fsmgen/examples/shop/order"
)

//go:generate sh -c "fsmgen diagram --format dot order/order.fsm.yaml | dot -Tsvg > page/order.svg"

// drawing is the diagram of all orders as Graphviz has drawn it.
//
//go:embed page/order.svg
var drawing string

// diagram returns the element svg of the drawing.
func diagram() template.HTML { return template.HTML(drawing[strings.Index(drawing, "<svg"):]) }

// node returns the number of a state's node in the diagram: the first two are the dot at the
// beginning and the first state.
func node(s order.State) int { return int(s) + 2 }
