package diff

// Consequence is a kind of breaking changes, whose codes have the same first digit.
type Consequence string

// The consequences.
const (
	// GoAPI: Go code no longer compiles or fits (FSMB1xx).
	GoAPI Consequence = "go"
	// StoredMachines: stored machines cannot be restored (FSMB2xx).
	StoredMachines Consequence = "stored"
	// Behavior: callers see a different behavior (FSMB3xx).
	Behavior Consequence = "behavior"
	// Proofs: a claim is no longer proved (FSMB4xx).
	Proofs Consequence = "proofs"
)

// Consequences returns all consequences in the order of their codes. The caller owns the slice.
func Consequences() []Consequence { return []Consequence{GoAPI, StoredMachines, Behavior, Proofs} }

// Consequence returns the consequence of a change with the code, or "" if there is no such code.
func (c Code) Consequence() Consequence {
	if _, ok := Explain(c); !ok {
		return ""
	}
	return Consequences()[c[len("FSMB")]-'1']
}

// Text says what happens, as a clause without a period, or returns "".
func (c Consequence) Text() string {
	switch c {
	case GoAPI:
		return "Go code no longer compiles or fits"
	case StoredMachines:
		return "stored machines may not be restored"
	case Behavior:
		return "callers see a different behavior"
	case Proofs:
		return "a claim is no longer proved"
	}
	return ""
}
