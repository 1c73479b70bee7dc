package drive

import "fmt"

// Argument is an argument of a function that starts a run.
type Argument struct {
	name string
	zero bool
}

// Arg returns an argument with a name.
func Arg[T comparable](name string, value T) Argument {
	var zero T
	return Argument{name, value == zero}
}

// Given returns an error that names the first argument that is nil. It begins with the package and the function, as in "order: Run".
func Given(function string, arguments ...Argument) error {
	for _, a := range arguments {
		if a.zero {
			return fmt.Errorf("%s: %s is nil", function, a.name)
		}
	}
	return nil
}
