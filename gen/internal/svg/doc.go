// Package svg draws a picture of a machine as an SVG image, without other programs.
//
// Composite states are frames with a title, and regions frames with dashed borders, side by side or in several lines. A terminal state has a double
// border and the color of its outcome. In the label of an arrow, the event is bold, the guard is plain, and the actions have a
// color; in an image that fits in a page, a mark stands for them. The image adapts to light and dark mode. A script or a reader of
// screens finds the full text of a shape in its title.
//
// Guarantee: whatever a spec contains, the result is well-formed XML in which each text is as written, except for control
// characters, which XML forbids. It has no scripts, and loads nothing. Its links are those that the caller gives.
//
// [Next] draws the next version of an image: what is in both stays where it was. It reads the places from the image itself, which may
// be damaged or hostile.
package svg
