// Package importer has the table of formats from which fsmgen import makes specs.
//
// An importer is a package that parses a format and fills a draft (package draft),
// and an entry in the table. The command, its help and its shell completion read
// the table; a test asks for a row in docs/import.md.
//
// Guarantee: [Import] returns a spec that the loader accepts, or errors that say why
// there is none, each with its place in the source where it has one.
package importer
