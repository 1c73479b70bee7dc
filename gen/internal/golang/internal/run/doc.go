// Package run writes the functions Run and Resume, which drive a machine to its end, and the
// interface of their handler.
package run
