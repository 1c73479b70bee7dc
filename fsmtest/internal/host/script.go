package host

// OwnerKey is the key of the script, the owner of a run, among the values of the context of its run.
type OwnerKey struct{}
