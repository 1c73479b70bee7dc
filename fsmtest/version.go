package fsmtest

// Version1 is the version of this package that generated tests name. If it is not
// defined, fsmgen and this package do not fit: run "fsmgen generate" with the fsmgen of
// this module, as "go tool fsmgen generate" does.
const Version1 = true
