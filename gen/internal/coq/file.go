package coq

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/verify"
)

//go:embed checker.v
var checker string

//go:embed runs.v
var runs string

//go:embed time.v
var clocks string

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
	w := &writer{defs: define(r), report: r, prover: verify.NewProver(ctx)}
	m := w.defs.translation.m
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
var library = opening + "\n" + checker + "\n" + runs + "\n" + clocks

// machine writes the machine, and what is proved of it.
func (w *writer) machine() string {
	w.defs.line("(* The machine. *)\n")
	w.defs.enumerations()
	w.defs.records()
	var list []string
	for _, c := range w.defs.valid {
		list = append(list, c.native)
	}
	w.defs.line("\n(* Valid parameters: the machine can be created with them. *)")
	w.defs.line("Definition valid (P : params) : Prop := %s.\n", conjunction(list))
	w.defs.guards()
	w.defs.stores()
	w.defs.relations()
	w.defs.line("\n(* What is proved of values, and the progress function. *)\n")
	w.invariant()
	w.progress()
	w.defs.line("\n(* The proofs: each certificate is checked by computation. *)\n\nImport Certificate.\n" + strategy)
	w.proofs()
	w.theorems()
	var texts strings.Builder
	for i := range w.defs.translation.texts {
		fmt.Fprintf(&texts, "Definition text_%d : Z := %d.\n", i, i)
	}
	return texts.String() + w.defs.b.String()
}
