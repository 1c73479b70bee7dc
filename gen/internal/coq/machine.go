package coq

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// definitions writes what defines a machine: its types, parameters, and steps.
type definitions struct {
	translation *translation
	// spec is the machine as it was written, whose progress function is not that of a search.
	spec  *core.Machine
	valid []condition
	b     strings.Builder
}

// define returns the definitions of the machine that a report is about. If another function than its progress function shows
// the bound, that one takes its place: it shows that the machine ends, too.
func define(r *verify.Report) *definitions {
	m := r.Ranked()
	enums := picks(m)
	if r.Bound.Potential != nil {
		paying := *m
		paying.Rank, paying.States = 1, slices.Clone(m.States)
		for s, x := range r.Bound.Potential {
			paying.States[s].Progress = []expr.Expr{x}
		}
		m = &paying
		maps.Copy(enums, picks(m))
	}
	d := &definitions{translation: &translation{newNames(m), m, enums}, spec: r.Machine}
	d.valid = d.accepted()
	return d
}

// typ is the Coq type of the values of a type. Strings are numbers, because specs only compare them for equality.
func (w *translation) typ(t expr.Type) string {
	switch t.Kind {
	case expr.Bool:
		return "bool"
	case expr.Enumerated:
		return w.enums[t.Enum]
	}
	return "Z"
}

// enumerations declares the enums, their numbers, and the strings.
func (w *definitions) enumerations() {
	for _, e := range w.translation.m.Enums {
		values, number, pick := w.translation.values[e], w.translation.numbering(e), w.translation.picking(e)
		w.line("Inductive %s := %s.", w.translation.enums[e], strings.Join(values, " | "))
		var numbers, picks, chosen []string
		all := ""
		for i, v := range values {
			numbers = append(numbers, fmt.Sprintf("%s => %d", v, i))
			chosen = append(chosen, fmt.Sprintf("c%d", i))
			picks = append(picks, fmt.Sprintf("%s => c%d", v, i))
		}
		args := strings.Join(chosen, " ")
		for i := len(values) - 1; i >= 0; i-- {
			way := fmt.Sprintf("((%s x =? %d) && (%s x %s =? c%d))", number, i, pick, args, i)
			if all == "" {
				all = way
			} else {
				all = "(" + way + " || " + all + ")"
			}
		}
		w.line("Definition %s (x : %s) : Z := match x with %s end.", number, w.translation.enums[e], strings.Join(numbers, " | "))
		w.line("Definition %s (x : %s) (%s : Z) : Z := match x with %s end.", pick, w.translation.enums[e], args, strings.Join(picks, " | "))
		w.line("Lemma %s_low x : (0 <=? %s x) = true.", number, number)
		w.line("Proof. destruct x; reflexivity. Qed.")
		w.line("Lemma %s_high x : (%s x <=? %d) = true.", number, number, len(values)-1)
		w.line("Proof. destruct x; reflexivity. Qed.")
		if w.translation.picks[e] {
			w.line("Lemma %s_case x %s : %s = true.", pick, args, all)
			w.line("Proof. destruct x; cbn; rewrite Z.eqb_refl; rewrite ?orb_true_r; reflexivity. Qed.")
		}
	}
}

// records declares the states, the parameters, and the variables. Values of Go types are left out.
func (w *definitions) records() {
	w.line("")
	w.line("Inductive state := %s.", strings.Join(w.translation.states, " | "))
	w.line("")
	w.line("(* The parameters, and the largest int of the platform. *)")
	fields := []string{"int_max : Z"}
	for i, p := range w.translation.m.Params {
		if p.Type.Scalar() {
			fields = append(fields, w.translation.params[i]+" : "+w.translation.typ(p.Type))
		}
	}
	w.line("Record params := Params { %s }.", strings.Join(fields, "; "))
	w.line("")
	w.line("(* The variables and the data of states. Those that a state does not have are arbitrary there. *)")
	fields = nil
	for i, v := range w.translation.m.Vars {
		if v.Type.Scalar() {
			fields = append(fields, w.translation.vars[i]+" : "+w.translation.typ(v.Type))
		}
	}
	w.line("Record store := Store { %s }.", strings.Join(fields, "; "))
	w.line("Record config := Config { control : state; data : store }.")
	w.line("")
	w.line("Definition fits (P : params) (x : Z) : bool := (0 - int_max P - 1 <=? x) && (x <=? int_max P).")
}

// read is the reader of the parameters, of the variables before a step, and of what comes with an event.
func (w *translation) read(s *expr.Symbol) string {
	switch s.Scope {
	case expr.Param:
		return "(" + w.params[s.Index] + " P)"
	case expr.Var:
		return "(" + w.vars[s.Index] + " S)"
	case expr.Field:
		return field(s)
	}
	return w.asks[s.Index]
}

func field(s *expr.Symbol) string { return fmt.Sprintf("field_%d_%s", s.Index+1, identifier(s.Name)) }

// condition is a condition on the values in a place.
type condition struct {
	native string
	deep   func(*place) cond
}

// accepted lists the conditions on valid parameters: ints fit, they are in their ranges, and the bound fits.
func (w *definitions) accepted() (list []condition) {
	add := func(native string, deep func(*place) cond) { list = append(list, condition{native, deep}) }
	least := w.translation.m.MaxInt()
	add(fmt.Sprintf("(%d <=? int_max P)", least), func(p *place) cond { return le(constant(least), p.atom("(int_max P)", nil)) })
	for i := range w.translation.m.Params {
		s := w.translation.m.Params[i].Symbol
		value := &expr.Ref{Symbol: s}
		if s.Type.Kind == expr.Int {
			add(fits(w.translation.read(s)), func(p *place) cond { return p.fits(p.ref(s)) })
		}
		if low := w.translation.m.Params[i].Min; low != nil {
			w.require(&list, &expr.Binary{Op: expr.Le, X: low, Y: value})
		}
		if high := w.translation.m.Params[i].Max; high != nil {
			w.require(&list, &expr.Binary{Op: expr.Le, X: value, Y: high})
		}
	}
	if limit := w.limit(); limit != nil {
		add(fits(w.translation.number(limit, w.translation.read)), func(p *place) cond { return p.fits(p.term(limit)) })
	}
	return list
}

func (w *definitions) require(list *[]condition, e expr.Expr) {
	*list = append(*list, condition{w.translation.truth(e, w.translation.read), func(p *place) cond { return p.cond(e) }})
}

// limit is the number of transitions that an int must be able to hold: the bound of the spec or, without one, the value
// of its progress function at the start and the bounds of the child machines that start there.
func (w *definitions) limit() expr.Expr {
	m := w.spec
	if m.Bound != nil || m.Rank != 1 {
		return m.Bound
	}
	first := m.States[m.Initial].Progress[0]
	for _, j := range w.jobs(m.Invoked()) {
		first = &expr.Binary{Op: expr.Add, X: first, Y: j.bound}
	}
	return expr.Substitute(first, w.translation.atStart)
}

// atStart maps variables to their initial values.
func (w *translation) atStart(s *expr.Symbol) expr.Expr {
	if s.Scope != expr.Var {
		return nil
	}
	return w.m.Vars[s.Index].Init
}

// job is a child machine that starts: its transitions, at most bound, count as those of the machine.
type job struct {
	name string
	// bound is over the values when the child starts.
	bound expr.Expr
	child *core.Machine
	inv   *core.Invocation
}

// jobs lists the child machines that invocations start.
func (w *definitions) jobs(invocations []int) (list []job) {
	for _, i := range invocations {
		inv := &w.translation.m.Invocations[i]
		if child := w.translation.m.Calls[inv.Call].Child; child != nil {
			list = append(list, job{fmt.Sprintf("child_%d", len(list)+1), expr.Substitute(child.Bound, inv.Passed), child, inv})
		}
	}
	return list
}

// conjunction writes conditions as a proposition.
func conjunction(list []string) string {
	var b strings.Builder
	for _, c := range list {
		b.WriteString(c + " = true /\\ ")
	}
	return b.String() + "True"
}

// pattern names the parts of a conjunction.
func pattern(prefix string, n int) string {
	if n == 0 {
		return "_"
	}
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s%d & ", prefix, i)
	}
	return "(" + b.String() + "_)"
}

// evidence is a script that proves the parts of a conjunction one after the other. One term for all of them would take Coq
// time that grows with the square of their number.
func evidence(list []string) string {
	var b strings.Builder
	for _, script := range list {
		b.WriteString("split; [" + script + " |].\n  ")
	}
	return b.String() + "exact I."
}
