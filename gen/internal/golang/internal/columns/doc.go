// Package columns writes the functions that take the values out of a machine and make a machine of
// them, and the methods with which package database/sql stores states and other constants as text.
package columns
