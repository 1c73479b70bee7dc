package fallback

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
)

// MatchStatus returns a condition of a [Rule]: a [StatusError] with a status
// from low to high.
func MatchStatus(low, high int) func(error) bool {
	return func(err error) bool {
		var status *StatusError
		return errors.As(err, &status) && low <= status.Status && status.Status <= high
	}
}

// MatchCode returns a condition of a [Rule]: a [StatusError] with one of these
// codes of the provider.
func MatchCode(codes ...string) func(error) bool {
	return func(err error) bool {
		var status *StatusError
		return errors.As(err, &status) && slices.Contains(codes, status.Code)
	}
}

// matchAny returns the condition that one of several holds.
func matchAny(matches ...func(error) bool) func(error) bool {
	return func(err error) bool {
		return slices.ContainsFunc(matches, func(match func(error) bool) bool { return match(err) })
	}
}

func matchCancelled(err error) bool {
	return errors.Is(err, context.Canceled)
}

// matchContext recognizes a request that is too long by the messages that servers
// return with status 400, 413, or 422, because few have a code for it.
func matchContext(err error) bool {
	var status *StatusError
	if !errors.As(err, &status) {
		return false
	}
	if status.Code == "context_length_exceeded" {
		return true
	}
	if !slices.Contains([]int{400, 413, 422}, status.Status) {
		return false
	}
	message := strings.ToLower(status.Message)
	return slices.ContainsFunc([]string{
		"context length", "context window", "context size", "prompt is too long", "too many tokens", "context too long",
	}, func(words string) bool { return strings.Contains(message, words) })
}

func matchTimeout(err error) bool {
	var network net.Error
	return errors.As(err, &network) && network.Timeout() // context.DeadlineExceeded is one, too
}

func matchNetwork(err error) bool {
	var network net.Error
	return errors.As(err, &network) || errors.Is(err, io.ErrUnexpectedEOF)
}
