package store

import (
	"context"
	"errors"
	"iter"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
)

// Status returns the HTTP status that fits an error of this package: 404 if there is no such machine or none of its kind, 409 if
// the machine refuses the event, its key is in use, or the machine exists already, 412 if it is at another
// revision than expected, 400 for another argument that is wrong, 200 for nil, 503 if the client can try again later, and otherwise 500. The status is 503 for a [ConflictError] or
// [UncertainError], if the context has ended, and if the database cannot be reached, lacks room or connections, or has
// canceled the statement. Do not show the text of a 500 or 503 to clients.
func Status(err error) int {
	if err == nil {
		return 200
	}
	var ours interface{ sentinel() Sentinel } // The outermost one counts, whatever has caused it.
	if errors.As(err, &ours) {
		switch ours.sentinel() {
		case ErrNotFound:
			return 404
		case ErrRefused, ErrExists, ErrKeyReused:
			return 409
		case ErrRevision:
			return 412
		case ErrInvalid:
			return 400
		case ErrConflict, ErrUncertain:
			return 503
		}
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || dialect.Unavailable(err) {
		return 503
	}
	return 500
}

// Collect returns the elements of a sequence such as that of [Store.List] or [Store.History], up to the first
// error. The slice is not nil. A row that cannot be loaded is an error, too, unless the list has [SkipUnreadable].
func Collect[T any](seq iter.Seq2[T, error]) ([]T, error) {
	all := []T{}
	for each, err := range seq {
		if err != nil {
			return all, err
		}
		all = append(all, each)
	}
	return all, nil
}
