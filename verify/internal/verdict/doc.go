// Package verdict decides what is proved. Search hands in a [Case]: a progress
// function, facts, and certificates. [Judge] enumerates the obligations from the
// machine again, encodes them again, and replays each certificate.
//
// Guarantee: whatever a case holds, what [Judgment] calls proved is true of the
// machine as package core defines its meaning. A case that lacks something, or in
// which something is wrong, costs a verdict and no more.
//
// The package is part of the trusted base, with obligation, encode and
// certificate. It knows nothing of how a case was found.
package verdict
