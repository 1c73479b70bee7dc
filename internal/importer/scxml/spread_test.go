package scxml

// spread lets transitions lead to several states, and states begin in several or in a history.
func (r *maker) spread(all []*modelState) {
	for _, s := range all {
		for i := range s.trans {
			t := &s.trans[i]
			switch {
			case t.target != nil && r.IntN(3) == 0:
				t.target, t.also = r.beside(t.target, nil)
			case len(r.histories) > 0 && r.IntN(8) == 0:
				t.target, t.history = nil, r.histories[r.IntN(len(r.histories))]
			}
		}
		if len(s.inner) == 0 || s.parallel {
			continue
		}
		switch {
		case r.IntN(3) == 0:
			s.initial, s.also = r.beside(r.below(s), s)
		case len(s.histories) > 0 && r.IntN(3) > 0:
			s.back = s.histories[r.IntN(len(s.histories))]
		}
	}
}

// beside returns a state with others that are active at the same time, in other regions of states around it, all inside outer.
func (r *maker) beside(s, outer *modelState) (first *modelState, also []*modelState) {
	for p := s; p.parent != nil && p.parent != outer; p = p.parent {
		if !p.parent.parallel {
			continue
		}
		for _, c := range p.parent.inner {
			switch {
			case c == p || r.IntN(3) == 0:
			case len(c.inner) > 0:
				also = append(also, r.below(c))
			default:
				also = append(also, c)
			}
		}
	}
	return s, also
}
