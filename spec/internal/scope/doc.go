// Package scope says what expressions can use in a state, and what it stands for there.
//
// [State] is such a scope, for package expr. [Env.Expand] and [Env.Value] replace named guards in what has been parsed with it.
//
// Guarantee: expressions that Expand and Value return have no named guards. Those of Value ask no external guard.
package scope
