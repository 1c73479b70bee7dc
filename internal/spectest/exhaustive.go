package spectest

import (
	"regexp"
	"strings"
)

// Exhaustive returns a random spec in which variables stand where a payload has more values than
// can be tried one by one. Exploration and a model checker of its own then try the same ones.
func Exhaustive(spec string) string {
	spec = strings.NewReplacer("event.a", "x", "event.left", "x", "event.s", "name").Replace(spec)
	return rangeOfPayload.ReplaceAllString(spec, "a: int,")
}

// rangeOfPayload is the range of the int of an event, which each value of the payload is compared with.
var rangeOfPayload = regexp.MustCompile(`\ba: \{type: int,[^}]*\},`)
