// Package picture decides what a diagram of a machine shows. The packages
// that write one (Mermaid, DOT, ...) only spell it.
//
// A [Picture] has a node for each state, a block for each composite state,
// edges, and the outcomes with their colours. [New] makes it legible:
//
//   - transitions between the same two ends are one edge with several labels;
//   - a transition that a composite state declares is one edge from its block,
//     not one from each state inside. Where it stays or leads back into the
//     block, and where the machine declares it for all its states, it begins
//     at a node "any state";
//   - a limit or stall rule is one edge from "any state", and what it adds to
//     other transitions is left out;
//   - guards are written with the names that the spec gives them;
//   - transitions that stay without leaving the state are listed inside the
//     node, as in UML, and events that change nothing in one list;
//   - outputs are named where they are emitted: those of a transition on its
//     edge, those of entering and leaving in the node or block. Their values
//     are left out;
//   - a timer is on the labels of the event that it raises, as "after 30s";
//     where the state does not take the event, inside the node;
//   - "event.class" is written "class" where nothing else has that name: the
//     event stands beside it.
//
// [Picture.At] leaves out detail, [Picture.Split] cuts a large picture into an
// overview and a part for each composite state, [Picture.Annotate] adds what
// the spec claims, and [NewRun] shows a run.
//
// Guarantee: every transition, output and timer of the machine that can come
// about is in the picture, and nothing else is. Names and expressions are as in the spec, not escaped for any
// language. The picture depends only on the machine, to the order of its
// parts.
package picture
