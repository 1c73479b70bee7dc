package coq

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// fact is a fact of the report: a condition on the configurations to which it applies.
type fact struct {
	verify.Fact
	name string
}

// applies reports whether a fact is about configurations in a state.
func (w *writer) applies(f fact, state int) bool {
	about := -1
	if f.Var >= 0 {
		about = w.defs.translation.m.Vars[f.Var].State
	} else {
		about = w.defs.translation.m.Invariants[f.Invariant].State
	}
	return about < 0 || about == state
}

// in lists the facts about configurations in a state.
func (w *writer) in(state int) []fact {
	return slices.DeleteFunc(slices.Clone(w.facts), func(f fact) bool { return !w.applies(f, state) })
}

// native writes a fact, and cond returns it over the values that update gives to variables.
func (w *writer) native(f fact) string {
	if f.Var < 0 {
		return w.defs.translation.truth(w.defs.translation.m.Invariants[f.Invariant].Expr, w.defs.translation.read)
	}
	v := &w.defs.translation.m.Vars[f.Var]
	switch f.Side {
	case verify.AtLeastMin:
		return "(" + w.defs.translation.number(v.Min, w.defs.translation.read) + " <=? " + w.defs.translation.read(v.Symbol) + ")"
	case verify.AtMostMax:
		return "(" + w.defs.translation.read(v.Symbol) + " <=? " + w.defs.translation.number(v.Max, w.defs.translation.read) + ")"
	}
	return fits(w.defs.translation.read(v.Symbol))
}

func (w *writer) cond(p *place, f fact, update func(*expr.Symbol) expr.Expr) cond {
	if f.Var < 0 {
		return p.cond(expr.Substitute(w.defs.translation.m.Invariants[f.Invariant].Expr, update))
	}
	v := &w.defs.translation.m.Vars[f.Var]
	value := p.term(expr.Substitute(&expr.Ref{Symbol: v.Symbol}, update))
	switch f.Side {
	case verify.AtLeastMin:
		return le(p.term(v.Min), value)
	case verify.AtMostMax:
		return le(value, p.term(v.Max))
	}
	return p.fits(value)
}

// unchanged updates nothing.
func unchanged(*expr.Symbol) expr.Expr { return nil }

// reads reports whether a fact reads a variable that a transition sets.
func (w *writer) reads(f fact, t *core.Transition) bool {
	if f.Var >= 0 {
		return t.Updated(w.defs.translation.m.Vars[f.Var].Symbol) != nil
	}
	return expr.Uses(w.defs.translation.m.Invariants[f.Invariant].Expr, func(s *expr.Symbol) bool { return t.Updated(s) != nil })
}

// invariant defines the facts, and the facts in each state.
func (w *writer) invariant() {
	for _, f := range w.facts {
		w.defs.line("Definition %s (P : params) (S : store) : bool := %s.", f.name, w.native(f))
	}
	for s := range w.defs.translation.m.States {
		var list []string
		for _, f := range w.in(s) {
			list = append(list, f.name+" P S")
		}
		w.defs.line("Definition facts_%s (P : params) (S : store) : Prop := %s.", w.defs.translation.states[s], conjunction(list))
	}
	var cases []string
	for _, s := range w.defs.translation.states {
		cases = append(cases, s+" => facts_"+s+" P (data c)")
	}
	w.defs.line("Definition facts (P : params) (c : config) : Prop :=\n  match control c with\n  | %s\n  end.", strings.Join(cases, "\n  | "))
}

// progress defines the progress function.
func (w *writer) progress() {
	typ := "Z"
	if w.defs.translation.m.Rank > 1 {
		typ = "list Z"
	}
	var cases []string
	for s, name := range w.defs.translation.states {
		cases = append(cases, name+" => rank_"+name+" P (data c)")
		w.defs.line("Definition rank_%s (P : params) (S : store) : %s := %s.", name, typ, w.rank(s, w.defs.translation.read))
	}
	w.defs.line("Definition rank (P : params) (c : config) : %s :=\n  match control c with\n  | %s\n  end.", typ, strings.Join(cases, "\n  | "))
	if w.limited != nil {
		w.defs.line("Definition bound (P : params) : Z := %s.", w.defs.translation.number(w.limited, w.defs.translation.read))
	}
	w.places()
}

// rank writes the progress function in a state.
func (w *writer) rank(state int, read reader) string {
	var out []string
	for _, x := range w.defs.translation.m.States[state].Progress {
		out = append(out, w.defs.translation.number(x, read))
	}
	if len(out) == 1 {
		return out[0]
	}
	return "[" + strings.Join(out, "; ") + "]"
}

// assume adds what is given in a place: valid parameters, the facts in a state, and conditions. It returns the pattern
// that names them.
func (p *place) assume(state int, list []condition) string {
	w := p.w
	for i, c := range w.defs.valid {
		p.give(fmt.Sprintf("V%d", i), c.deep(p))
	}
	names := pattern("V", len(w.defs.valid))
	if state >= 0 {
		facts := w.in(state)
		for i, f := range facts {
			p.give(fmt.Sprintf("F%d", i), w.cond(p, f, unchanged))
		}
		names += " " + pattern("F", len(facts))
	}
	for i, c := range list {
		names += fmt.Sprintf(" C%d", i)
		p.give(fmt.Sprintf("C%d", i), c.deep(p))
	}
	return names
}

// lemma writes a lemma about a place, with its environment. It comes last, because proofs add atoms.
func (p *place) lemma(premises, conclusion, names, script string) {
	atoms := make([]string, len(p.atoms))
	copy(atoms, p.atoms)
	p.w.defs.line("Definition env_%s%s : list atom := [%s].", p.name, p.declared(), strings.Join(atoms, "; "))
	p.w.defs.line("Lemma lemma_%s :%s %s%s.", p.name, forall(p.binders), premises, conclusion)
	p.w.defs.line("Proof.\n  intros%s %s.\n  %s\nQed.", p.bound(), names, script)
}

// starts proves the facts at the start, and the bound.
func (w *writer) starts() {
	p, conditions := w.start()
	names := p.assume(-1, conditions)
	var proofs []string
	for _, f := range w.in(w.defs.translation.m.Initial) {
		proofs = append(proofs, p.prove(w.cond(p, f, w.defs.translation.atStart), "a fact at the start: "+w.native(f)))
	}
	proof, goal := evidence(proofs), fmt.Sprintf("facts_%s P %s", w.defs.translation.states[w.defs.translation.m.Initial], w.defs.first())
	if w.limited != nil && w.defs.translation.m.Rank == 1 {
		t := constant(0)
		for _, j := range w.defs.jobs(w.defs.translation.m.Invoked()) {
			t = plus(t, p.atom(j.name, nil))
		}
		first := p.term(expr.Substitute(w.defs.translation.m.States[w.defs.translation.m.Initial].Progress[0], w.defs.translation.atStart))
		proof = "split.\n  { " + proof + " }\n  " + p.prove(le(plus(t, first), p.term(w.limited)), "the bound at the start") + "."
		goal += fmt.Sprintf(" /\\ (%s + rank_%s P %s <=? bound P) = true", work("0", w.defs.jobs(w.defs.translation.m.Invoked())), w.defs.translation.states[w.defs.translation.m.Initial], w.defs.first())
	}
	p.lemma("valid P -> "+implied(conditions), goal, names, proof)
}

// positive proves that the progress function is not negative in a state.
func (w *writer) positive(state int) {
	p := w.place(w.defs.translation.states[state], w.defs.translation.read, binder{"P", "params"}, binder{"S", "store"})
	names := p.assume(state, nil)
	var proofs []string
	for _, x := range w.defs.translation.m.States[state].Progress {
		proofs = append(proofs, p.prove(le(constant(0), p.term(x)), "progress in "+w.defs.translation.m.States[state].Name))
	}
	goal, proof := fmt.Sprintf("(0 <=? rank_%s P S) = true", w.defs.translation.states[state]), proofs[0]
	if w.defs.translation.m.Rank > 1 {
		goal, proof = fmt.Sprintf("System.positive (rank_%s P S) = true", w.defs.translation.states[state]), "reflexivity"
		for i := len(proofs) - 1; i >= 0; i-- {
			proof = both(proofs[i], proof)
		}
	}
	p.lemma(fmt.Sprintf("valid P -> facts_%s P S -> ", w.defs.translation.states[state]), goal, names, proof+".")
}

// taken proves that a transition preserves the facts, and what it does to progress.
func (w *writer) taken(i int) {
	s := w.defs.step(i, true)
	p := w.place(name(i), w.defs.translation.read, s.all()...)
	names := p.assume(s.From, s.conditions)
	before := w.in(s.From)
	var proofs []string
	for _, f := range w.in(s.To) {
		if at := slices.Index(before, f); at >= 0 && !w.reads(f, s.Transition) {
			proofs = append(proofs, fmt.Sprintf("exact_no_check F%d", at))
			continue
		}
		proofs = append(proofs, p.prove(w.cond(p, f, s.Updated), w.defs.translation.m.Label(i)+" keeps a fact: "+w.native(f)))
	}
	from, to := w.defs.translation.states[s.From], w.defs.translation.states[s.To]
	goal, proof := fmt.Sprintf("facts_%s P %s", to, s.next), evidence(proofs)
	environment := w.defs.translation.m.Events[s.Event].Environment
	cost := constant(1)
	if environment {
		cost = constant(0)
	}
	for _, j := range s.jobs {
		cost = plus(cost, p.atom(j.name, nil))
	}
	also := func(native string, c cond, about string) {
		goal += " /\\ " + native + " = true"
		proof = "split.\n  { " + proof + " }\n  " + p.prove(c, w.defs.translation.m.Label(i)+": "+about) + "."
	}
	switch {
	case environment && w.limited != nil:
		also(fmt.Sprintf("(%s + rank_%s P %s <=? bound P)", s.cost(true), to, s.next),
			le(plus(cost, w.rankTerm(p, s, 0)), p.term(w.limited)), "the bound holds again")
	case environment:
	case w.defs.translation.m.Rank == 1:
		also(fmt.Sprintf("((1 <=? %s) && (rank_%s P %s + %s <=? rank_%s P S))", s.cost(false), to, s.next, s.cost(false), from),
			and(le(constant(1), cost), le(plus(w.rankTerm(p, s, 0), cost), p.term(w.defs.translation.m.States[s.From].Progress[0]))), "progress decreases")
	default:
		lower := truth(false)
		for k := w.defs.translation.m.Rank - 1; k >= 0; k-- {
			x, y := w.rankTerm(p, s, k), p.term(w.defs.translation.m.States[s.From].Progress[k])
			lower = or(lt(x, y), and(eq(x, y), lower))
		}
		also(fmt.Sprintf("System.lower (rank_%s P %s) (rank_%s P S)", to, s.next, from), lower, "progress decreases")
	}
	p.lemma(fmt.Sprintf("valid P -> facts_%s P S -> %s", from, implied(s.conditions)), goal, names, proof)
}

// rankTerm is a component of progress after a step.
func (w *writer) rankTerm(p *place, s *step, component int) term {
	return p.term(expr.Substitute(w.defs.translation.m.States[s.To].Progress[component], s.Updated))
}
