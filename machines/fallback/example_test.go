package fallback_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// One request and three providers: the first is busy, also when asked again,
// the second cannot read images, and the third answers.
func ExampleChain() {
	chain, err := fallback.NewChain([]fallback.Provider{
		{Name: "busy", Ask: func(context.Context, *fallback.Request) (*fallback.Response, error) {
			return nil, &fallback.StatusError{Status: 429, Message: "slow down"}
		}},
		{Name: "blind", Limits: fallback.Limits{NoVision: true}, Ask: nobody},
		{Name: "steady", Ask: func(_ context.Context, r *fallback.Request) (*fallback.Response, error) {
			return &fallback.Response{Status: 200, Body: []byte("Hello from " + r.Model)}, nil
		}},
	}, fallback.Settings{
		Active:     "busy",
		Fallback:   []string{"blind", "steady"},
		MaxRetries: 1,
		Backoff:    fallback.Backoff{Min: time.Millisecond, Max: time.Second},
	})
	if err != nil {
		log.Fatal(err)
	}
	request := &fallback.Request{Model: "small-1", Needs: fallback.Needs{Vision: true}}
	answer, err := chain.Do(context.Background(), request, func(o fallback.Observation) {
		fmt.Printf("%2d  %-10v --%v--> %v\n", o.After, o.From, o.Event, o.To)
		if o.Failure != nil {
			fmt.Println("      ", o.Failure)
		}
		if o.Skipped != nil {
			fmt.Println("      ", o.Skipped)
		}
		if o.Switched != nil {
			fmt.Println("      ", "switched from", o.Switched.From, "to", o.Switched.To)
		}
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s, at %v\n", answer.Response.Body, answer.Position)
	fmt.Println("the next run begins at", chain.Position())

	// Output:
	// 16  Idle       --RequestReceived--> Selecting
	// 15  Selecting  --Select--> Attempting
	// 14  Attempting --Failure--> Retrying
	//        busy: status 429 Too Many Requests: slow down (Transient, rate_limit)
	// 13  Retrying   --RetryReady--> Attempting
	// 12  Attempting --Failure--> Retrying
	//        busy: status 429 Too Many Requests: slow down (Transient, rate_limit)
	// 11  Retrying   --RetryReady--> Selecting
	//  6  Selecting  --Select--> Selecting
	//        blind is unsuitable: it lacks vision
	//  5  Selecting  --Select--> Attempting
	//        switched from busy to steady
	//  0  Attempting --Success--> Succeeded
	// Hello from small-1, at steady (fallback #2)
	// the next run begins at steady (fallback #2)
}

func nobody(context.Context, *fallback.Request) (*fallback.Response, error) {
	panic("nobody asks")
}
