package main

import (
	"math"
	"math/rand/v2"

	"github.com/fsmgen/fsmgen/machines/negotiation"
)

// valuation holds the limits and the opening prices of the two parties, in dollars and whole cents.
type valuation struct {
	most    float64 // the highest price that the buyer takes
	least   float64 // the lowest price that the seller takes
	bid     float64 // the opening of the buyer
	request float64 // the opening of the seller
}

// valuations returns n random valuations, the same ones for the same seed. Both
// limits are between $50 and $150, independently of each other, so about half
// of the valuations have no overlap. A buyer opens 20 to 60 % below its limit,
// a seller 20 to 60 % above.
func valuations(seed uint64, n int) []valuation {
	random := rand.New(rand.NewPCG(seed, 0))
	all := make([]valuation, n)
	for i := range all {
		v := &all[i]
		v.most = cents(50 + 100*random.Float64())
		v.least = cents(50 + 100*random.Float64())
		v.bid = cents(v.most * (0.8 - 0.4*random.Float64()))
		v.request = cents(v.least * (1.2 + 0.4*random.Float64()))
	}
	return all
}

// cents rounds a price to whole cents.
func cents(price float64) float64 { return math.Round(price*100) / 100 }

// entrant is a strategy of the tournament, for either party.
type entrant struct {
	name string
	make func(opening float64) negotiation.Strategy
}

// patientTurns is the number of identical offers after which an impatient party leaves.
const patientTurns = 3

func entrants() []entrant {
	return []entrant{
		{"linear", negotiation.Linear},
		{"boulware", negotiation.Boulware},
		{"conceder", negotiation.Conceder},
		{"tit-for-tat", negotiation.TitForTat},
		{"impatient", func(opening float64) negotiation.Strategy {
			return negotiation.Impatient(negotiation.Linear(opening), patientTurns)
		}},
	}
}

// bargain returns the negotiation of two strategies about a valuation.
func (v valuation) bargain(buyer, seller entrant, turns int) negotiation.Bargain {
	return negotiation.Bargain{
		Buyer:    negotiation.Side{Limit: v.most, Strategy: buyer.make(v.bid)},
		Seller:   negotiation.Side{Limit: v.least, Strategy: seller.make(v.request)},
		MaxTurns: turns,
		Patience: patience,
	}
}
