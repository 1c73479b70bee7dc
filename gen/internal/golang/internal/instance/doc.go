// Package instance writes the type of the machine, its constructor, and the methods
// that read it.
package instance
