package store

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// MaxID is the maximum length of an ID or key, in bytes.
const MaxID = 255

// check returns what is wrong with an ID or key, or "".
func check(what, text string) string {
	switch {
	case text == "":
		return what + " is empty"
	case len(text) > MaxID:
		return fmt.Sprintf("%s has %d bytes, more than %d", what, len(text), MaxID)
	case !utf8.ValidString(text):
		return what + " is not valid UTF-8"
	case strings.ContainsRune(text, 0):
		return what + " contains a NUL character"
	}
	return ""
}

// checkID returns an *InvalidError if id is not an ID.
func (t *tables) checkID(id string) error {
	if reason := check("the ID", id); reason != "" {
		return &InvalidError{Kind: t.name, ID: id, Reason: reason}
	}
	return nil
}

// checkKey is checkID for an event: its key can be empty.
func (t *tables) checkKey(id, key string) error {
	if err := t.checkID(id); err != nil || key == "" {
		return err
	}
	if reason := check("the key of the event", key); reason != "" {
		return &InvalidError{Kind: t.name, ID: id, Reason: reason}
	}
	return nil
}
