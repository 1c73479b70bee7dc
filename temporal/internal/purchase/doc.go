// Package purchase is a machine with a child machine, with which the tests run child workflows.
package purchase
