// Package goexpr prepares expressions of specs to be written as Go that programmers
// and linters accept.
package goexpr
