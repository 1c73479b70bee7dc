package fallback_test

import (
	"fmt"
	"log"

	"github.com/fsmgen/fsmgen/machines/fallback"
)

// One request and three providers: the first is busy, also when asked again,
// the second does not know the model, and the third answers.
func Example() {
	providers := []func(*fallback.Request) (*fallback.Response, error){
		func(*fallback.Request) (*fallback.Response, error) {
			return nil, &fallback.StatusError{Status: 429, Message: "slow down"}
		},
		func(*fallback.Request) (*fallback.Response, error) {
			return nil, &fallback.StatusError{Status: 404, Message: "no such model"}
		},
		func(r *fallback.Request) (*fallback.Response, error) {
			return &fallback.Response{Status: 200, Body: []byte("Hello from " + r.Model)}, nil
		},
	}
	request := &fallback.Request{Model: "small-1", Body: []byte(`{"model":"small-1","messages":[]}`)}

	params := fallback.Params{Providers: len(providers), MaxRetries: 1}
	m, err := fallback.New(params)
	if err != nil {
		log.Fatal(err)
	}

	transitions := 0
	for !m.State().Terminal() {
		fmt.Printf("%2d  %v\n", m.Progress(), m)
		var err error
		switch m.State() {
		case fallback.StateIdle:
			err = m.RequestReceived(request)
		case fallback.StateSelecting:
			err = m.Select()
		case fallback.StateAttempting:
			number := params.Providers - m.Remaining() - 1
			response, failure := providers[number](request)
			if failure == nil {
				err = m.Success(response)
			} else {
				err = m.Failure(fallback.Classify(failure), failure)
			}
		case fallback.StateRetrying:
			err = m.RetryReady() // a real driver waits first
		}
		if err != nil {
			log.Fatal(err)
		}
		transitions++
	}
	fmt.Printf("%2d  %v\n", m.Progress(), m)

	if response, ok := m.Response(); ok {
		fmt.Printf("%s\n", response.Body)
	}
	fmt.Printf("%d transitions of at most %d\n", transitions, params.MaxTransitions())

	// Output:
	// 17  Idle remaining=3 retries=0
	// 16  Selecting remaining=3 retries=0
	// 15  Attempting remaining=2 retries=0
	// 14  Retrying remaining=2 retries=0
	// 13  Attempting remaining=2 retries=1
	// 12  Retrying remaining=2 retries=1
	// 11  Selecting remaining=2 retries=1
	// 10  Attempting remaining=1 retries=0
	//  6  Selecting remaining=1 retries=0
	//  5  Attempting remaining=0 retries=0
	//  0  Succeeded remaining=0 retries=0
	// Hello from small-1
	// 10 transitions of at most 17
}
