package fsm

// Version1 is the version of this package, of fsm/codec, and of fsm/drive. Generated code refers to it, so that code that needs a different
// version does not compile. In that case, run "go tool fsmgen generate", which uses the fsmgen of the module.
const Version1 = true
