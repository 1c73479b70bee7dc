// Package observe writes the machine with observers. It is a separate type that forwards each
// event, so that observers have no cost for other machines: a call in the machine's methods
// would prevent the compiler from inlining them.
package observe
