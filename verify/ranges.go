package verify

// ranges records, for each declared range and each way in which the variable
// can change, whether the range is kept. Nothing is assumed here but what
// settle has shown to be inductive.
func (v *verifier) ranges() {
	for i, decl := range v.machine.Vars {
		var declared []claim
		for _, c := range v.claims {
			if c.variable == i && c.side != fits {
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
			for _, u := range v.machine.Transitions[t].Updates {
				if u.Var != i {
					continue
				}
				o := about(KindRange)
				o.Var, o.Transition = i, t
				var problems []problem
				for _, c := range declared {
					problems = append(problems, v.kept(t, u, c))
				}
				v.oblige(o, problems...)
			}
		}
	}
}
