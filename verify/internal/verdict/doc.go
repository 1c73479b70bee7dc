// Package verdict decides what is proved. The search submits a [Case]: a progress
// function, facts, and certificates. [Judge] enumerates the obligations of the machine
// itself, encodes them itself, and replays each certificate.
//
// Guarantee: whatever a case contains, everything that a [Judgment] calls proved is
// true of the machine as package core defines its meaning. If a case is incomplete or
// wrong, something remains unknown that could be proved, and nothing worse happens.
//
// The package is part of the trusted base, together with packages obligation, encode
// and certificate. It does not depend on how a case was found.
package verdict
