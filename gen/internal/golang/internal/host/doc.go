// Package host writes what the machine asks of its program and tells it: the
// interfaces, the methods that ask, and the calls that deliver.
package host
