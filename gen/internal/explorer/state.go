package explorer

import (
	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/spec/core"
)

type stateJSON struct {
	Name       string       `json:"name"`
	Doc        string       `json:"doc,omitempty"`
	Composites []string     `json:"composites,omitempty"`
	Outcome    int          `json:"outcome"`
	Regions    []regionJSON `json:"regions,omitempty"`
	Progress   []any        `json:"progress"`
}

type regionJSON struct {
	Name string `json:"name"`
	Var  int    `json:"var"`
	// Nodes are the nodes of the picture for the leaves. A region inside another one has one value more: it is not active.
	Nodes []int `json:"nodes"`
}

type outcomeJSON struct {
	Name string `json:"name"`
	Kind string `json:"kind,omitempty"`
}

func (w *encoder) states(ranked *core.Machine) {
	for i := range w.m.States {
		s := &w.m.States[i]
		state := stateJSON{Name: s.Name, Doc: s.Doc, Composites: s.Composites, Outcome: s.Outcome, Progress: w.trees(ranked.States[i].Progress)}
		for r := range s.Regions {
			region := regionJSON{Name: s.Regions[r].Name, Var: s.Regions[r].Var}
			for leaf := range s.Regions[r].States() {
				region.Nodes = append(region.Nodes, picture.Leaf(w.m, i, r, leaf))
			}
			state.Regions = append(state.Regions, region)
		}
		w.out.States = append(w.out.States, state)
	}
	for _, o := range w.m.Outcomes {
		w.out.Outcomes = append(w.out.Outcomes, outcomeJSON{o.Name, string(o.Kind)})
	}
}
