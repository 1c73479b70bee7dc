// Package picturetest holds the machines on which the packages that draw and
// describe machines are tested: [Fallback], which is the one that the project
// is explained with, [Call] and [Endless], which talk to the world, and
// [Everything], which has each feature that a drawing must cope with and names
// that no spec would accept.
package picturetest
