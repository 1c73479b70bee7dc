package drive

// Options returns the options O of a run that functions have set, one after the other.
func Options[O any, F ~func(*O)](options []F) (o O) {
	if len(options) == 0 {
		return o
	}
	set := new(O)
	for _, option := range options {
		option(set)
	}
	return *set
}
