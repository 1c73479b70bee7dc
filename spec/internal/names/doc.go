// Package names knows the names of a spec: which texts can be one, which are taken, and what each stands for in expressions.
//
// [Table.Check], [Table.Unique] and [Table.Was] look at a name where it is declared, [Table.Define] makes it known to
// expressions, and [Table.Parse] reads an expression with some of the known names.
//
// Guarantee: a name is defined once, and whatever these methods reject has been reported.
package names
