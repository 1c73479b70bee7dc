// Package markdown writes GitHub Flavored Markdown in which the text of a spec
// stays text.
//
// [Text] is for prose and [Paragraphs] for prose of several lines, [Code] for
// expressions, types and names, [Fence] for listings, [HTML] for text between
// tags, [Table] for tables of cells made with these.
//
// Guarantee: whatever a text holds, it becomes neither markup nor HTML, ends
// no table cell, code span, fence or comment, and is not made active by
// GitHub: no link, image, mention, issue reference, emoji or formula. What is
// shown is the text letter for letter, up to white space, zero-width spaces
// in what would be active, and U+FFFD for control characters.
package markdown
