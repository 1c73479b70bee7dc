package verify

import "github.com/fsmgen/fsmgen/verify/certificate"

// gaps records, for each state and event whose last alternative has a guard,
// whether some alternative is always taken.
func (v *verifier) gaps() {
	m := v.machine
	for s := range m.States {
		for event := range m.Events {
			list := m.On(s, event)
			if len(list) == 0 || list[len(list)-1].Guard == nil {
				continue
			}
			e := v.base.fork()
			e.assume(v.claims, s)
			var some []certificate.Formula
			for _, t := range list {
				some = append(some, e.formula(t.Guard))
			}
			o := about(KindGap)
			o.State, o.Event = s, event
			v.oblige(o, e.problem(certificate.Or(some...)))
		}
	}
}
