package diff

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// verdicts compares the verdicts. The verdict on a kind of obligations is the worst of
// their statuses; obligations on the bound are the verdict on the bound. Overlapping
// alternatives are not findings and do not count.
func (pf proofs) verdicts() {
	if pf.c.old.Report == nil || pf.c.new.Report == nil {
		return
	}
	a, b := pf.c.old.Report, pf.c.new.Report
	pf.c.record.d.asks = map[string]string{}
	add := func(what string, old, new verify.Status, where string, at spot) {
		good := func(s verify.Status) bool { return s == verify.Proved || s == none }
		if old == new || good(old) && good(new) {
			return
		}
		pf.c.record.d.Verdicts = append(pf.c.record.d.Verdicts, Verdict{What: what, Old: old, New: new, Where: where})
		if !good(old) || good(new) || what == string(obligation.Possible) || what == "within" || what == string(obligation.Cost) {
			return // these are reported by claim
		}
		code := ProofLost
		switch what {
		case "termination", "rest":
			code = TerminationLost
		case "bound":
			code = BoundLost
		}
		text := string(old) + " → " + string(new)
		if where != "" {
			text += ": " + where
		}
		pf.c.record.d.Breaking = append(pf.c.record.d.Breaking, Breaking{Code: code, Subject: what, Text: text}.at(at))
	}
	add("termination", a.Termination, b.Termination, "", machineSpot(pf.c.b))
	add("rest", restStatus(a), restStatus(b), "", machineSpot(pf.c.b))
	add("bound", boundStatus(&a.Bound), boundStatus(&b.Bound), "", bounded(pf.c.b))
	add("within", claimStatus(a), claimStatus(b), "", machineSpot(pf.c.b))
	for _, k := range obligation.Kinds() {
		if k == obligation.Bound {
			continue
		}
		old, whereOld := worst(a, k)
		new, whereNew := worst(b, k)
		where := whereNew
		if new == verify.Proved || new == none {
			where = whereOld
		}
		add(string(k), old, new, where, doubted(b, k, new))
		pf.c.record.d.asks[string(k)] = k.Asks(pf.c.b)
	}
}

// restStatus returns the verdict on whether the machine comes to rest, or none if it has no transitions without an event.
func restStatus(r *verify.Report) verify.Status {
	if r.Rest.Status == "" {
		return none
	}
	return r.Rest.Status
}

// worst returns the worst status among the obligations of a kind, and describes the first
// obligation with that status.
func worst(r *verify.Report, k verify.Kind) (verify.Status, string) {
	badness := map[verify.Status]int{none: 0, verify.Proved: 1, verify.Unknown: 2, verify.Refuted: 3}
	status, where, more := none, "", 0
	for i := range r.Obligations {
		o := &r.Obligations[i]
		if o.Kind != k || badness[o.Status] < badness[status] {
			continue
		}
		if o.Status != status {
			status, where, more = o.Status, about(r.Machine, o), 0
		} else if text := about(r.Machine, o); text != where {
			more++
		}
	}
	if more > 0 {
		where += fmt.Sprintf(" and %d more", more)
	}
	return status, where
}

// about names the part of the machine that an obligation is about.
func about(m *core.Machine, o *verify.Obligation) string {
	var parts []string
	if o.Invariant >= 0 {
		parts = append(parts, written(m.Invariants[o.Invariant].Expr))
	}
	if o.Var >= 0 {
		_, name := varName(m, o.Var)
		parts = append(parts, name)
	}
	switch {
	case o.Kind == obligation.Possible:
		parts = append(parts, claim(&m.Goals[o.Goal]))
	case o.Kind == obligation.Cost:
		parts = append(parts, m.Costs[o.Cost].Name)
	case o.Transition >= 0:
		parts = append(parts, m.Label(o.Transition))
	case o.State >= 0 && o.Event >= 0:
		parts = append(parts, m.States[o.State].Name+", "+m.Events[o.Event].Name)
	case o.State >= 0:
		parts = append(parts, m.States[o.State].Name)
	}
	return strings.Join(parts, ", ")
}
