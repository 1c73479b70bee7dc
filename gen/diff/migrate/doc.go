// Package migrate makes the machines that an old version of a spec has stored into machines of a new version.
//
// A [Plan] says in which state each machine continues, and where its values come from: names that both versions have, names of
// earlier versions, parts that a comparison finds renamed, initial values and defaults, and expressions that a person gives. What
// remains is a [Decision] of the program. [Plan.Generate] writes a Go function that does all this. Restore checks its result.
//
// Guarantee: a [Finding] without an example may or may not be real; what is not listed as a finding is proved, with certificates, of
// all machines that the old version stores. The upper limit of the number of transitions that a migrated machine has left is proved
// of all machines that Restore accepts.
package migrate
