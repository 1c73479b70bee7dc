// Package svg draws a picture of a machine as an SVG image, without other programs.
//
// Composite states are frames with a title, and regions frames with dashed borders, side by side. A terminal state has a double
// border and the color of its outcome. In the label of an arrow, the event is bold, the guard is plain, and the actions have a
// color. The image adapts to light and dark mode. A script or a reader of screens finds the full text of a shape in its title.
//
// Guarantee: whatever a spec contains, the result is well-formed XML in which each text is as written, except for control
// characters, which XML forbids. It has no scripts and no links, and loads nothing.
package svg
