package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/remark"
	"github.com/fsmgen/fsmgen/verify/internal/search"
)

// unlessOverflow says that a claim is proved of runs in which all values fit in Go's int.
const unlessOverflow = "proved, unless a value leaves Go's int"

// Summary returns the report in a few lines, without the diagnostics: the name of the
// machine, the verdict, the bound, the calls and outputs that are counted, the number of obligations with each status, how many pairs of
// alternatives whose order decides, which [Report.Order] lists, and a synthesized progress function, ready to
// paste into the spec.
func (r *Report) Summary() string { return r.summary("fsmgen verify -v lists them") + r.found() }

// Brief returns [Report.Summary] for those who see it often: of a synthesized progress function, only that there is one.
func (r *Report) Brief() string {
	text := r.summary("fsmgen verify -v lists them")
	if r.Synthesized != nil {
		text += "  progress     found: fsmgen verify prints it\n"
	}
	return text
}

// Full returns [Report.Summary] and what it counts or refers to: [Report.Potential], [Report.Strategy], and [Report.Order].
func (r *Report) Full() string {
	var untaken strings.Builder
	writeUntaken(&untaken, r)
	return r.summary("listed below") + untaken.String() + r.found() + r.Potential() + r.Strategy() + r.Plans() + r.Order()
}

// summary writes all but the progress function. more says where what it only counts is shown.
func (r *Report) summary(more string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", r.Machine.Name)
	what, run := "terminates", "an endless run"
	if r.Machine.Reactive() {
		what, run = "settles   ", "an endless run without environment events"
	}
	switch {
	case r.Termination == Proved:
		fmt.Fprintf(&b, "  %s   proved for all parameter values\n", what)
	case r.UnlessOverflow:
		fmt.Fprintf(&b, "  %s   proved for all parameter values, unless a value leaves Go's int\n", what)
		if r.Fits > 0 {
			fmt.Fprintf(&b, "               proved in full if parameters without a declared range are from %d to %d\n", -r.Fits, r.Fits)
		}
	case r.Termination == Refuted:
		fmt.Fprintf(&b, "  %s   refuted: there is %s\n", what, run)
	default:
		fmt.Fprintf(&b, "  %s   unknown\n", what)
	}
	switch r.Rest.Status {
	case Proved:
		if r.Termination != Proved {
			b.WriteString("  rests        proved: it takes finitely many transitions without an event after each event\n")
		}
	case Refuted:
		b.WriteString("  rests        refuted: it can take transitions without an event forever\n")
	case Unknown:
		b.WriteString("  rests        unknown\n")
	}
	if e := r.Bound.Expr; e != nil {
		between := ""
		if r.Machine.Reactive() {
			between = " between environment events"
		}
		status := string(r.Bound.Status)
		if r.Bound.UnlessOverflow {
			status = unlessOverflow
		}
		fmt.Fprintf(&b, "  bound        %s%s: %s%s\n", counting(e), between, status, r.tightness())
		if r.Bound.Potential != nil {
			fmt.Fprintf(&b, "               by a function other than the progress function: %s\n", strings.Replace(more, "lists them", "shows it", 1))
		}
	} else if d := r.Bound.Decides; d != nil {
		e := r.Machine.Events[d.Event]
		fmt.Fprintf(&b, "  bound        none in the parameters: %s.%s decides the length of runs\n", e.Name, e.Fields[d.Field].Name)
	} else if x := r.Bound.Found; x != nil {
		fmt.Fprintf(&b, "  bound        none claimed; it settles within %s: claim it with `bound: %s`\n", counting(x), expr.PrintNumber(x, expr.Spec))
	} else {
		b.WriteString("  bound        none claimed, none found\n")
	}
	r.counting(&b)
	r.timing(&b)
	for _, c := range TimeClaims(r) {
		c.summary(r.Machine, &b)
	}
	r.ending(&b)
	if text := r.possible(); text != "" {
		fmt.Fprintf(&b, "  possible     %s\n", text)
	}
	count := map[Status]int{}
	for _, o := range r.Obligations {
		count[o.Status]++
	}
	fmt.Fprintf(&b, "  obligations  %d proved, %d refuted, %d unknown\n", count[Proved], count[Refuted], count[Unknown])
	if text := r.explored(); text != "" {
		fmt.Fprintf(&b, "  explored     %s\n", text)
	}
	if r.OutOfMemory {
		b.WriteString("  exploration  cut short by the memory limit: a higher limit may decide what is unknown\n")
	}
	if r.OutOfWork {
		fmt.Fprintf(&b, "  exploration  cut short at %d configurations, because events can arrive in too many ways\n", r.configs())
	}
	if text := r.gaveUp(); text != "" {
		fmt.Fprintf(&b, "  gave up      %s\n", text)
	}
	r.inferred(&b)
	if n := len(r.Overlaps); n > 0 {
		fmt.Fprintf(&b, "  order        decides between %s: %s\n", counted(n, "pair of alternatives", "pairs of alternatives"), more)
	}
	return b.String()
}

// found lists the progress function that was found, if there is one, in the form of the `progress:` section of a spec.
func (r *Report) found() string {
	var b strings.Builder
	if r.Synthesized != nil {
		use := "found; to add to the spec:"
		switch {
		case search.Divided(r.Synthesized):
			use = "found; it depends on conditions, which a spec cannot express:"
		case counts(r.Machine, r.Synthesized) && !r.declarable():
			use = "found; it uses bools and enum values as numbers from 0, which a spec cannot express:"
		case counts(r.Machine, r.Synthesized) && r.Mathematical:
			use = "found; to add to the spec, if its values fit in Go's int:"
		case r.Mathematical:
			use = "found; it can overflow Go's int, so the spec can declare it only if its variables have a `max`:"
		}
		fmt.Fprintf(&b, "  progress     %s\n%s", use, progressYAML(r.Machine, r.Synthesized))
	}
	return b.String()
}

// open reports whether something is unknown.
func (r *Report) open() bool {
	return r.Termination == Unknown || slices.ContainsFunc(TimeClaims(r), func(c *TimeClaim) bool { return c.Status == Unknown }) || r.Bound.Expr != nil && r.Bound.Status == Unknown || r.Rest.Status == Unknown ||
		slices.ContainsFunc(r.Obligations, func(o Obligation) bool { return o.Status == Unknown })
}

// explored says for which parameters runs were looked at, if something is unknown.
func (r *Report) explored() string {
	t := &r.Tried
	if !r.open() || len(r.Machine.Params) == 0 && t.Extreme == 0 {
		return ""
	}
	parts := []string{counted(len(r.Explored)-t.Constants, "choice of small parameters", "choices of small parameters")}
	if t.Constants > 0 {
		parts = append(parts, fmt.Sprintf("%d at constants of the spec", t.Constants))
	}
	if t.Random > 0 {
		parts = append(parts, fmt.Sprintf("%d at random (seed %d)", t.Random, t.Seed))
	}
	if t.Extreme > 0 {
		parts = append(parts, fmt.Sprintf("%d at the ends of Go's int", t.Extreme))
	}
	return strings.Join(parts, ", ")
}

// gaveUp says where searches reached their limits, if something is unknown.
func (r *Report) gaveUp() string {
	if len(r.GaveUp) == 0 || !r.open() {
		return ""
	}
	if r.Effort == HighEffort {
		return strings.Join(r.GaveUp, ", ") + ": fewer alternatives or declared invariants help"
	}
	return strings.Join(r.GaveUp, ", ") + ": --effort high searches longer; fewer alternatives or declared invariants help, too"
}

// counting writes a number of transitions.
func counting(x expr.Expr) string {
	if lit, ok := x.(*expr.Lit); ok && lit.Value == 1 {
		return "1 transition"
	}
	return expr.PrintNumber(x, expr.Spec) + " transitions"
}

// configs returns the number of configurations that were explored.
func (r *Report) configs() (n int) {
	for _, e := range r.Explored {
		n += e.Configs
	}
	return n
}

// inferred writes the facts that the spec does not declare, each with the states
// in which it holds, but not those about the progress of regions.
func (r *Report) inferred(b *strings.Builder) {
	var texts []string
	states := map[string][]string{}
	for _, i := range r.Inferred {
		if i.region(r.Machine) != nil {
			continue
		}
		text := expr.Print(i.Expr, expr.Spec)
		if _, ok := states[text]; !ok {
			texts = append(texts, text)
		}
		states[text] = append(states[text], r.Machine.States[i.State].Name)
	}
	head := "inferred     "
	for _, text := range texts {
		fmt.Fprintf(b, "  %s%s in %s\n", head, text, strings.Join(states[text], ", "))
		head = strings.Repeat(" ", len(head))
	}
}

// counted returns a number with a noun.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Order lists the pairs of alternatives whose order decides: both conditions, and values for which both hold.
// It returns "" if there are none.
func (r *Report) Order() string {
	if len(r.Overlaps) == 0 {
		return ""
	}
	var b strings.Builder
	m := r.Machine
	b.WriteString("  order decides, because both conditions can hold:\n")
	for i := range r.Overlaps {
		o := &r.Overlaps[i]
		t, u := &m.Transitions[o.First], &m.Transitions[o.Second]
		fmt.Fprintf(&b, "    %s, %s: `%s` before `%s`, for example with %s", m.States[t.From].Name, m.Trigger(t),
			remark.Condition(t), remark.Condition(u), o.example(m))
		if o.Run == nil {
			b.WriteString(" (not reached in exploration)")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Potential lists the function that proves the bound in the form of the `progress:` section of a spec, if that is not the
// progress function. It returns "" otherwise.
func (r *Report) Potential() string {
	if r.Bound.Potential == nil {
		return ""
	}
	return "  bound        by this function:\n" + progressYAML(r.Machine, scalar(r.Bound.Potential))
}

// slack describes how far the longest run stays below a bound that is proved but not
// tight, for the largest parameters explored.
func (r *Report) slack() string {
	worst := r.Bound.Worst
	if r.Bound.Status != Proved || worst == nil {
		return ""
	}
	limit, err := expr.Eval(r.Bound.Expr, concrete.Env(r.Machine, worst.Params, nil))
	if err != nil || limit <= worst.Length(r.Machine) {
		return ", reached for some of the parameter choices explored"
	}
	text := fmt.Sprintf(", not reached: the longest run takes %d of %d", worst.Length(r.Machine), limit)
	if p := Params(r.Machine, worst.Params); p != "" {
		text += " with " + p
	}
	return text
}

// tightness describes whether runs reach the bound, and whether that is proved.
func (r *Report) tightness() string {
	b := &r.Bound
	switch {
	case b.Status != Proved:
		return ""
	case b.Attained && b.Lower != nil && len(b.Lower.Given) > 0:
		return ", tight if " + b.Lower.given()
	case b.Attained:
		return ", tight: some run takes that many"
	case b.Tight && len(r.Machine.Params) == 0 && slices.ContainsFunc(r.Machine.Invocations, func(v core.Invocation) bool { return v.Cost != nil }):
		return ", reached if each child machine takes as many as its bound"
	case b.Tight && len(r.Machine.Params) == 0:
		return ", reached by a run that was explored"
	case b.Tight:
		return fmt.Sprintf(", reached for each of the %d parameter choices explored", len(r.Explored))
	case b.Lower != nil:
		return r.slack() + "; some run takes at least " + expr.PrintNumber(b.Lower.Expr, expr.Spec)
	}
	return r.slack()
}
