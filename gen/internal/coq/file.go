package coq

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

//go:embed checker.v
var checker string

//go:embed runs.v
var runs string

// File returns the Coq file for a machine of which the report proves that it ends, or settles. The error says why there
// is none: the report proves neither, or no certificate was found for a statement of the file.
func File(ctx context.Context, r *verify.Report) ([]byte, error) {
	w, err := newWriter(ctx, r)
	if err != nil {
		return nil, err
	}
	return w.file()
}

func newWriter(ctx context.Context, r *verify.Report) (*writer, error) {
	switch {
	case r.Termination == verify.Refuted:
		return nil, errors.New("a run never ends, so there is nothing to prove: run `fsmgen verify` to see it")
	case r.Termination != verify.Proved && !r.UnlessOverflow:
		return nil, errors.New("it is not proved that the machine ends: run `fsmgen verify` to see what is missing")
	}
	w := &writer{definitions: define(r), report: r, prover: verify.NewProver(ctx)}
	m := w.m
	for i, f := range r.Facts {
		w.facts = append(w.facts, fact{f, fmt.Sprintf("fact_%d", i+1)})
	}
	switch {
	case r.Bound.Status == verify.Proved || r.Bound.UnlessOverflow:
		w.limited = r.Bound.Expr
	case m.Rank == 1:
		w.limited = r.Bound.Found
	}
	if m.Rank > 1 && w.limited != nil {
		if w.levels = w.ascending(); w.levels == nil {
			w.limited = nil
		}
	}
	return w, nil
}

// writer states the theorems about a machine that is defined, and proves them.
type writer struct {
	*definitions
	report  *verify.Report
	prover  *verify.Prover
	facts   []fact
	limited expr.Expr
	levels  []verify.Level
	// lacking names what could not be proved.
	lacking []string
	// concluded are the names of the theorems.
	concluded []string
}

func (w *definitions) line(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n", args...) }

// lack notes that there is no certificate for a statement.
func (w *writer) lack(about string) { w.lacking = append(w.lacking, about) }

// picks returns the enums of the case expressions of a machine.
func picks(m *core.Machine) map[*expr.Enum]bool {
	out := map[*expr.Enum]bool{}
	m.Expressions(func(e expr.Expr) {
		expr.Walk(e, func(e expr.Expr) {
			if c, ok := e.(*expr.Case); ok && c.Of.Type().Kind == expr.Enumerated {
				out[c.Of.Type().Enum] = true
			}
		})
	})
	return out
}

// file writes the whole file.
func (w *writer) file() ([]byte, error) {
	body := w.machine()
	if len(w.lacking) > 0 {
		return nil, fmt.Errorf("the prover finds no certificate for %d statements of the Coq file; the first is about %s. "+
			"Declare ranges, invariants, or a progress function, so that less must be found", len(w.lacking), w.lacking[0])
	}
	return []byte(w.head() + "\n" + library + "\n" + body), nil
}

// opening makes names of the standard library known.
const opening = `Require Import ZArith List Bool Lia.
Import ListNotations.
Local Open Scope Z_scope.
`

// strategy lets the kernel unfold arithmetic last: statements are compared by their operators, and not by how these compute.
const strategy = "Strategy opaque [Z.add Z.sub Z.mul Z.leb Z.ltb Z.eqb Z.max Z.min Z.quot Z.rem Z.b2z andb orb negb].\n"

// library is the part that is the same in each file.
var library = opening + "\n" + checker + "\n" + runs

// machine writes the machine, and what is proved of it.
func (w *writer) machine() string {
	w.line("(* The machine. *)\n")
	w.enumerations()
	w.records()
	var list []string
	for _, c := range w.valid {
		list = append(list, c.native)
	}
	w.line("\n(* Valid parameters: the machine can be created with them. *)")
	w.line("Definition valid (P : params) : Prop := %s.\n", conjunction(list))
	w.guards()
	w.stores()
	w.relations()
	w.line("\n(* What is proved of values, and the progress function. *)\n")
	w.invariant()
	w.progress()
	w.line("\n(* The proofs: each certificate is checked by computation. *)\n\nImport Certificate.\n" + strategy)
	w.proofs()
	w.theorems()
	var texts strings.Builder
	for i := range w.texts {
		fmt.Fprintf(&texts, "Definition text_%d : Z := %d.\n", i, i)
	}
	return texts.String() + w.b.String()
}
