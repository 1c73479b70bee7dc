package main

import "slices"

// opener reads the spec of a child machine: see [spec.LoadWith].
type opener func(from, path string) (name string, src []byte, err error)

// childFile is a spec that was read for a child machine.
type childFile struct {
	name string
	// src is nil if the file could not be read.
	src []byte
}

// recording returns an opener that adds what it reads to the children of a spec, once for each file.
func (l *loaded) recording(open opener) opener {
	if open == nil {
		return nil
	}
	return func(from, path string) (string, []byte, error) {
		name, src, err := open(from, path)
		if !slices.ContainsFunc(l.children, func(c childFile) bool { return c.name == name }) {
			l.children = append(l.children, childFile{name, src})
		}
		return name, src, err
	}
}

// sameChildren reports whether two versions of a spec have read the same child machines. The names
// in the old one begin with a prefix.
func sameChildren(old, new []childFile, prefix string) bool {
	return len(old) == len(new) && !slices.ContainsFunc(old, func(c childFile) bool {
		return !slices.ContainsFunc(new, func(d childFile) bool {
			return c.name == prefix+d.name && (c.src == nil) == (d.src == nil) && string(c.src) == string(d.src)
		})
	})
}
