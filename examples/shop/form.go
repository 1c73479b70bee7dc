package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
)

// readForm returns the fields of a form, each of which must be there once.
func readForm(r *http.Request, fields ...string) (map[string]string, error) {
	if err := r.ParseForm(); err != nil {
		return nil, fmt.Errorf("the form: %w", err)
	}
	values := map[string]string{}
	for _, field := range fields {
		if got := r.PostForm[field]; len(got) != 1 {
			return nil, fmt.Errorf("the form has the field %s %d times; want it once", field, len(got))
		}
		values[field] = r.PostForm.Get(field)
	}
	return values, nil
}

// number returns a field that is a number.
func number(form map[string]string, field string) (int, error) {
	n, err := strconv.Atoi(form[field])
	if err != nil {
		return 0, fmt.Errorf("%s is not a number", field)
	}
	return n, nil
}

// formStatus returns the status of a form or a body that cannot be read.
func formStatus(err error) int {
	if errors.As(err, new(*http.MaxBytesError)) {
		return http.StatusRequestEntityTooLarge
	}
	return http.StatusBadRequest
}

// public returns the text of an error for a client. The texts of our own errors, such as those of the database, are only in the
// log: they can have its address, its tables, and values of other orders.
func public(log *slog.Logger, code int, err error) string {
	if code < http.StatusInternalServerError {
		return err.Error()
	}
	log.Error("a request failed", "status", code, "error", err)
	if code == http.StatusServiceUnavailable {
		return "the shop is busy: please try again"
	}
	return "something went wrong in the shop, and is in its log"
}
