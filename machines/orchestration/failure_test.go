package orchestration

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"
)

func TestClassify(t *testing.T) {
	for _, test := range []struct {
		err  error
		want FailureClass
	}{
		{context.DeadlineExceeded, FailureClassTimeout},
		{fmt.Errorf("call: %w", os.ErrDeadlineExceeded), FailureClassTimeout},
		{context.Canceled, FailureClassPermanent},
		{errors.New("any"), FailureClassPermanent},
		{fmt.Errorf("call: %w", &Failure{Class: FailureClassRateLimited, Err: errBoom}), FailureClassRateLimited},
	} {
		if got := Classify(test.err); got != test.want {
			t.Errorf("%v: %v, want %v", test.err, got, test.want)
		}
	}
	for status := range 1000 {
		want := FailureClassPermanent
		switch {
		case status == 408:
			want = FailureClassTimeout
		case status == 429:
			want = FailureClassRateLimited
		case status/100 == 4:
			want = FailureClassInvalid
		case status/100 == 5:
			want = FailureClassServerError
		}
		if got := Classify(fmt.Errorf("call: %w", &StatusError{Status: status})); got != want {
			t.Errorf("status %d: %v, want %v", status, got, want)
		}
	}
}

// TestTaxonomy checks that a question retries the classes that are transient and
// no others.
func TestTaxonomy(t *testing.T) {
	for class := FailureClassPermanent; class.Valid(); class++ {
		bubble(t, func(t *testing.T) {
			r := &recorder{t: t}
			first := ports{execute: fails(&Failure{Class: class, Err: errBoom})}.provider("first")
			_, err := Orchestrate(t.Context(), "one", DefaultConfig(), Providers{Preferred: first}, r)
			want := class == FailureClassTimeout || class == FailureClassServerError || class == FailureClassRateLimited
			if retried := err == nil; retried != want || transient(class) != want {
				t.Errorf("%v: %v", class, err)
			}
		})
	}
}

func TestFailureText(t *testing.T) {
	for _, test := range []struct{ err, want string }{
		{(&Failure{Class: FailureClassTimeout, Err: errBoom}).Error(), "boom (Timeout)"},
		{(&Failure{Class: FailureClassInvalid, Task: "a", Err: errInvalid}).Error(), `task "a": status 422: wrong (Invalid)`},
		{(&GapError{Gaps: []string{"a", "b"}}).Error(), "not met: a; b"},
		{(&AbortError{Diagnostics: Diagnostics{Reason: AbortReasonGapRemains}}).Error(), "orchestration: aborted: GapRemains"},
	} {
		if test.err != test.want {
			t.Errorf("%q, want %q", test.err, test.want)
		}
	}
}

// TestKnownFailure has ports that classify their errors themselves.
func TestKnownFailure(t *testing.T) {
	known := &Failure{Class: FailureClassRateLimited, Err: errBoom}
	_, err := call(t.Context(), time.Minute, "a", func(context.Context) (int, error) { return 0, known })
	if got, want := err.Error(), `task "a": boom (RateLimited)`; got != want || known.Task != "" {
		t.Errorf("%q, want %q; the port's own is %+v", got, want, known)
	}
}
