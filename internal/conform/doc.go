// Package conform checks recorded runs against a machine: whether the machine can have made each step.
//
//	records, err := conform.Read(file)
//	report, err := conform.Check(m, records)
//
// What is not recorded can be anything: payloads, answers of external guards, parameters, and for a history whose begin is
// gone all values. So a run is a set of configurations, in which values are known or not, and a step is refused if
// it follows from none of them.
//
// Guarantee: a run that is refused is not a run of the machine, whatever the values are that were not recorded. A run that is not refused is one if
// all ints, strings, and answers that guards read were recorded; otherwise it may be none, because values that are not known are not
// compared with each other.
package conform
