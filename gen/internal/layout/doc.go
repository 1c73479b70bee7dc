// Package layout computes where the boxes, frames, labels, and arrows of a directed graph go, in layers from top to bottom.
//
// It follows Sugiyama, Tagawa, and Toda, "Methods for visual understanding of hierarchical system structures" (1981), in the form
// of Gansner, Koutsofios, North, and Vo, "A technique for drawing directed graphs" (1993): ranks and positions along a rank come
// from the network simplex method, the order in a rank from medians and transpositions. Clusters are frames around nodes
// (Sander, "Layout of compound directed graphs", 1996): a cluster is an interval of each rank that it touches.
//
// The label of an edge has room of its own: it is beside its arrow in a rank between the ends. Between two ranks, each arrow that moves
// to a side has a track of its own (Wybrow, Marriott, and Stuckey, "Orthogonal connector routing", 2009). No box overlaps another one,
// no arrow runs through a box, a label, or the title of a cluster, and no two arrows are closer than 8 pixels where they run side by side.
//
// All numbers are integers, so a layout is the same on each computer.
package layout
