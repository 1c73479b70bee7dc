package fsmtest

// Version1 is the version of this package. Generated tests refer to it, so that a test that needs
// a different version does not compile. In that case, run "go tool fsmgen generate", which uses
// the fsmgen of the module.
const Version1 = true
