// Package diff compares the meaning of two versions of a machine.
//
// [Compare] compares two checked machines, with their Go names and reports, and returns a
// [Diff]: what was added, removed, changed, and renamed; verdicts that were gained and lost; and
// breaking changes, each with a code of [Codes]. [Diff.Text], [Markdown], and [Diff.Mermaid] write
// it for people, and its JSON is for tools.
//
// Core machines have no composite states, named guards, or short forms, so specs that differ
// only in these are equal. Expressions are simplified, and renamed parts get the same name. Two
// expressions that still differ are equal only if the verifier proves it, with a certificate, for
// all values in the ranges that both versions share.
//
// A part of the old version and one of the new version with different names count as a rename if
// they share most of their features, and no other pair is nearly as similar; see [similarity].
//
// Guarantee: two machines without differences make the same steps, up to names that are reported
// as renamed. The result depends only on the two sides, and swapping the sides swaps the result.
package diff
