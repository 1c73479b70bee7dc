// Package temporal writes the face temporal: methods of Kind from which package temporal of the module learns
// how to run a machine as a workflow.
package temporal
