// Package picturetest holds the machines on which the packages that draw and
// describe machines are tested: [Fallback], which is the one that the project
// is explained with, and [Everything], which has each feature that a drawing
// must cope with and names that no spec would accept.
package picturetest
