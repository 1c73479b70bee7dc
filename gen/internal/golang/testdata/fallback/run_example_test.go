package fallback

import (
	"context"
	"errors"
	"fmt"
)

// caller asks one provider after the other.
type caller struct {
	request   *Request
	providers []func(context.Context, *Request) (*Response, error)
}

var errBusy = errors.New("busy")

func (c *caller) Idle(_ context.Context, s InIdle) (AfterIdle, error) {
	return s.RequestReceived(c.request)
}

func (c *caller) Selecting(_ context.Context, s InSelecting) (AfterSelecting, error) {
	return s.Select()
}

func (c *caller) Attempting(ctx context.Context, s InAttempting) (AfterAttempting, error) {
	response, err := c.providers[len(c.providers)-1-s.Remaining()](ctx, c.request)
	switch {
	case err == nil:
		return s.Success(response)
	case ctx.Err() != nil:
		return s.Cancelled()
	case errors.Is(err, errBusy):
		return s.Failure(FailureClassTransient, err)
	}
	return s.Failure(FailureClassRecoverable, err)
}

func (c *caller) Retrying(_ context.Context, s InRetrying) (AfterRetrying, error) {
	fmt.Println("again, after", s.Retries(), "retries")
	return s.RetryReady()
}

func ExampleRun() {
	provider := func(name string, err error) func(context.Context, *Request) (*Response, error) {
		return func(_ context.Context, r *Request) (*Response, error) {
			fmt.Println("ask", name)
			return &Response{name + ": " + r.Prompt + "!"}, err
		}
	}
	c := &caller{&Request{"hello"}, []func(context.Context, *Request) (*Response, error){
		provider("first", errBusy), provider("second", nil),
	}}
	end, err := Run(context.Background(), Params{Providers: len(c.providers), MaxRetries: 1}, c)
	if err != nil {
		fmt.Println(err)
		return
	}
	switch s := end.(type) {
	case InSucceeded:
		fmt.Println(s.Response().Text)
	case InExhausted, InAborted:
		fmt.Println("no answer:", s.Outcome())
	}
	// Output:
	// ask first
	// again, after 0 retries
	// ask first
	// again, after 1 retries
	// ask second
	// second: hello!
}
