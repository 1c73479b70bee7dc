package obligation

// Kind is the kind of an obligation. Each constant is declared in the file that lists
// and describes the obligations of that kind.
type Kind string
