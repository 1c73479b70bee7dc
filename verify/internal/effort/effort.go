// Package effort says how much work the searches of a verification may do before they give
// up. Work is counted, not timed, so the same machine has the same result everywhere.
package effort

// Level is how much work all searches may do. The zero value is Normal.
type Level uint8

const (
	// Normal decides what is common, in seconds.
	Normal Level = iota
	// Low is an eighth of it.
	Low
	// High is sixteen times as much.
	High
)

// Of returns a limit of a level, given that of Normal.
func (l Level) Of(limit int) int {
	switch l {
	case Low:
		return limit / 8
	case High:
		return limit * 16
	}
	return limit
}
