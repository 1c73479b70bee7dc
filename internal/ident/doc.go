// Package ident assigns Go identifiers to the parts of a machine.
//
// [Assign] assigns all identifiers that generated code declares, in one place;
// generators look them up. Therefore, generators agree on every name, and checking
// a spec finds name collisions and reports both positions, before the Go compiler
// does.
//
// [Export] makes the first letter of a name a capital, [Unexport] makes it
// lower-case, and both write common initialisms (ID, URL, HTTP, ...) as Go does.
// Constants have their type as a prefix (StateIdle, EventSelect); methods do not.
package ident
