package coq

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// demand is a condition on a value that the generated code computes. It must hold where the code computes the value, which
// is where the conditions of the path hold.
type demand struct {
	path  []branch
	value expr.Expr
	kind  kind
}

// kind is what a demand requires of a value.
type kind uint8

const (
	// computed: a number fits in an int.
	computed kind = iota
	// divisor: a number is not 0.
	divisor
	// accepted: a condition on the parameters of a child machine holds.
	accepted
)

// kinds describes the kinds of demands for Coq. It never changes.
var kinds = [...]struct{ name, typ, what, theorem, about string }{
	computed: {"computed", "Z", "The values that the generated code computes, where it computes them.", "values_fit", "All values that the generated code computes fit in Go's int."},
	divisor:  {"divisor", "Z", "The divisors.", "no_division_by_zero", "No divisor is 0."},
	accepted: {"accepted", "bool", "The conditions on the parameters of child machines, where these start.", "children_start", "Child machines start with valid parameters."},
}

// claim writes what is demanded of a value.
func (k kind) claim(value string) string {
	switch k {
	case computed:
		return fits(value)
	case divisor:
		return "(negb (" + value + " =? 0))"
	}
	return value
}

// demandedValue writes the value of a demand.
func (w *definitions) demandedValue(d demand) string {
	if d.kind == accepted {
		return w.translation.truth(d.value, w.translation.read)
	}
	return w.translation.number(d.value, w.translation.read)
}

// branch is a condition that holds or, if holds is false, does not.
type branch struct {
	cond  expr.Expr
	holds bool
}

// walker collects demands in the order in which Go evaluates expressions.
type walker struct {
	path    []branch
	demands []demand
}

// store visits a value that is assigned, emitted, or passed on.
func (k *walker) store(x expr.Expr) {
	if x.Type().Scalar() {
		k.walk(x)
		k.fit(x)
	}
}

// walk visits the parts of an expression. Operands of sums and products need not fit, because these are correct modulo a
// power of two.
func (k *walker) walk(x expr.Expr) {
	switch x := x.(type) {
	case *expr.Unary:
		k.walk(x.X)
	case *expr.Call:
		for _, a := range x.Args {
			k.walk(a)
			k.fit(a)
		}
	case *expr.Case:
		for _, v := range x.Values {
			k.walk(v)
		}
	case *expr.Binary:
		k.walk(x.X)
		switch x.Op {
		case expr.And, expr.Or:
			known := k.path
			k.path = append(slices.Clip(known), branch{x.X, x.Op == expr.And})
			k.walk(x.Y)
			k.path = known
		case expr.Add, expr.Sub, expr.Mul:
			k.walk(x.Y)
		default:
			k.walk(x.Y)
			k.fit(x.X)
			k.fit(x.Y)
			if x.Op == expr.Quo || x.Op == expr.Rem {
				k.divide(x.Y)
			}
		}
	}
}

// fit demands that an int fits. The Go compiler checks constants, and stored values are checked where they are stored.
func (k *walker) fit(x expr.Expr) {
	switch x.(type) {
	case *expr.Ref, *expr.Lit:
		return
	}
	if x.Type().Kind == expr.Int {
		k.demands = append(k.demands, demand{slices.Clip(k.path), x, computed})
	}
}

func (k *walker) divide(x expr.Expr) {
	if lit, ok := x.(*expr.Lit); !ok || lit.Value == 0 {
		k.demands = append(k.demands, demand{slices.Clip(k.path), x, divisor})
	}
	k.path = append(slices.Clip(k.path), branch{&expr.Binary{Op: expr.Ne, X: x, Y: expr.Number(0)}, true})
}

func (k *walker) emit(list []core.Emission) {
	for _, e := range list {
		for _, x := range e.Values {
			k.store(x)
		}
	}
}

// pass visits the arguments of invocations, and what child machines compute of them to check them.
func (k *walker) pass(m *core.Machine, invocations []int, update func(*expr.Symbol) expr.Expr) {
	for _, i := range invocations {
		inv := &m.Invocations[i]
		for _, x := range inv.Args {
			k.store(expr.Substitute(x, update))
		}
		child := m.Calls[inv.Call].Child
		if child == nil {
			continue
		}
		passed := func(x expr.Expr) expr.Expr { return expr.Substitute(expr.Substitute(x, inv.Passed), update) }
		require := func(op expr.Op, p *core.Param, limit expr.Expr) {
			if limit != nil {
				k.store(passed(limit))
				value := passed(&expr.Ref{Symbol: p.Symbol})
				k.demands = append(k.demands, demand{slices.Clip(k.path), &expr.Binary{Op: op, X: value, Y: passed(limit)}, accepted})
			}
		}
		k.store(passed(child.Bound))
		for i := range child.Params {
			p := &child.Params[i]
			require(expr.Ge, p, p.Min)
			require(expr.Le, p, p.Max)
		}
	}
}

// opening lists the demands at the start, over the parameters.
func (w *definitions) opening() []demand {
	k := &walker{}
	for _, v := range w.translation.m.Vars {
		if v.Init != nil {
			k.store(v.Init)
			k.path = nil
		}
	}
	for _, e := range w.translation.m.Start {
		for _, x := range e.Values {
			k.store(expr.Substitute(x, w.translation.atStart))
		}
	}
	k.pass(w.translation.m, w.translation.m.Invoked(), w.translation.atStart)
	return k.demands
}

// stepping lists the demands where an alternative is considered and, if it is taken, of what it computes.
func (w *definitions) stepping(t *core.Transition) []demand {
	k := &walker{}
	if t.Guard != nil {
		k.walk(t.Guard)
		k.path = append(k.path, branch{t.Guard, true})
	}
	for _, u := range t.Updates {
		k.store(u.Value)
	}
	k.emit(t.Emits)
	k.pass(w.translation.m, t.Invokes, t.Updated)
	return k.demands
}

// ranking lists the demands of the progress function in a state, unless the generated code does not compute it.
func (w *writer) ranking(state int) []demand {
	k := &walker{}
	if w.report.Synthesized != nil && w.report.Mathematical {
		return nil
	}
	for _, x := range w.report.Ranked().States[state].Progress {
		k.walk(x)
		if w.defs.translation.m.Reactive() && w.report.Machine.Bound == nil {
			k.fit(x)
		}
	}
	return k.demands
}

// computation is a place with demands: the start, a state, or an alternative.
type computation struct {
	name       string
	state      int
	binders    []binder
	conditions []condition
	demands    []demand
}

// computations lists the places with demands of a kind.
func (w *writer) computations(kind kind) (list []computation) {
	add := func(c computation) {
		c.demands = slices.DeleteFunc(c.demands, func(d demand) bool { return d.kind != kind })
		if len(c.demands) > 0 {
			list = append(list, c)
		}
	}
	p, _ := w.start()
	add(computation{"start", -1, p.binders, nil, w.defs.opening()})
	for s, name := range w.defs.translation.states {
		add(computation{name, s, []binder{{"P", "params"}, {"S", "store"}}, nil, w.ranking(s)})
	}
	for i := range w.defs.translation.m.Transitions {
		t := &w.defs.translation.m.Transitions[i]
		s := w.defs.step(i, false)
		add(computation{name(i), t.From, s.all(), s.conditions, w.defs.stepping(t)})
	}
	return list
}

// computing writes the theorem on the demands of a kind.
func (w *writer) computing(kind kind) {
	list, k := w.computations(kind), kinds[kind]
	if len(list) == 0 {
		return
	}
	w.defs.line("\n(* %s *)", k.what)
	w.defs.line("Inductive %s (P : params) : option config -> %s -> Prop :=", k.name, k.typ)
	var patterns, exacts []string
	for _, c := range list {
		place := "None"
		if c.state >= 0 {
			place = fmt.Sprintf("(Some (Config %s S))", w.defs.translation.states[c.state])
		}
		for n, d := range c.demands {
			premises, names := implied(c.conditions), ""
			for i := range c.conditions {
				names += fmt.Sprintf(" C%d", i)
			}
			use, paths, parts := names, "", make([]string, len(c.demands))
			for i, b := range d.path {
				premises += w.defs.branch(b) + " = true -> "
				paths += fmt.Sprintf(" Q%d", i)
			}
			for i := range parts {
				parts[i] = fmt.Sprintf("A%d", i)
			}
			w.defs.line("| %s_%s_%d :%s %s%s P %s %s", k.name, c.name, n+1, forall(c.binders[1:]), premises, k.name, place, w.defs.demandedValue(d))
			patterns = append(patterns, bound(c.binders[1:])+names+paths)
			facts := ""
			if c.state >= 0 {
				facts = " (F _ eq_refl)"
			}
			exacts = append(exacts, fmt.Sprintf("destruct (lemma_%s_%s%s V%s%s) as (%s & _). exact (A%d%s)", k.name, c.name, bound(c.binders), facts, use, strings.Join(parts, " & "), n, paths))
		}
	}
	w.defs.line(".")
	for _, c := range list {
		w.demanded(k.name, c)
	}
	w.defs.line("\n(* %s *)", k.about)
	w.defs.line("Theorem %s : forall P, valid P -> forall c v, (forall d, c = Some d -> reachable P d) -> %s P c v -> %s = true.", k.theorem, k.name, kind.claim("v"))
	w.defs.line("Proof.\n  intros P V c v R D. assert (F : forall d, c = Some d -> facts P d).")
	w.defs.line("  { intros d E. exact (facts_hold P V d (R d E)). }")
	w.defs.line("  clear R. revert F. destruct D as [%s]; intros F.", strings.Join(patterns, " | "))
	for _, e := range exacts {
		w.defs.line("  - %s.", e)
	}
	w.defs.line("Qed.")
	w.concluded = append(w.concluded, k.theorem)
}

// branch writes a branch.
func (w *definitions) branch(b branch) string {
	if b.holds {
		return w.translation.truth(b.cond, w.translation.read)
	}
	return "(negb " + w.translation.truth(b.cond, w.translation.read) + ")"
}

// demanded proves the demands of a place.
func (w *writer) demanded(name string, c computation) {
	p := w.place(name+"_"+c.name, w.defs.translation.read, c.binders...)
	names := p.assume(c.state, c.conditions)
	var goals, proofs []string
	for _, d := range c.demands {
		goal, args := "(", ""
		for i, b := range d.path {
			goal += w.defs.branch(b) + " = true -> "
			args += fmt.Sprintf(" Q%d", i)
			x := p.cond(b.cond)
			if !b.holds {
				x = not(x)
			}
			p.give(fmt.Sprintf("Q%d", i), x)
		}
		var x cond
		switch d.kind {
		case computed:
			x = p.fits(p.term(d.value))
		case divisor:
			x = not(eq(p.term(d.value), constant(0)))
		default:
			x = p.cond(d.value)
		}
		proof := p.prove(x, "a value that is computed: "+expr.Print(d.value, expr.Spec))
		if args != "" {
			proof = "intros" + args + "; " + proof
		}
		goals, proofs = append(goals, goal+d.kind.claim(w.defs.demandedValue(d))+" = true)"), append(proofs, proof)
		p.given = slices.DeleteFunc(p.given, func(g given) bool { return strings.HasPrefix(g.proof, "Q") })
	}
	premises := "valid P -> "
	if c.state >= 0 {
		premises += "facts_" + w.defs.translation.states[c.state] + " P S -> "
	}
	p.lemma(premises+implied(c.conditions), strings.Join(goals, " /\\ ")+" /\\ True", names, evidence(proofs))
}
