// Package observe writes the machine with observers. It is a type of its own, which
// sends each event on, so that a machine that nobody watches costs what it
// costs without observers: a call in its methods would keep the compiler from
// inlining them.
package observe
