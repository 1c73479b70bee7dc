package scxml

// enter finds the state in which the machine starts and the values of the variables there. It also declares the outputs of
// entry and exit.
func (r lister) enter() {
	first := newWorld()
	for _, v := range r.reader.doc.order {
		if v.data == nil {
			continue
		}
		e := first.eval(v.data.expr)
		if !e.constant() {
			r.reader.unreadable(v.data.from, v.data.from.at, lack{what: "data whose value is not constant", help: "assign the value in <onentry>"})
			return
		}
		first.now[v.id] = e
	}
	for _, n := range r.reader.doc.nodes {
		n.onEntry, n.onExit = r.reader.outputs(n.entry), r.reader.outputs(n.exit)
		r.reader.outputs(wrap(n.start))
	}
	r.reader.outputs(wrap(r.reader.doc.root.start))
	_, entries, starts := r.reader.doc.root.descend()
	worlds := r.entering([]world{first}, entries, starts)
	if r.reader.out.Failed() {
		return
	}
	if len(worlds) > 1 {
		r.reader.lacks(entries[len(entries)-1].at, "give each <data> an `expr`", "an `if` on a variable that has no value at the start")
		return
	}
	r.reader.doc.opening, r.reader.doc.starting = r.reader.queue(worlds[0]), r.reader.waits(worlds[0])
	for _, v := range r.reader.doc.order {
		switch e := worlds[0].now[v.id]; {
		case e == nil:
		case e.constant():
			v.begin = e
		default:
			r.reader.lacks(v.at, "give each <data> an `expr`", "a value at the start that is not constant")
		}
	}
}

// entering follows the entry of states.
func (r lister) entering(worlds []world, entries []*node, starts map[*node]bool) []world {
	for _, n := range entries {
		worlds = r.reader.run(worlds, n.entry, false)
		if starts[n] {
			worlds = r.reader.run(worlds, n.start, false)
		}
		if n.final && !n.ends() {
			for i := range worlds {
				worlds[i] = worlds[i].raised(n.parent.doneKey())
			}
		}
	}
	return worlds
}

func newWorld() world {
	return world{now: make(map[string]*expr), facts: make(map[string]*expr)}
}

// outputs declares the outputs of logs, and warns of those that depend on a condition.
func (r *reader) outputs(list []*action) (names []string) {
	for _, a := range list {
		switch {
		case a.log != "":
			names = append(names, r.out.Message(a.log))
		case a.branches != nil:
			for _, b := range a.branches {
				r.drop(b.body)
			}
		}
	}
	return names
}

func (r *reader) drop(list []*action) {
	for _, a := range list {
		if a.log != "" {
			r.out.Warn(a.at, "the import drops this log: the outputs of entering and leaving a state do not depend on anything").
				Helpf("write the log into the transitions")
		}
		for _, b := range a.branches {
			r.drop(b.body)
		}
	}
}

// wrap treats actions as those of an if.
func wrap(list []*action) []*action {
	if list == nil {
		return nil
	}
	return []*action{{branches: []branch{{body: list}}}}
}
