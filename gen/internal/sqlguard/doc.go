// Package sqlguard writes SQL for PostgreSQL with which a table of machines refuses rows and moves that the machine does not have: a CHECK for
// the values, and a trigger for each UPDATE.
//
// Guarantee: an UPDATE changes the columns of a machine if and only if the machine has a transition for some event, with some payload
// and some answers of external guards, that leads from the old row to the new one. Machines for which this package cannot say so
// are refused: those that go on by themselves, with regions, history, calls, or values of Go types, and transitions that depend on values of a
// payload which no column keeps.
package sqlguard
