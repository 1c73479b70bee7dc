//go:build !race

package effort

// raced says that the race detector is on.
const raced = false
