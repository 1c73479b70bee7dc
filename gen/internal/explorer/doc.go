// Package explorer writes the explorer of a machine: one HTML file, in which a person steps through runs.
//
// [Write] encodes the core machine, the runs of the report, and a picture that is laid out here as JSON, and puts them into a page
// with a style and a script, both of this package. The script interprets the machine, so the page works without a network. Its
// files are in the folder web, one a topic; the first ones are the interpreter, which needs no browser:
//
//	number.js       arithmetic of Go's int64, with the errors of package expr
//	expression.js   the value of an expression, its text, and why a condition fails
//	interpreter.js  a step, as package internal/interp defines it
//
// A test compares the interpreter with internal/interp, in Node.js and in a browser.
//
// Guarantee: text of a spec, of a trace, or of a link never becomes markup or script. The JSON has no "<", the script creates
// elements and sets their text, and the policy of the page (CSP) admits only this script and these styles, and no request.
package explorer
