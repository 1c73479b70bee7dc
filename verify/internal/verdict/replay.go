package verdict

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// judge holds what has been decided about a machine so far.
type judge struct {
	machine, ranked *core.Machine
	theory          *encode.Theory
	// facts are the proved claims.
	facts map[encode.Claim]bool
	// last caches the theory used last, because most proofs assume the same claims: those asked for.
	last  *encode.Theory
	asked []encode.Claim
}

// assuming returns the theory that assumes the given claims. It assumes none if one is not well formed, because that alone
// could be encoded as facts that are false; no proof needs such a claim.
func (j *judge) assuming(claims []encode.Claim) *encode.Theory {
	if j.last == nil || !slices.Equal(j.asked, claims) {
		j.asked = claims
		if !assumable(j.machine, claims) {
			claims = nil
		}
		j.last = j.theory.Assuming(claims)
	}
	return j.last
}

// assumable reports whether all claims are well formed.
func assumable(m *core.Machine, claims []encode.Claim) bool {
	return !slices.ContainsFunc(claims, func(c encode.Claim) bool { return !claimed(m, c) })
}

// holds reports whether the evidence proves an obligation.
func (j *judge) holds(o obligation.Obligation, e Evidence) bool {
	if len(e.Proofs) == 0 {
		return false
	}
	problems := j.assuming(e.Assumed).Problems(j.ranked, o)
	if len(problems) == 0 || len(problems) != len(e.Proofs) {
		return false
	}
	for i, p := range problems {
		if !j.proved(p, e.Proofs[i]) {
			return false
		}
	}
	return true
}

// proved reports whether a proof is valid for a problem and uses no claims but facts.
func (j *judge) proved(p encode.Problem, proof *certificate.Proof) bool {
	return replayed(p, proof) && !slices.ContainsFunc(p.Uses(proof), func(c encode.Claim) bool { return !j.facts[c] })
}

// replayed reports whether a proof is valid for a problem.
func replayed(p encode.Problem, proof *certificate.Proof) bool {
	return proof != nil && certificate.Replay(p.Negated(), proof) == nil
}
