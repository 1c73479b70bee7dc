package ident

// Worst has the names of what says how much a run takes at most. All names are "" without that face.
type Worst struct {
	// Type is the type of what a run takes at most.
	Type string
	// CallSet, OutputSet, and CostSet are the types of its parts.
	CallSet, OutputSet, CostSet string
	// Calls, Outputs, and Costs are the fields of the numbers for each of them, in the order of the machine.
	Calls, Outputs, Costs []string
}

// worst allocates the names of Worst.
func (a *allocator) worst(n *Names, prefix string) {
	if !a.machine.Faces.Worst {
		return
	}
	n.Worst = Worst{
		Type:    a.scopes.own("WorstCase", prefix),
		CallSet: a.scopes.own("WorstCalls", prefix), OutputSet: a.scopes.own("WorstOutputs", prefix), CostSet: a.scopes.own("WorstCosts", prefix),
	}
	a.scopes.reserve("Left")
	calls, outputs, costs := scope{}, scope{}, scope{}
	for _, c := range a.machine.Calls {
		n.Worst.Calls = append(n.Worst.Calls, a.scopes.take(calls, export(c.Name, c.Go), "call `"+c.Name+"`", c.Span))
	}
	for _, o := range a.machine.Outputs {
		n.Worst.Outputs = append(n.Worst.Outputs, a.scopes.take(outputs, export(o.Name, o.Go), "output `"+o.Name+"`", o.Span))
	}
	for _, c := range a.machine.Costs {
		n.Worst.Costs = append(n.Worst.Costs, a.scopes.take(costs, Export(c.Name), "cost `"+c.Name+"`", c.Span))
	}
}
