// Package plantuml writes a picture of a machine as a PlantUML state diagram.
//
// Guarantee: PlantUML draws every name, guard, update, and output exactly as written, whatever the spec contains:
// no text becomes syntax, markup, a preprocessor directive, or a link.
package plantuml
