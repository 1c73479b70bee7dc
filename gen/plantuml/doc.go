// Package plantuml writes a picture of a machine as a PlantUML state diagram.
//
// Guarantee: PlantUML draws the text with every name, guard, update and output
// letter for letter, whatever the spec holds: nothing in it becomes syntax,
// markup, a directive of its preprocessor or a link.
package plantuml
