package verify_test

import (
	"math/big"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// charged starts the calls of a transition, or of the start if it is -1, with the values after it. It
// passes the arguments to each child machine, looks whether that accepts them, as is proved, and returns
// the sum of the bounds that can be computed.
func (w *witness) charged(transition int, s scene) int64 {
	list := w.m.Invoked()
	if transition >= 0 {
		list = w.m.Transitions[transition].Invokes
	}
	total, accepted := big.NewInt(0), true
	for _, i := range list {
		inv := &w.m.Invocations[i]
		var args []int64
		for _, x := range inv.Args {
			v := w.computed(w, x, s, transition)
			if v == nil {
				break
			}
			args = append(args, v.Int64())
		}
		child := w.m.Calls[inv.Call].Child
		if child == nil {
			continue
		}
		accepted = w.accepts(child, args, transition) && accepted
		if len(args) < len(inv.Args) {
			continue
		}
		if bound := w.computed(w.within(child), child.Bound, scene{params: args}, transition); bound != nil {
			total.Add(total, bound)
		}
	}
	// A child machine with other arguments than it accepts has no bound.
	if total.Sign() < 0 && accepted && w.proved(verify.KindChild, func(*verify.Obligation) bool { return true }) {
		w.fail("child machines take %v transitions with %v", total, s)
	}
	if !total.IsInt64() {
		return 0
	}
	return total.Int64()
}

// within returns a witness for the expressions of a child machine.
func (w *witness) within(child *core.Machine) *witness {
	return &witness{m: child, r: &verify.Report{}, texts: explore.Strings(child), width: w.width, bits: w.bits}
}

// computed returns a value that the program computes where calls start, or nil if it cannot be computed or does not
// fit, which is a fault if the opposite is proved.
func (w *witness) computed(in *witness, x expr.Expr, s scene, transition int) *big.Int {
	about := func(o *verify.Obligation) bool { return o.Transition == transition && o.State < 0 && o.Var < 0 }
	if !x.Type().Scalar() {
		return new(big.Int)
	}
	v, _, err := in.value(x, s)
	switch {
	case err != nil && w.proved(verify.KindDivide, about) || err == nil && !w.fits(v) && w.proved(verify.KindOverflow, about):
		w.fail("the calls of transition %d can start, but %s is %v (%v) with %v", transition, expr.Print(x, expr.Spec), v, err, s)
	}
	if err != nil || !w.fits(v) {
		return nil
	}
	return v
}

// accepts reports whether a child machine accepts parameters, of which the last ones may be missing. If it does not,
// although that is proved, it is a fault. A range depends only on those before it.
func (w *witness) accepts(child *core.Machine, args []int64, transition int) bool {
	about := func(o *verify.Obligation) bool { return o.Transition == transition }
	in, s := w.within(child), scene{params: args}
	good := true
	for i, p := range child.Params[:len(args)] {
		for k, end := range []expr.Expr{p.Min, p.Max} {
			if end == nil {
				continue
			}
			v := w.computed(in, end, s, transition)
			if v == nil {
				continue
			}
			if k == 0 && v.Cmp(big.NewInt(args[i])) > 0 || k == 1 && v.Cmp(big.NewInt(args[i])) < 0 {
				good = false
			}
		}
	}
	if !good && w.proved(verify.KindArguments, about) {
		w.fail("transition %d starts %s with %v", transition, child.Name, args)
	}
	return good
}

// length returns how many transitions a run takes after the last environment event, with those of the
// child machines, none of which takes fewer than 0, whatever its bound claims.
func (w *witness) length(run *trace.Run) int64 {
	quiet := *w
	quiet.r, quiet.all = &verify.Report{}, false
	n := max(0, quiet.charged(-1, scene{params: run.Params, vars: run.Start}))
	for _, s := range run.Steps {
		cost := max(0, quiet.charged(s.Transition, scene{params: run.Params, vars: s.After}))
		if n += 1 + cost; w.m.Events[w.m.Transitions[s.Transition].Event].Environment {
			n = cost
		}
	}
	return n
}
