package pump

// Note is called when the work is over.
type Note func(left int)
