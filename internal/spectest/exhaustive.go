package spectest

import "strings"

// Exhaustive returns a random spec in which variables stand where a payload has more values than
// can be tried one by one. Exploration and a model checker of its own then try the same ones.
func Exhaustive(spec string) string {
	return strings.NewReplacer("event.a", "x", "event.left", "x", "event.s", "name").Replace(spec)
}
