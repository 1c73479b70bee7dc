// Package checkertest gives the TLA+ that fsmgen writes to two readers of
// others: the grammar of tree-sitter-tlaplus, and tla-checker, a model checker
// for a part of TLA+. What the latter finds is compared with exploration. It is
// a module of its own: it needs Node.js, and what npm ci installs here.
package checkertest
