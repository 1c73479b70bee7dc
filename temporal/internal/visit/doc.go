// Package visit is a machine with an external guard and a computed delay, with which the tests run steps in activities.
package visit
