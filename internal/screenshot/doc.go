// Package screenshot keeps the screenshots in the documents true: each PNG has in it a text of what it shows, which tests compare with what
// the page shows now.
//
// Only tests import this package.
package screenshot
