package solve

import "github.com/fsmgen/fsmgen/verify/certificate"

const (
	// totalWork limits the work of all searches of a verification, in operations on
	// coefficients. It takes about five seconds.
	totalWork = 300_000_000
	// fairShare is the part of what is left that one search may use at most. As long as
	// more than DefaultLimit*fairShare is left, this is no restriction. After that, hard
	// problems get less and less, so that enough is left for easy ones.
	fairShare = 500
	// tableShare is the same for a proof in the cases of a table, of which there are not
	// many, and tableWork the factor by which its work limit is higher.
	tableShare = 50
	tableWork  = 10
	// atomWork is the work to prepare an atom of the hypotheses and to replay a proof.
	atomWork = 100
)

// budget is the work that is left for all searches of a verification. It counts work, not
// time, so the same machine always has the same result.
type budget struct {
	left int
	// cuts counts the searches that were refused, or failed with less than they asked for.
	cuts int
	// whole is the budget of which this one is a part, or nil.
	whole *budget
}

// allow returns the limit for a search that asks for the given one and may use a share of
// what is left, and takes off the work to prepare it. It returns 0 if nothing is left.
func (b *budget) allow(hypotheses []certificate.Formula, limit, share int) int {
	b.spend(atomWork*atoms(hypotheses), false)
	allowed := max(min(limit, b.left/share), 0)
	b.spend(0, allowed == 0)
	return allowed
}

// spend takes off work. cut means that a search needed more than it was allowed.
func (b *budget) spend(work int, cut bool) {
	for ; b != nil; b = b.whole {
		b.left -= work
		if cut {
			b.cuts++
		}
	}
}

// spent reports whether nothing is left.
func (b *budget) spent() bool {
	none := b.left < fairShare
	b.spend(0, none)
	return none
}

// atoms counts the inequalities and equalities of formulas.
func atoms(formulas []certificate.Formula) (n int) {
	for i := range formulas {
		if f := &formulas[i]; len(f.Parts) > 0 {
			n += atoms(f.Parts)
		} else {
			n++
		}
	}
	return n
}
