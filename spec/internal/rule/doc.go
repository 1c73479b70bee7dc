// Package rule applies the rules `limit` and `stall` to transitions: they count, and lead elsewhere once a limit is reached.
//
// Guarantee: the counters stay in the ranges of their variables.
package rule
