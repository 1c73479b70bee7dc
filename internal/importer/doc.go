// Package importer has the table of formats that fsmgen import supports.
//
// An importer consists of a package that parses a format and fills a draft (package draft), and an
// entry in the table. The command, its help, and its shell completion use the table; a test requires a
// row in docs/import.md.
//
// Guarantee: [Import] returns a spec that the loader accepts, or errors that say why there is none, with
// positions in the source if possible.
package importer
