package spectest

import "strings"

// ranged gives the int of an event a range, if the features have ranges.
func (d dice) ranged(text string, features Features) string {
	if features&Ranged == 0 || d.chance(50) {
		return text
	}
	limits := d.pick(", min: 0", ", max: 3", ", min: 1, max: n", ", min: -2, max: 4", ", min: n, max: n + m", ", min: -3, max: n * m", ", min: 0, max: 40")
	return strings.Replace(text, "a: int,", "a: {type: int"+limits+"},", 1)
}
