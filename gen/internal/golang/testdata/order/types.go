package order

// weight is the user's own type, and not exported.
type weight struct{ Grams int }
