// Package diff compares two versions of a machine by what they mean.
//
// [Compare] takes two checked machines, with their Go names and their reports,
// and returns a [Diff]: what was added, removed, changed and renamed; the
// verdicts gained and lost; and what breaks for those who use the machine,
// each with a code of [Codes]. [Diff.Text], [Diff.Markdown] and [Diff.Mermaid]
// write it for people, and its JSON is for tools.
//
// Compared are core machines, which have no composite states, named guards
// or short forms any more, so that two specs that differ in those alone are the
// same. Expressions are compared simplified and with renamed parts under one
// name; two that still differ are equal when the verifier proves it, with a
// certificate, for all values within the ranges that both versions share.
// What cannot be proved equal counts as different.
//
// A part that has lost its name and one that has a new name are taken for a
// renamed one when they share most of what there is to say about them, and no
// other pair comes near; see [similarity].
//
// Guarantee: two machines between which no difference is found go through the
// same steps, up to names that are reported as renamed. The result depends only on the two sides, to the
// byte, and swapping the sides swaps the result.
package diff
