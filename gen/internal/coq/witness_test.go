package coq

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// witness states in Coq that a run of the interpreter is a run of the Coq machine, so that a theorem does not hold only
// because the Coq machine lacks steps. The values after each step are computed by Coq, and compared with those of the run.
func witness(w *writer, r trace.Run) string {
	texts := trace.Strings(w.defs.translation.m)
	value := func(t expr.Type, v int64) string {
		switch t.Kind {
		case expr.Bool:
			return fmt.Sprint(v == 1)
		case expr.Enumerated:
			return w.defs.translation.values[t.Enum][v]
		case expr.String:
			// The numbers of other strings are larger than those of constants.
			for i, text := range w.defs.translation.texts {
				if int(v) < len(texts) && texts[v] == text {
					return fmt.Sprint(i)
				}
			}
			return fmt.Sprint(1000 + v)
		}
		return integer(v)
	}
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	// same compares values with those of a store.
	same := func(state, at int, values []int64) {
		for v := range w.defs.translation.m.Vars {
			t := w.defs.translation.m.Vars[v].Type
			if !t.Scalar() || !w.defs.translation.m.Exists(v, state) {
				continue
			}
			line("Definition value_%d_%d : %s S_%d = %s := eq_refl.", at, v, w.defs.translation.vars[v], at, value(t, values[v]))
		}
	}
	params := []string{"Params", integer(w.defs.translation.m.MaxInt())}
	for i, p := range w.defs.translation.m.Params {
		if p.Type.Scalar() {
			params = append(params, value(p.Type, r.Params[i]))
		}
	}
	line("Definition P_0 := %s.", strings.Join(params, " "))
	p, conditions := w.start()
	args := ""
	for _, x := range p.binders[1:] {
		switch {
		case strings.HasPrefix(x.name, "child_"):
			args += " 0"
		case x.typ == "Z":
			args += " 0"
		case x.typ == "bool":
			args += " false"
		default:
			for _, e := range w.defs.translation.m.Enums {
				if w.defs.translation.enums[e] == x.typ {
					args += " " + w.defs.translation.values[e][0]
				}
			}
		}
	}
	start := fmt.Sprintf("(start P_0%s%s)", args, strings.Repeat(" eq_refl", len(conditions)))
	line("Definition S_0 : store := ltac:(match type of %s with init _ _ (Config _ ?S) => exact S end).", start)
	line("Definition R_0 : run P_0 0 (Config %s S_0) := System.run_start _ _ _ _ _ %s.", w.defs.translation.states[w.defs.translation.m.Initial], start)
	same(w.defs.translation.m.Initial, 0, r.Start)
	count := 0
	for k, taken := range r.Steps {
		s := w.defs.step(taken.Transition, true)
		args := ""
		for _, x := range s.payload {
			for _, f := range w.defs.translation.m.Events[s.Event].Fields {
				if field(f.Symbol) == x.name {
					args += " " + value(f.Type, taken.Fields[f.Symbol.Index])
				}
			}
			for i, ask := range w.defs.translation.asks {
				if ask == x.name {
					args += fmt.Sprintf(" %t", taken.Externals[i] == 1)
				}
			}
		}
		args += strings.Repeat(" 0", len(s.jobs)) + strings.Repeat(" eq_refl", len(s.conditions))
		step := fmt.Sprintf("(step_%s P_0 S_%d%s)", name(taken.Transition), k, args)
		rule := "run_step"
		if count++; w.defs.translation.m.Events[s.Event].Environment {
			rule, count = "run_environment", 0
		}
		line("Definition S_%d : store := ltac:(match type of %s with step _ _ _ _ (Config _ ?S) => exact S end).", k+1, step)
		line("Definition R_%d : run P_0 %d (Config %s S_%d) := System.%s _ _ _ _ _ _ _ R_%d %s.", k+1, count, w.defs.translation.states[s.To], k+1, rule, k, step)
		same(s.To, k+1, taken.After)
	}
	return b.String()
}
