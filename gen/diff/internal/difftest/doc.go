// Package difftest has what tests of stored machines share: versions of a spec, the machines that a version stores, and programs
// of generated packages.
package difftest
