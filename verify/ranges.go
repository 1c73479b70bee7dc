package verify

// ranges records, for each declared range and each way in which the variable
// can change, whether the range is kept. Nothing is assumed here but what
// settle has shown to be inductive.
func (v *verifier) ranges() {
	for i, decl := range v.machine.Vars {
		var declared []claim
		for _, c := range v.claims {
			if c.variable == i && c.side != FitsInt {
				declared = append(declared, c)
			}
		}
		if len(declared) == 0 {
			continue
		}
		if decl.State < 0 {
			o := about(KindInit)
			o.Var = i
			var problems []problem
			for _, c := range declared {
				problems = append(problems, v.initially(c))
			}
			v.oblige(o, problems...)
		}
		for t := range v.machine.Transitions {
			if !declared[0].touched(v.machine, &v.machine.Transitions[t]) {
				continue
			}
			o := about(KindRange)
			o.Var, o.Transition = i, t
			var problems []problem
			for _, c := range declared {
				problems = append(problems, v.kept(t, c))
			}
			v.oblige(o, problems...)
		}
	}
}

// invariants records the same for each invariant of the spec.
func (v *verifier) invariants() {
	m := v.machine
	for _, c := range v.claims {
		if c.variable >= 0 || c.guessed {
			continue
		}
		o := about(KindInvariant)
		o.Invariant, o.State = c.invariant, m.Invariants[c.invariant].State
		if c.in(m, m.Initial) {
			v.oblige(o, v.initially(c))
		}
		for t := range m.Transitions {
			if c.touched(m, &m.Transitions[t]) {
				o.Transition = t
				v.oblige(o, v.kept(t, c))
			}
		}
	}
}
