// Package stored writes what stores a machine: the record, which lists its values, with snapshots in JSON and columns of a table, and
// the checks of the machines that are made of them.
package stored
