package store

import (
	"errors"
	"iter"
)

// Status returns the HTTP status that fits an error of this package: 404 if there is no such machine, 409 if
// the machine refuses the event, its key is in use, or the machine exists already, 400 for another argument that
// is wrong, 503 for a [ConflictError] or [UncertainError], after which the client can try again, 200 for nil, and
// otherwise 500: then do not show the text to clients.
func Status(err error) int {
	switch {
	case err == nil:
		return 200
	case errors.As(err, new(*NotFoundError)):
		return 404
	case errors.As(err, new(*RefusedError)), errors.As(err, new(*ExistsError)), errors.As(err, new(*KeyReusedError)):
		return 409
	case errors.As(err, new(*InvalidError)):
		return 400
	case errors.As(err, new(*ConflictError)), errors.As(err, new(*UncertainError)):
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
