package coq

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// proofs writes what is proved of the start, of states, and of transitions.
func (w *writer) proofs() {
	w.starts()
	for s := range w.defs.translation.m.States {
		w.positive(s)
	}
	for i := range w.defs.translation.m.Transitions {
		if w.defs.translation.m.Transitions[i].Effect == core.Take {
			w.taken(i)
		}
	}
	if w.levels != nil {
		w.counted()
	}
}

// theorems writes what follows for all runs.
func (w *writer) theorems() {
	w.starting()
	w.stepped()
	w.ranked()
	w.defs.line("\nDefinition run (P : params) : Z -> config -> Prop := System.run config (init P) (step P).")
	w.defs.line("Definition reachable (P : params) : config -> Prop := System.reachable config (init P) (step P).")
	w.defs.line("Definition next (P : params) : config -> config -> Prop := System.next config (step P).")
	w.defs.line("\nLemma facts_init P : valid P -> forall n c, init P n c -> facts P c.")
	w.defs.line("Proof. intros V n c I. exact (proj1 (init_ok P n c V I)). Qed.")
	w.defs.line("Lemma facts_step P : valid P -> forall b k c d, facts P c -> step P b k c d -> facts P d.")
	w.defs.line("Proof. intros V b k c d F St. exact (proj1 (step_ok P b k c d V F St)). Qed.")
	w.exists()
	w.theorem("The facts about values hold in each configuration that a run reaches.", "facts_hold",
		"forall P, valid P -> forall c, reachable P c -> facts P c",
		"intros P V. exact (System.reachable_inv _ _ _ _ (facts_init P V) (facts_step P V)).")
	w.ends()
	switch {
	case w.levels != nil:
		w.boundedByLevels()
	case w.scalar():
		w.boundedByRank()
	}
	w.unit, w.timed = w.inTime()
	if w.fitting() {
		w.computing(computed)
	}
	w.computing(divisor)
	w.computing(accepted)
	w.defs.line("\n(* No theorem assumes anything: Coq prints that they are closed. *)")
	w.defs.line("Definition theorems := (%s).", strings.Join(w.concluded, ", "))
	w.defs.line("Print Assumptions theorems.")
}

// scalar reports whether there is a bound that a progress function with one component shows.
func (w *writer) scalar() bool { return w.defs.translation.m.Rank == 1 && w.limited != nil }

func (w *writer) theorem(about, name, statement, proof string) {
	w.defs.line("\n(* %s *)\nTheorem %s : %s.\nProof.\n  %s\nQed.", about, name, statement, proof)
	w.concluded = append(w.concluded, name)
}

// named names the conditions in a pattern or an application.
func named(list []condition) string {
	var b strings.Builder
	for i := range list {
		fmt.Fprintf(&b, " C%d", i)
	}
	return b.String()
}

// starting writes what holds at the start.
func (w *writer) starting() {
	p, conditions := w.start()
	goal, proof := "True", fmt.Sprintf("(lemma_start%s V%s)", p.bound(), named(conditions))
	if w.scalar() {
		goal = "(n + rank P c <=? bound P) = true"
	} else {
		proof = "(conj " + proof + " I)"
	}
	w.defs.line("\nLemma init_ok : forall P n c, valid P -> init P n c -> facts P c /\\ %s.", goal)
	w.defs.line("Proof.\n  intros P n c V In. destruct In as [%s%s].\n  exact %s.\nQed.", bound(p.binders[1:]), named(conditions), proof)
}

// stepped writes what holds of all steps.
func (w *writer) stepped() {
	environment, decrease := "True", "System.lower (rank P d) (rank P c) = true"
	if w.limited != nil && w.defs.translation.m.Rank == 1 {
		environment = "(k + rank P d <=? bound P) = true"
	}
	if w.defs.translation.m.Rank == 1 {
		decrease = "((1 <=? k) && (rank P d + k <=? rank P c)) = true"
	}
	w.defs.line("\nLemma step_ok : forall P b k c d, valid P -> facts P c -> step P b k c d -> facts P d /\\ if b then %s else %s.", environment, decrease)
	var patterns, proofs []string
	for i := range w.defs.translation.m.Transitions {
		t := &w.defs.translation.m.Transitions[i]
		if t.Effect != core.Take {
			continue
		}
		s := w.defs.step(i, true)
		patterns = append(patterns, bound(s.all()[1:])+named(s.conditions))
		proof := fmt.Sprintf("(lemma_%s%s V F%s)", name(i), bound(s.all()), named(s.conditions))
		if w.defs.translation.m.Events[t.Event].Environment && !w.scalar() {
			proof = "(conj " + proof + " I)"
		}
		proofs = append(proofs, proof)
	}
	w.defs.line("Proof.\n  intros P b k c d V F St. revert F. destruct St as [%s]; intros F.", strings.Join(patterns, " | "))
	for _, p := range proofs {
		w.defs.line("  - exact %s.", p)
	}
	w.defs.line("Qed.")
}

// ranked writes that progress is not negative and, if it has several components, that it has as many everywhere.
func (w *writer) ranked() {
	goal, reduce := "0 <= rank P c", "apply Z.leb_le. "
	if w.defs.translation.m.Rank > 1 {
		goal, reduce = "System.positive (rank P c) = true", ""
	}
	w.defs.line("\nLemma rank_ok : forall P c, valid P -> facts P c -> %s.", goal)
	w.defs.line("Proof.\n  intros P [s S] V F. %sdestruct s.", reduce)
	for _, s := range w.defs.translation.states {
		w.defs.line("  - exact (lemma_%s P S V F).", s)
	}
	w.defs.line("Qed.")
	if w.defs.translation.m.Rank > 1 {
		w.defs.line("Lemma rank_length : forall P c, length (rank P c) = %d%%nat.", w.defs.translation.m.Rank)
		w.defs.line("Proof. intros P [s S]. destruct s; reflexivity. Qed.")
	}
}

// exists writes that there are valid parameters, so that the theorems say something.
func (w *writer) exists() {
	if len(w.report.Explored) == 0 {
		return
	}
	least := w.defs.translation.m.MaxInt()
	values := []string{integer(least)}
	for i, p := range w.defs.translation.m.Params {
		value := w.report.Explored[0].Params[i]
		switch p.Type.Kind {
		case expr.Bool:
			values = append(values, fmt.Sprint(value == 1))
		case expr.Enumerated:
			values = append(values, w.defs.translation.values[p.Type.Enum][value])
		case expr.Int:
			values = append(values, integer(value))
		case expr.String:
			values = append(values, "0")
		}
	}
	w.theorem("There are valid parameters.", "valid_exists", "exists P, valid P",
		"exists (Params "+strings.Join(values, " ")+"). repeat split; vm_compute; reflexivity.")
}

// ends writes that no step can be taken forever.
func (w *writer) ends() {
	about := "Each run ends: no step can be taken forever."
	if w.defs.translation.m.Reactive() {
		about = "The machine settles: no step can be taken forever without an event of the environment."
	}
	rank, lower := "rank P", `repeat split; try assumption. rewrite !rank_length. reflexivity.`
	if w.defs.translation.m.Rank == 1 {
		rank = "fun c => [rank P c]"
		lower = `apply andb_prop in L. destruct L as [L1 L2]. apply Z.leb_le in L1, L2.
    cbn [length System.positive System.lower]. rewrite (proj2 (Z.leb_le 0 (rank P d)) R), (proj2 (Z.ltb_lt (rank P d) (rank P c))) by lia. auto.`
	}
	w.theorem(about, "terminates", "forall P, valid P -> forall c, reachable P c -> Acc (next P) c",
		fmt.Sprintf(`intros P V. apply (System.ends _ _ _ _ (facts_init P V) (facts_step P V) (%s)).
  intros k c d F St. destruct (step_ok P false k c d V F St) as [G L]. pose proof (rank_ok P d V G) as R. unfold System.below.
    %s`, rank, lower))
	w.theorem("The same, in other words.", "no_endless_run",
		"forall P, valid P -> ~ exists f : nat -> config, reachable P (f O) /\\ forall i, next P (f (S i)) (f i)",
		"intros P V. apply System.no_endless_run. exact (terminates P V).")
}

// boundedByRank writes the bound that a progress function with one component shows.
func (w *writer) boundedByRank() {
	about := "A run has at most this many transitions, for all parameters."
	if w.defs.translation.m.Reactive() {
		about = "There are at most this many transitions before, between, and after the events of the environment, for all parameters."
	}
	w.theorem(about, "bounded", "forall P, valid P -> forall n c, run P n c -> n <= bound P", `intros P V. apply (System.bounded _ _ _ _ (facts_init P V) (facts_step P V) (rank P)).
  - intros c F. exact (rank_ok P c V F).
  - intros n c In. apply Z.leb_le. exact (proj2 (init_ok P n c V In)).
  - intros k c d F _ St. destruct (step_ok P false k c d V F St) as [_ L]. apply andb_prop in L. apply Z.leb_le. exact (proj2 L).
  - intros k c d F _ St. apply Z.leb_le. exact (proj2 (step_ok P true k c d V F St)).`)
}
