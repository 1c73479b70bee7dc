package cpf

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// The names of the location of the start, and of the largest int. No name of a spec has a dot.
const (
	start = "the.start"
	word  = "int.max"
)

// File returns the certificate for a machine of which the report proves that it ends, and remarks on what CeTA may not
// follow. The error says why there is none.
func File(ctx context.Context, r *verify.Report) (data []byte, remarks []string, err error) {
	switch {
	case r.Machine.Reactive():
		return nil, nil, errors.New("CPF can only state that a machine ends, but this one has environment events and need not end. " +
			"`fsmgen export --format coq` states that it settles")
	case r.Termination == verify.Refuted:
		return nil, nil, errors.New("a run never ends, and CPF 3 has no element for that: run `fsmgen verify` to see the run")
	case r.Termination != verify.Proved && !r.UnlessOverflow:
		return nil, nil, errors.New("it is not proved that the machine ends: run `fsmgen verify` to see what is missing")
	}
	w := &writer{m: r.Ranked(), report: r, prover: verify.NewProver(ctx)}
	w.locations()
	w.transitions()
	if w.lacking != "" {
		return nil, nil, errors.New(w.lacking)
	}
	if w.products > 0 {
		remarks = append(remarks, fmt.Sprintf("CeTA may not follow %d of %d steps of the proof, which multiply facts: its arithmetic is linear", w.products, w.steps))
	}
	return w.file(), remarks, nil
}

type writer struct {
	m      *core.Machine
	report *verify.Report
	prover *verify.Prover
	texts  []string
	// values are the expressions that have variables of the system, as text.
	values []string
	// inputs is the largest number of inputs of a transition.
	inputs int
	places []location
	edges  []edge
	// steps is the number of claims that CeTA must check, and products the number of those with a nonlinear certificate.
	steps, products int
	// lacking says what cannot be written or proved, or is "".
	lacking string
	// components has the number of the component of each state.
	components []int
}

// location is a state with its invariant and its ranks.
type location struct {
	*scene
	name      string
	invariant []certificate.Formula
	rank      []certificate.Poly
}

// edge is a transition of the system.
type edge struct {
	*scene
	id, from, to string
	// source and target are states; source is -1 for the start.
	source, target int
}

func (w *writer) lack(format string, args ...any) {
	if w.lacking == "" {
		w.lacking = fmt.Sprintf(format, args...)
	}
}

func (w *writer) param(i int) string { return "param." + w.m.Params[i].Name }

// name is the name of a variable.
func (w *writer) name(i int) string {
	v := &w.m.Vars[i]
	if v.State >= 0 {
		return "var." + w.m.States[v.State].Name + "." + v.Name
	}
	return "var." + v.Name
}

// text returns the number of a string constant.
func (w *writer) text(s string) int64 {
	i := slices.Index(w.texts, s)
	if i < 0 {
		i = len(w.texts)
		w.texts = append(w.texts, s)
	}
	return int64(i)
}

// value is the name of the variable for an expression.
func (w *writer) value(text string) string {
	i := slices.Index(w.values, text)
	if i < 0 {
		i = len(w.values)
		w.values = append(w.values, text)
	}
	return fmt.Sprintf("value.%d", i+1)
}

// variables lists all variables of the system, except inputs.
func (w *writer) variables() []string {
	out := []string{word}
	for i, p := range w.m.Params {
		if p.Type.Scalar() {
			out = append(out, w.param(i))
		}
	}
	for i, v := range w.m.Vars {
		if v.Type.Scalar() {
			out = append(out, w.name(i))
		}
	}
	return out
}

// valid lists what is known of parameters.
func (s *scene) valid() (out []certificate.Formula) {
	m := s.w.m
	out = append(out, atLeast(s.variable(word), constant(m.MaxInt())))
	for i, p := range m.Params {
		if !p.Type.Scalar() {
			continue
		}
		v := s.variable(s.w.param(i))
		out = append(out, s.typed(v, p.Type, true)...)
		if p.Min != nil {
			out = append(out, atLeast(v, s.value(p.Min)))
		}
		if p.Max != nil {
			out = append(out, atLeast(s.value(p.Max), v))
		}
	}
	if limit := obligation.Limit(s.w.report.Machine); limit != nil {
		out = append(out, s.fits(s.value(limit)))
	}
	return out
}

// claims lists what holds of configurations in a state: the types, and the facts of the report. value gives the values of
// variables.
func (s *scene) claims(state int, value func(v int) certificate.Poly, update func(*expr.Symbol) expr.Expr) (out []certificate.Formula) {
	m := s.w.m
	for i, v := range m.Vars {
		if v.Type.Scalar() {
			out = append(out, s.typed(value(i), v.Type, false)...)
		}
	}
	for _, f := range s.w.report.Facts {
		about := -1
		if f.Var >= 0 {
			about = m.Vars[f.Var].State
		} else {
			about = m.Invariants[f.Invariant].State
		}
		if about >= 0 && about != state {
			continue
		}
		if f.Var < 0 {
			out = append(out, s.formula(expr.Substitute(m.Invariants[f.Invariant].Expr, update)))
			continue
		}
		switch v := &m.Vars[f.Var]; f.Side {
		case verify.AtLeastMin:
			out = append(out, atLeast(value(f.Var), s.value(v.Min)))
		case verify.AtMostMax:
			out = append(out, atLeast(s.value(v.Max), value(f.Var)))
		default:
			out = append(out, s.fits(value(f.Var)))
		}
	}
	return out
}

// at returns what is known of configurations in a state: valid parameters, the types, the facts of the report, and the
// definitions of the expressions that these and the ranks contain.
func (s *scene) at(state int) (list []certificate.Formula, rank []certificate.Poly) {
	s.still = true
	list = append(s.valid(), s.claims(state, func(v int) certificate.Poly { return s.variable(s.w.name(v)) }, func(*expr.Symbol) expr.Expr { return nil })...)
	for _, x := range s.w.m.States[state].Progress {
		rank = append(rank, s.value(x))
	}
	list = append(list, s.facts...)
	s.facts, s.still = nil, false
	return list, rank
}

// locations writes the invariant and the ranks of each state.
func (w *writer) locations() {
	for i := range w.m.States {
		s := w.scene()
		l := location{scene: s, name: w.m.States[i].Name}
		l.invariant, l.rank = s.at(i)
		for k := range l.rank {
			l.rank[k] = l.rank[k].Add(constant(1))
		}
		w.places = append(w.places, l)
	}
}
