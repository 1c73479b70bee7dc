package coq

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// ascending returns the levels of a lexicographic progress function, the lowest one first.
func (w *writer) ascending() []verify.Level {
	list := slices.Clone(w.report.Bound.Levels)
	constant := func(l verify.Level) int64 {
		if lit, ok := w.defs.translation.m.States[l.States[0]].Progress[0].(*expr.Lit); ok && l.First == 1 {
			return lit.Value
		}
		return 0
	}
	slices.SortStableFunc(list, func(a, b verify.Level) int { return cmp.Compare(constant(a), constant(b)) })
	return list
}

// level returns the level of a state, or -1.
func (w *writer) level(state int) int {
	return slices.IndexFunc(w.levels, func(l verify.Level) bool { return slices.Contains(l.States, state) })
}

// places defines the levels, and where the configurations are in them.
func (w *writer) places() {
	if w.levels == nil {
		return
	}
	var levels, cases []string
	for _, l := range w.levels {
		var most []string
		for _, x := range l.Most {
			most = append(most, w.defs.translation.number(x, w.defs.translation.read))
		}
		levels = append(levels, "["+strings.Join(most, "; ")+"]")
	}
	for s, name := range w.defs.translation.states {
		place := "None"
		if l := w.level(s); l >= 0 {
			var digits []string
			for _, x := range w.defs.translation.m.States[s].Progress[w.levels[l].First:] {
				digits = append(digits, w.defs.translation.number(x, w.defs.translation.read))
			}
			place = fmt.Sprintf("Some (%d%%nat, [%s])", l, strings.Join(digits, "; "))
		}
		w.defs.line("Definition place_%s (P : params) (S : store) : System.place := %s.", name, place)
		cases = append(cases, name+" => place_"+name+" P (data c)")
	}
	w.defs.line("Definition levels (P : params) : list (list Z) := [%s].", strings.Join(levels, "; "))
	w.defs.line("Definition place (P : params) (c : config) : System.place :=\n  match control c with\n  | %s\n  end.", strings.Join(cases, "\n  | "))
}

// counted proves that the levels have no more ranks than the bound, and that the ranks are in them.
func (w *writer) counted() {
	p := w.place("levels", w.defs.translation.read, binder{"P", "params"})
	names := p.assume(-1, nil)
	sensible, total := "reflexivity", constant(0)
	for i := len(w.levels) - 1; i >= 0; i-- {
		count, list := constant(1), "reflexivity"
		for k := len(w.levels[i].Most) - 1; k >= 0; k-- {
			most := p.term(w.levels[i].Most[k])
			count = times(plus(most, constant(1)), count)
			list = both(p.prove(le(constant(0), most), "the limit of a component"), list)
		}
		total = plus(count, total)
		sensible = both(list, sensible)
	}
	p.lemma("valid P -> ", "System.sensible (levels P) = true /\\ (System.total (levels P) <=? bound P) = true", names,
		"split; ["+sensible+" | "+p.prove(le(total, p.term(w.limited)), "the number of ranks")+"].")
	for s := range w.defs.translation.m.States {
		p := w.place("inside_"+w.defs.translation.states[s], w.defs.translation.read, binder{"P", "params"}, binder{"S", "store"})
		names, proof := p.assume(s, nil), "reflexivity"
		if i := w.level(s); i >= 0 {
			l := w.levels[i]
			for k := len(l.Most) - 1; k >= 0; k-- {
				x, about := p.term(w.defs.translation.m.States[s].Progress[l.First+k]), "the limit of a component in "+w.defs.translation.m.States[s].Name
				proof = both(both(p.prove(le(constant(0), x), about), p.prove(le(x, p.term(l.Most[k])), about)), proof)
			}
			proof = both("reflexivity", proof)
		}
		p.lemma(fmt.Sprintf("valid P -> facts_%s P S -> ", w.defs.translation.states[s]), fmt.Sprintf("System.inside (levels P) (place_%s P S) = true", w.defs.translation.states[s]), names, proof+".")
	}
}

// boundedByLevels writes what follows for all runs.
func (w *writer) boundedByLevels() {
	w.defs.line("\nLemma place_step : forall P k c d, step P false k c d -> System.lower (rank P d) (rank P c) = true ->")
	w.defs.line("  System.before (place P d) (place P c) = true /\\ k = 1.")
	w.defs.line("Proof.\n  intros P k c d St. destruct St; intros L; (split; [first [reflexivity | exact L] | reflexivity]).\nQed.")
	w.defs.line("Lemma place_ok : forall P c, valid P -> facts P c -> System.inside (levels P) (place P c) = true.")
	w.defs.line("Proof.\n  intros P [s S] V F. destruct s.")
	for _, s := range w.defs.translation.states {
		w.defs.line("  - exact (lemma_inside_%s P S V F).", s)
	}
	w.defs.line("Qed.")
	w.defs.line("Lemma init_nothing : forall P n c, init P n c -> n = 0.")
	w.defs.line("Proof. intros P n c I. destruct I. reflexivity. Qed.")
	w.theorem("A run has at most this many transitions, for all parameters.", "bounded", "forall P, valid P -> forall n c, run P n c -> n <= bound P",
		`intros P V. destruct (lemma_levels P V) as [H T]. apply Z.leb_le in T.
  apply (System.bounded _ _ _ (facts P) (facts_init P V) (facts_step P V) (fun c => System.height (levels P) (place P c))).
  - intros c F. pose proof (System.height_positive _ _ H (place_ok P c V F)). lia.
  - intros n c I. rewrite (init_nothing P n c I).
    pose proof (System.height_positive _ _ H (place_ok P c V (facts_init P V n c I))). lia.
  - intros k c d F G St. destruct (step_ok P false k c d V F St) as [_ L]. destruct (place_step P k c d St L) as [B K]. subst k.
    exact (System.height_lower _ _ _ H (place_ok P c V F) (place_ok P d V G) B).
  - intros k c d F G St. exfalso. remember true as b eqn:E in St. destruct St; discriminate.`)
}
