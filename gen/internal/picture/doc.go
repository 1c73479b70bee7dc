// Package picture decides what a diagram of a machine shows. Other packages write it in a
// language such as Mermaid or DOT.
//
// A [Picture] has a node for each state, a block for each composite state, edges, and the
// outcomes with their colors. [New] makes it readable:
//
//   - Transitions between the same two ends form one edge with several labels.
//   - A transition of a composite state is one edge from a node "any state" in its block,
//     instead of one from each state inside. Those of the machine have such a node, too.
//   - A limit or stall rule is one edge from "any state"; its effects on other transitions
//     are omitted.
//   - Guards have the names that the spec gives them.
//   - Internal transitions are listed inside the node, as in UML, and so are transitions to
//     the same state, as "reenter Event"; ignored events are listed together.
//   - Alternatives of an event are numbered in the order in which their guards are tried, if
//     they lead to different states and more than one of the guards can hold.
//   - A transition without an event has the event "always", and comes before the others. "Any
//     state" does not stand for a transient state, in which the machine never waits, except in
//     such transitions.
//   - A state with regions is a block with a block for each region, in which the leaves are nodes. What
//     the whole state does, and arrows into it, are at a node "all regions"; an arrow that leads to a
//     leaf ends there. "done" is what it does when all regions are done. Variables that the loader has
//     added for regions are omitted.
//   - Outputs are shown where they are emitted: those of a transition on its edge, and entry
//     and exit outputs in the node or block. Their values are omitted.
//   - A call or a child machine is shown with its arguments in the node or block that invokes it,
//     and its results are events.
//   - A timer is shown on the labels of the event that it raises, as "after 30s", or inside
//     the node if the state does not handle the event.
//   - "event.class" is written as "class" if the name is unambiguous, since the event is next
//     to it.
//
// [Picture.At] reduces the level of detail, [Picture.Split] divides a large picture into an
// overview and a part for each composite state, [Picture.Focus] and [Picture.Between] return
// a part, [Picture.Annotate] adds the claims of the spec,
// and [NewRun] shows a run.
//
// Guarantee: the picture contains every transition, output, timer, and invocation of the machine that can
// occur, and nothing else. Names and expressions are as in the spec, not escaped for any
// language. The picture, including the order of its parts, depends only on the machine.
package picture
