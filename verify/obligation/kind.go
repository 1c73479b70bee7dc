package obligation

// Kind is the sort of an obligation. The constants are declared where the
// obligations of each kind are listed and described.
type Kind string
