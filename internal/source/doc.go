// Package source reads a machine in the words of its author.
//
// The loader makes flat what an author writes: it adds variables for regions, histories, and raised
// events, conditions on them to guards, and updates of them to transitions. Provers and generators
// read that core. Messages, cards, pictures, and diffs ask this package what stands in the spec in
// its place: the condition without what was added ([Own]), what a transition does inside a region
// ([Move]), which events it raises ([Actions]), the leaf to which it leads ([Lands]), and the name
// of a variable, if it is one of the author at all ([Variable]).
//
// Guarantee: nothing here changes a machine, and no proof depends on it.
package source
