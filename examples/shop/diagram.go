package main

import (
	_ "embed"
	"html/template"

	"github.com/fsmgen/fsmgen/examples/shop/order"
)

//go:generate sh -c "fsmgen diagram --format dot order/order.fsm.yaml | dot -Tsvg > page/order.svg"

// diagram is the diagram of all orders, drawn by Graphviz.
//
//go:embed page/order.svg
var diagram template.HTML

// node returns the number of a state's node in the diagram: the first two are the dot at the
// beginning and the first state.
func node(s order.State) int { return int(s) + 2 }
