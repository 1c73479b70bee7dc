package negotiation_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/fsmgen/fsmgen/machines/negotiation"
)

// A buyer who concedes in equal steps meets a seller who answers in kind.
func Example() {
	bargain := negotiation.Bargain{
		Buyer:    negotiation.Side{Limit: 120, Strategy: negotiation.Linear(60)},
		Seller:   negotiation.Side{Limit: 90, Strategy: negotiation.TitForTat(130)},
		MaxTurns: 7,
		Patience: time.Minute,
	}
	result, err := bargain.Play(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range result.Moves {
		fmt.Printf("turn %d  %-6v %v", s.Turn, s.By, s.Move.Action)
		if s.Move.Action == negotiation.ActionOffer {
			fmt.Printf(" %g", s.Move.Price)
		}
		fmt.Println()
	}
	fmt.Printf("%v at %g, in turn %d of at most %d\n", result.Outcome, result.Price, result.Turns, bargain.MaxTurns)

	// Output:
	// turn 1  Buyer  offers 60
	// turn 1  Seller offers 130
	// turn 2  Buyer  offers 70
	// turn 2  Seller offers 120
	// turn 3  Buyer  offers 80
	// turn 3  Seller offers 110
	// turn 4  Buyer  offers 90
	// turn 4  Seller offers 100
	// turn 5  Buyer  accepts
	// agreed at 100, in turn 5 of at most 7
}

// Whether an agreement is possible at all is known before anybody speaks.
func ExampleBargain_Play_noOverlap() {
	result, err := negotiation.Bargain{
		Buyer:    negotiation.Side{Limit: 50, Strategy: negotiation.Linear(30)},
		Seller:   negotiation.Side{Limit: 100, Strategy: negotiation.Linear(120)},
		MaxTurns: 10,
		Patience: time.Minute,
	}.Play(context.Background())
	fmt.Println(result.Outcome, result.Reason, result.Turns, err)
	// Output: failed NoOverlap 0 <nil>
}
