package explorer

// costJSON is what a run costs, as a sum of weights.
type costJSON struct {
	Name    string       `json:"name"`
	Doc     string       `json:"doc,omitempty"`
	Weights []weightJSON `json:"weights"`
	// Max is the claim, or null.
	Max any `json:"max"`
}

// weightJSON is what a start of a call, or an output, costs. Of them, the other is -1.
type weightJSON struct {
	Call   int `json:"call"`
	Output int `json:"output"`
	Value  any `json:"value"`
}

func (w *encoder) costs() {
	for i := range w.m.Costs {
		c := &w.m.Costs[i]
		cost := costJSON{Name: c.Name, Doc: c.Doc, Max: w.tree(c.Max), Weights: []weightJSON{}}
		for _, x := range c.Weights {
			cost.Weights = append(cost.Weights, weightJSON{x.Call, x.Output, w.tree(x.Value)})
		}
		w.out.Costs = append(w.out.Costs, cost)
	}
}
