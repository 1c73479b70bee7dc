package coq

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// timing states and proves a limit of the time. It has a writer of its own, because a statement for which there is no certificate
// leaves out this theorem and not the file.
type timing struct {
	w     *writer
	limit *verify.Time
	// clocks are the timers with a clock, as indices of the machine. Wherever one of them fires, the machine moves.
	clocks []int
}

// inTime writes the first limit of the time for which there is a proof, and reports whether there is one. Limits that take
// regions to run side by side have none: timers of regions have no clock, so no clock runs there.
func (w *writer) inTime() (unit time.Duration, ok bool) {
	m := w.defs.translation.m
	for i := range w.report.Times {
		limit := &w.report.Times[i]
		t := &timing{w: &writer{
			defs:   &definitions{translation: w.defs.translation, spec: w.defs.spec, valid: w.defs.valid},
			report: w.report, prover: w.prover, facts: w.facts,
		}, limit: limit}
		for _, timer := range limit.Cover.Timers {
			if moves(m, timer) {
				t.clocks = append(t.clocks, timer)
			}
		}
		if !t.covers() {
			continue
		}
		t.define()
		t.prove()
		if len(t.w.lacking) > 0 {
			continue
		}
		t.conclude()
		w.defs.b.WriteString(t.w.defs.b.String())
		w.concluded = append(w.concluded, t.w.concluded...)
		return limit.Cover.Unit, true
	}
	return 0, false
}

// moves reports whether a timer has a known duration and is stopped or started again wherever it fires. Child machines have no
// clock.
func moves(m *core.Machine, timer int) bool {
	if timer >= len(m.Timers) {
		return false
	}
	t := &m.Timers[timer]
	if t.Within != nil || longest(m, timer) == nil {
		return false
	}
	return !slices.ContainsFunc(t.States, func(s int) bool {
		for i := range m.On(s, t.Event) {
			a := &m.On(s, t.Event)[i]
			if a.Effect != core.Take || !slices.Contains(m.Stops(a), timer) {
				return true
			}
			if a.Guard == nil {
				return false
			}
		}
		return true // the event may be refused
	})
}

// longest returns the longest duration of a timer in nanoseconds, over the values when it starts, or nil if it has no limit.
func longest(m *core.Machine, timer int) expr.Expr {
	t := &m.Timers[timer]
	constant := t.Constant
	if constant == 0 && t.Delay >= 0 {
		constant = m.Delays[t.Delay].Max
	}
	switch {
	case t.Length != nil:
		return t.Length
	case constant > 0:
		return expr.Number(int64(constant))
	}
	return nil
}

// rests reports whether time may pass in a state, as far as the state alone says.
func (t *timing) rests(state int) bool {
	m := t.w.defs.translation.m
	return !m.Terminal(state) && !slices.ContainsFunc(m.Always(state), func(a core.Transition) bool { return a.Guard == nil && a.Effect == core.Take })
}

// covers reports whether a clock runs wherever time may pass.
func (t *timing) covers() bool {
	for s := range t.w.defs.translation.m.States {
		if t.rests(s) && !slices.Contains(t.running(s), true) {
			return false
		}
	}
	return true
}

// running tells which clocks run in a state.
func (t *timing) running(state int) (list []bool) {
	for _, i := range t.clocks {
		list = append(list, slices.Contains(t.w.defs.translation.m.Timers[i].States, state))
	}
	return list
}

// units returns how long a timer lasts. A duration that is an expression has the unit of a nanosecond.
func (t *timing) units(timer int) expr.Expr {
	x := longest(t.w.defs.translation.m, timer)
	if n, ok := x.(*expr.Lit); ok {
		return expr.Number(n.Value / int64(t.limit.Cover.Unit))
	}
	return x
}

// acts is what happens to the clocks when timers start and others stop: as text, and for how long those that start last, over the values when
// they start.
type acts struct {
	text  string
	begun []expr.Expr
}

func (t *timing) acts(starts, stops []int, read reader) (a acts) {
	var list []string
	for _, i := range t.clocks {
		switch {
		case slices.Contains(starts, i):
			a.begun = append(a.begun, t.units(i))
			list = append(list, "Time.Begin "+t.w.defs.translation.number(t.units(i), read))
		case slices.Contains(stops, i):
			list = append(list, "Time.Stop")
		default:
			list = append(list, "Time.Keep")
		}
	}
	a.text = "[" + strings.Join(list, "; ") + "]"
	return a
}

// terms returns how long the clocks that start last in all, and that none of them lasts less than nothing, as the definitions in Coq compute
// them.
func (a acts) terms(p *place, update func(*expr.Symbol) expr.Expr) (begun term, sensible cond) {
	begun, sensible = constant(0), truth(true)
	for _, x := range slices.Backward(a.begun) {
		n := p.term(expr.Substitute(x, update))
		begun, sensible = plus(n, begun), and(le(constant(0), n), sensible)
	}
	return begun, sensible
}

// potential is an expression for how much the clocks can still be wound up from a state on.
func (t *timing) potential(state int) expr.Expr {
	if x := t.limit.Parts[0].Potential[state]; x != nil {
		return x
	}
	return expr.Number(0)
}

// define writes the clocks, the steps that change them, and the limit.
func (t *timing) define() {
	d, m := t.w.defs, t.w.defs.translation.m
	var names []string
	for _, i := range t.clocks {
		length := expr.Print(longest(m, i), expr.Spec)
		if n, ok := longest(m, i).(*expr.Lit); ok {
			length = time.Duration(n.Value).String()
		}
		names = append(names, comment(source.Timer(m, i)+" for "+length))
	}
	d.line("\n(* Time, in units of %v. The clocks are those of the timers: %s.\n   Wherever one of them fires, the machine moves, and stops it or starts it again. *)\n", t.limit.Cover.Unit, strings.Join(names, ", "))
	var runs, rests, left []string
	for s, name := range d.translation.states {
		runs = append(runs, fmt.Sprintf("%s => [%s]", name, list(t.running(s))))
		rests = append(rests, fmt.Sprintf("%s => %t", name, t.rests(s)))
		left = append(left, name+" => left_"+name+" P (data c)")
		d.line("Definition left_%s (P : params) (S : store) : Z := %s.", name, d.translation.number(t.potential(s), d.translation.read))
	}
	match := func(cases []string) string {
		return "\n  match control c with\n  | " + strings.Join(cases, "\n  | ") + "\n  end"
	}
	d.line("(* For how long the clocks can still be wound up. *)\nDefinition left (P : params) (c : config) : Z :=%s.", match(left))
	d.line("(* Which clocks run, and where time passes. *)\nDefinition clocks (c : config) : list bool :=%s.\nDefinition rests (c : config) : bool :=%s.", match(runs), match(rests))
	d.line("Definition first (P : params) : list Time.act := %s.", t.acts(m.Begins(), nil, d.initially).text)
	d.line("Definition longest (P : params) : Z := %s.", d.translation.number(t.limit.Parts[0].Most, d.translation.read))
	d.line("\n(* The steps again, with what they do to the clocks. *)\nInductive move (P : params) : config -> list Time.act -> config -> Prop :=")
	t.taken(func(i int, s *step, a acts) {
		d.line("(* %s *)", comment(m.Label(i)))
		d.line("| move_%s :%s\n    %smove P (Config %s S) %s (Config %s %s)", name(i), forall(s.all()[1:]), implied(s.conditions),
			d.translation.states[s.From], a.text, d.translation.states[s.To], s.next)
	})
	d.line(".")
}

func list(values []bool) string {
	var out []string
	for _, v := range values {
		out = append(out, fmt.Sprint(v))
	}
	return strings.Join(out, "; ")
}

// taken calls f with each transition, and with what it does to the clocks.
func (t *timing) taken(f func(int, *step, acts)) {
	m := t.w.defs.translation.m
	for i := range m.Transitions {
		if m.Transitions[i].Effect == core.Take {
			s := t.w.defs.step(i, true)
			f(i, s, t.acts(m.Transitions[i].Starts, m.Stops(&m.Transitions[i]), t.w.defs.after(s)))
		}
	}
}

// prove writes a lemma for the start, for each state, and for each transition.
func (t *timing) prove() {
	d, m := t.w.defs, t.w.defs.translation.m
	d.line("")
	p, conditions := t.w.start()
	p.name = "time_start"
	names := p.assume(-1, conditions)
	begun, sensible := t.acts(m.Begins(), nil, d.initially).terms(p, d.translation.atStart)
	initially := p.term(expr.Substitute(t.potential(m.Initial), d.translation.atStart))
	proof := "split.\n  { " + p.prove(sensible, "a duration at the start") + ". }\n  " +
		p.prove(le(plus(begun, initially), p.term(t.limit.Parts[0].Most)), "the time at the start")
	p.lemma("valid P -> "+implied(conditions), fmt.Sprintf("Time.sensible (first P) = true /\\ (Time.begun (first P) + left_%s P %s <=? longest P) = true",
		d.translation.states[m.Initial], d.first()), names, proof+".")
	for s, state := range d.translation.states {
		p := t.w.place("time_"+state, d.translation.read, binder{"P", "params"}, binder{"S", "store"})
		names := p.assume(s, nil)
		proof := p.prove(le(constant(0), p.term(t.potential(s))), "the time in "+m.States[s].Name)
		p.lemma(fmt.Sprintf("valid P -> facts_%s P S -> ", state), fmt.Sprintf("(0 <=? left_%s P S) = true", state), names, proof+".")
	}
	t.taken(func(i int, s *step, a acts) {
		p := t.w.place("time_"+name(i), d.translation.read, s.all()...)
		names := p.assume(s.From, s.conditions)
		after := p.term(expr.Substitute(t.potential(s.To), s.Updated))
		begun, sensible := a.terms(p, s.Updated)
		proof := "split.\n  { " + p.prove(sensible, m.Label(i)+": a duration") + ". }\n  " +
			p.prove(le(plus(after, begun), p.term(t.potential(s.From))), m.Label(i)+": the time")
		from, to := d.translation.states[s.From], d.translation.states[s.To]
		p.lemma(fmt.Sprintf("valid P -> facts_%s P S -> %s", from, implied(s.conditions)),
			fmt.Sprintf("Time.sensible %s = true /\\ (left_%s P %s + Time.begun %s <=? left_%s P S) = true", a.text, to, s.next, a.text, from), names, proof+".")
	})
}

// conclude writes the theorem.
func (t *timing) conclude() {
	d := t.w.defs
	var patterns, facts, times []string
	t.taken(func(i int, s *step, _ acts) {
		patterns = append(patterns, bound(s.all()[1:])+named(s.conditions))
		args := fmt.Sprintf("%s V F%s", bound(s.all()), named(s.conditions))
		facts = append(facts, fmt.Sprintf("  - exact (proj1 (lemma_%s%s)).", name(i), args))
		times = append(times, fmt.Sprintf("  - destruct (lemma_time_%s%s) as [A B]. split. exact A. split. reflexivity. apply Z.leb_le. exact B.", name(i), args))
	})
	all := strings.Join(patterns, " | ")
	d.line("\nLemma move_facts P : valid P -> forall c l d, facts P c -> move P c l d -> facts P d.")
	d.line("Proof.\n  intros V c l d F M. revert F. destruct M as [%s]; intros F.\n%s\nQed.", all, strings.Join(facts, "\n"))
	d.line("Lemma move_time P : valid P -> forall c l d, facts P c -> move P c l d ->\n  Time.sensible l = true /\\ length l = length (first P) /\\ left P d + Time.begun l <= left P c.")
	d.line("Proof.\n  intros V c l d F M. revert F. destruct M as [%s]; intros F.\n%s\nQed.", all, strings.Join(times, "\n"))
	_, conditions := t.w.start()
	start, _ := d.beginning()
	var states []string
	for _, s := range d.translation.states {
		states = append(states, fmt.Sprintf("    + exact (lemma_time_%s P S V F).", s))
	}
	t.w.theorem("If each timer fires when it is due, no run takes more than this many units of time before its end, for all parameters.", "in_time",
		"forall P, valid P -> forall t c k, Time.timed config (init P) (move P) rests clocks (first P) t c k -> t <= longest P",
		fmt.Sprintf(`intros P V. apply (Time.in_time _ _ _ _ _ _ _ (facts_init P V) (move_facts P V) (left P)).
  - intros n c In. destruct In as [%s%s]. exact (proj1 (lemma_time_start%s V%s)).
  - intros [s S] F. apply Z.leb_le. destruct s.
%s
  - intros n c In. destruct In as [%s%s]. apply Z.leb_le. exact (proj2 (lemma_time_start%s V%s)).
  - exact (move_time P V).
  - intros [s S]. destruct s; split; try reflexivity; discriminate.`, bound(start[1:]), named(conditions), bound(start), named(conditions),
			strings.Join(states, "\n"), bound(start[1:]), named(conditions), bound(start), named(conditions)))
}
